"""What a model's own files say about its window, its prompts and its tokenizer. Measured, they lie."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldrank.encoders.base import Role
from goldrank.errors import GoldrankError

PLAIN = "SentenceTransformer"
DECLARED = "config_sentence_transformers.json"
LARGEST_SANE_WINDOW = 1_000_000  # transformers writes int(1e30) where it knows none
OFFSET_POSITIONS = {
    "roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "mpnet", "longformer", "xmod",
    "data2vec-text", "ibert", "roberta-prelayernorm", "luke", "mluke", "esm", "lilt",
}  # fmt: skip
SIMILARITIES = ("cosine", "dot", "euclidean", "manhattan")


@dataclass(frozen=True, slots=True)
class Declared:
    """The configuration files of one model folder, read once."""

    folder: Path
    modules: tuple[str, ...]
    pooling: Mapping[str, Any]
    sentence: Mapping[str, Any]
    tokenizer: Mapping[str, Any]
    config: Mapping[str, Any]
    prompts: Mapping[str, str]
    similarity: str

    @property
    def is_static(self) -> bool:
        """Whether it is a table of tokens, whose rows are averaged."""
        return self.modules[:1] == ("StaticEmbedding",)

    @property
    def normalizes(self) -> bool:
        """Whether it makes its vectors as long as one."""
        return "Normalize" in self.modules

    @property
    def has_length_one(self) -> bool:
        """Whether its vectors are to be made as long as one: all are that the cosine compares."""
        return self.normalizes or self.similarity != "dot"

    def compared_by(self, normalized: bool) -> str:
        """How vectors are compared: `"dot"` where that is declared and their lengths differ."""
        return "cosine" if normalized or self.similarity != "dot" else "dot"

    def other_similarity(self, used: str) -> tuple[str, ...]:
        """What is to be said where vectors are not compared as the model declares."""
        if self.normalizes or self.similarity in ("cosine", used):
            return ()
        said = (
            f'the model declares "{self.similarity}" as its similarity; it is ranked by the cosine'
        )
        return (said,)

    @property
    def lower_case(self) -> bool:
        """Whether sentence-transformers lower-cases the input itself."""
        return bool(self.sentence.get("do_lower_case", False))

    def prompt(self, side: Role) -> str:
        """The prompt that the model declares for a side; `""` where it declares none.

        Follows `SentenceTransformer.encode_query` and `encode_document` (6.2): both sides have a
        prompt of their own there, empty unless declared, so neither `default_prompt_name` nor a
        prompt called "passage" is ever used.
        """
        return self.prompts.get(side, "")

    def windows(self, truncation: int | None) -> dict[str, int | None]:
        """Every declared window in tokens, special tokens included, by where it is declared."""
        if self.is_static:
            return {"tokenizer truncation": truncation}
        return {
            "tokenizer truncation": truncation,
            "sentence-transformers max_seq_length": _sane(self.sentence.get("max_seq_length")),
            "tokenizer model_max_length": _sane(self.tokenizer.get("model_max_length")),
            "position embeddings": self._positions(),
        }

    def _positions(self) -> int | None:
        positions = _sane(self.config.get("max_position_embeddings"))
        if positions is None or self.config.get("model_type") not in OFFSET_POSITIONS:
            return positions
        return positions - int(self.config.get("pad_token_id", 1)) - 1


def read_declared(folder: Path) -> Declared:
    """Read what a model folder declares.

    Raises:
        GoldrankError: a file is not JSON, or the model cuts its inputs at their beginning.
    """
    modules = read_modules(folder)
    home = folder / modules[0][1] if modules else folder
    pooling = next((path for kind, path in modules if kind == "Pooling"), "1_Pooling")
    tokenizer = _json(home / "tokenizer_config.json", {})
    if tokenizer.get("truncation_side", "right") != "right":
        raise GoldrankError(
            f"{home / 'tokenizer_config.json'}: expected truncation at the right, got "
            f'"{tokenizer["truncation_side"]}"; set "truncation_side" to "right"'
        )
    declared = _declared(folder, modules)
    return Declared(
        folder=home,
        modules=tuple(kind for kind, _ in modules),
        pooling=_json(folder / pooling / "config.json", {}),
        sentence=_json(home / "sentence_bert_config.json", {}),
        tokenizer=tokenizer,
        config=_json(home / "config.json", {}),
        prompts=_prompts(folder / DECLARED, declared.get("prompts") or {}),
        similarity=next(
            (s for s in SIMILARITIES if s == declared.get("similarity_fn_name")), "cosine"
        ),
    )


def read_modules(folder: Path) -> list[tuple[str, str]]:
    """The kind and the path of each module of a model; none where it does not name them.

    Raises:
        GoldrankError: `modules.json` is no list of modules.
    """
    file = folder / "modules.json"
    modules = _json(file, [])
    for module in modules:
        if not isinstance(module, dict) or not isinstance(module.get("path", ""), str):
            raise GoldrankError(
                f"{file}: expected modules with a type and a path, got {str(module)[:60]!r}; fetch "
                "the model again"
            )
    return [(str(m.get("type", "")).rpartition(".")[2], m.get("path", "")) for m in modules]


def _prompts(file: Path, declared: Any) -> dict[str, str]:
    """The prompts that are not empty, by name."""
    if not isinstance(declared, dict) or not all(
        text is None or isinstance(text, str) for text in declared.values()
    ):
        raise GoldrankError(
            f"{file}: expected a text for each of its prompts, got {str(declared)[:60]!r}; fetch "
            "the model again"
        )
    return {name: text for name, text in declared.items() if text}


def _declared(folder: Path, modules: Sequence[object]) -> Mapping[str, Any]:
    """What the library takes of `config_sentence_transformers.json`: nothing without modules,
    and nothing of a model of another type, which it makes anew of its parts."""
    file = folder / DECLARED
    declared: Mapping[str, Any] = _json(file, {})
    if not modules or declared.get("model_type", PLAIN) != PLAIN:
        return {}
    known = {"query", "document", *(declared.get("prompts") or {})}
    default = declared.get("default_prompt_name")
    if default is not None and default not in known:
        raise GoldrankError(
            f"{file}: expected default_prompt_name to be one of {', '.join(sorted(known))}, got "
            f'"{default}", which the library refuses to load; name a prompt that is there, or none'
        )
    return declared


def smallest_window(declared: Mapping[str, int | None]) -> int | None:
    """The smallest declared window but the tokenizer's own truncation, which loaders override.

    >>> smallest_window({"tokenizer truncation": 128, "position embeddings": 512, "other": None})
    512
    """
    limits = [
        n for where, n in declared.items() if n is not None and where != "tokenizer truncation"
    ]
    return min(limits, default=None)


def _sane(window: object) -> int | None:
    if not isinstance(window, int | float) or not 0 < window < LARGEST_SANE_WINDOW:
        return None
    return int(window)


def _json(path: Path, otherwise: Any) -> Any:
    if not path.is_file():
        return otherwise
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, RecursionError) as error:
        raise GoldrankError(f"{path}: expected JSON, got {error}; fetch the model again") from error
    if not isinstance(made, type(otherwise)):
        wanted = "a list" if isinstance(otherwise, list) else "an object"
        raise GoldrankError(
            f"{path}: expected {wanted}, got {str(made)[:60]!r}; fetch the model again"
        )
    return made
