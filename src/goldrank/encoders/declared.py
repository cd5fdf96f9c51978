"""What a model's own files say about its window, its prompts and its tokenizer. Measured, they lie."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldrank.encoders.base import Role
from goldrank.errors import GoldrankError

PLAIN = "SentenceTransformer"
LARGEST_SANE_WINDOW = 1_000_000  # transformers writes int(1e30) where it knows none
OFFSET_POSITIONS = {
    "roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "mpnet", "longformer", "xmod",
    "data2vec-text", "ibert", "roberta-prelayernorm", "luke", "mluke", "esm", "lilt",
}  # fmt: skip
SIMILARITIES = ("cosine", "dot", "euclidean", "manhattan")
OTHER_DOCUMENT_PROMPTS = ("passage", "corpus")


@dataclass(frozen=True, slots=True)
class Declared:
    """The configuration files of one model folder, read once."""

    folder: Path
    is_static: bool
    sentence: Mapping[str, Any]
    tokenizer: Mapping[str, Any]
    config: Mapping[str, Any]
    prompts: Mapping[str, str]
    similarity: str
    normalizes: bool

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

    @property
    def unused_prompts(self) -> list[str]:
        """Prompts that are meant for documents, and that the library leaves out."""
        if self.prompts.get("document"):
            return []
        return [name for name in OTHER_DOCUMENT_PROMPTS if self.prompts.get(name)]

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
    modules = _json(folder / "modules.json", [])
    first = modules[0] if modules else {"type": "Transformer", "path": ""}
    home = folder / str(first.get("path", ""))
    tokenizer = _json(home / "tokenizer_config.json", {})
    if tokenizer.get("truncation_side", "right") != "right":
        raise GoldrankError(
            f"{home / 'tokenizer_config.json'}: expected truncation at the right, got "
            f'"{tokenizer["truncation_side"]}"; set "truncation_side" to "right"'
        )
    declared = _declared(folder, modules)
    return Declared(
        folder=home,
        is_static=str(first.get("type", "")).endswith("StaticEmbedding"),
        sentence=_json(home / "sentence_bert_config.json", {}),
        tokenizer=tokenizer,
        config=_json(home / "config.json", {}),
        prompts={name: text for name, text in (declared.get("prompts") or {}).items() if text},
        similarity=next(
            (s for s in SIMILARITIES if s == declared.get("similarity_fn_name")), "cosine"
        ),
        normalizes=any(str(m.get("type", "")).endswith("Normalize") for m in modules),
    )


def _declared(folder: Path, modules: Any) -> Mapping[str, Any]:
    """What the library takes of `config_sentence_transformers.json`: nothing without modules,
    and nothing of a model of another type, which it makes anew of its parts."""
    file = folder / "config_sentence_transformers.json"
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
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise GoldrankError(f"{path}: expected JSON, got {error}; fetch the model again") from error
