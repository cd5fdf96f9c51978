"""Which files a static model is made of, and how the library that they are for reads with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.declared import Declared, read_declared
from goldrank.encoders.models import resolve_model
from goldrank.errors import GoldrankError

WORDLLAMA = "wordllama"
WORDLLAMA_FILES = (
    "weights/l2_supercat_256.safetensors",
    "tokenizers/l2_supercat_tokenizer_config.json",
)
MODEL2VEC_READS = 512  # tokens: what the library cuts at where a folder does not say
MODEL2VEC_TABLE = "embeddings"
TENSORS = (MODEL2VEC_TABLE, "embedding.weight", "mapping", "weights")
KNOWN_MODULES = {"StaticEmbedding", "Normalize"}


@dataclass(frozen=True)
class StaticFiles:
    """A table of tokens, its tokenizer, and what else the folder says.

    `max_tokens` is what its library reads of an input, `None` for all; `drops_unknown` says
    whether unknown tokens are left out of the mean.
    """

    table: Path
    tokenizer: Path
    declared: Declared
    max_tokens: int | None = None
    drops_unknown: bool = False


def is_static(folder: Path) -> bool:
    """Whether a folder holds a static model that is read here; what is broken is none."""
    try:
        declared = read_declared(folder)
    except GoldrankError:
        return False
    is_model = declared.config.get("model_type") == "model2vec" or declared.is_static
    return is_model and _is_known(declared) and (declared.folder / "model.safetensors").is_file()


def static_files(model: str, revision: str | None, download: bool) -> StaticFiles:
    """The files of a static model: `"wordllama"`, a folder, or a name on the hub.

    Raises:
        GoldrankError: no such model, or none whose table and tokenizer are read here.
    """
    if model == WORDLLAMA:
        return _wordllama()
    folder = resolve_model(model, revision, download)
    declared = read_declared(folder)
    home = declared.folder
    if not _is_known(declared):
        raise GoldrankError(
            f'model "{model}": expected modules StaticEmbedding and Normalize alone, got '
            f'{", ".join(declared.modules)}; use kind = "sentence-transformers"'
        )
    for name in ("model.safetensors", "tokenizer.json"):
        if not (home / name).is_file():
            raise GoldrankError(
                f'model "{model}": expected {name} in {home}, found none; a static model is a '
                "table in safetensors and a tokenizer.json"
            )
    files = home / "model.safetensors", home / "tokenizer.json", declared
    if MODEL2VEC_TABLE not in _names_in(files[0]):
        return StaticFiles(*files)
    return StaticFiles(*files, max_tokens=_cut_of(declared.config, home), drops_unknown=True)


def read_table(files: StaticFiles, largest_id: int) -> NDArray[Any]:
    """The rows by the number of their token, as `largest_id` of the tokenizer asks.

    A folder of model2vec may hold fewer rows, each for several tokens (`mapping`), and what each
    token counts (`weights`).

    Raises:
        GoldrankError: no table of numbers, or one that lacks a row for a token.
    """
    with _opened(files.table) as file:
        names = list(file.keys())
        held = {name: file.get_tensor(name) for name in names if name in TENSORS}
    table = held.get(MODEL2VEC_TABLE, held.get("embedding.weight"))
    if table is None or table.ndim != 2 or not table.size:
        raise GoldrankError(
            f'{files.table}: expected a table "embeddings" or "embedding.weight" of a row a token, '
            f"got {_shapes(held) or ', '.join(names[:4]) or 'nothing'}"
        )
    return _by_token(table, held, files.table, largest_id)


@contextmanager
def _opened(file: Path) -> Iterator[Any]:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(str(file), framework="numpy") as held:
            yield held
    except (SafetensorError, OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise GoldrankError(
            f"{file}: expected a table in safetensors, got {type(error).__name__}: {error}; "
            "fetch the model again"
        ) from error


def _names_in(file: Path) -> list[str]:
    with _opened(file) as held:
        return list(held.keys())


def _by_token(
    table: NDArray[Any], held: Mapping[str, NDArray[Any]], file: Path, largest_id: int
) -> NDArray[Any]:
    mapping, weights = held.get("mapping"), held.get("weights")
    rows = len(table) if mapping is None else len(mapping)
    fits = rows > largest_id and (weights is None or len(weights) == rows)
    if mapping is not None and fits:
        fits = mapping.ndim == 1 and int(mapping.min()) >= 0 and int(mapping.max()) < len(table)
    if not fits:
        raise GoldrankError(
            f"{file}: expected a row for each token up to number {largest_id} of its tokenizer, got "
            f"{_shapes(held)}; table and tokenizer are not of one model"
        )
    made = table if mapping is None else table[mapping]
    return made if weights is None else made * weights.reshape(-1, 1).astype(np.float32)


def _shapes(held: Mapping[str, NDArray[Any]]) -> str:
    shown = [f"{name} {tuple(array.shape)}" for name, array in sorted(held.items())[:4]]
    return ", ".join(shown)


def _is_known(declared: Declared) -> bool:
    return set(declared.modules) <= KNOWN_MODULES


def _cut_of(config: Mapping[str, Any], home: Path) -> int | None:
    cut = config.get("max_length", MODEL2VEC_READS)
    if cut is not None and (not isinstance(cut, int) or cut < 1):
        raise GoldrankError(
            f"{home / 'config.json'}: expected max_length to be a whole number from 1, got {cut!r}"
        )
    return cut


def _wordllama() -> StaticFiles:
    # Found, not imported: the package sets up everybody's logging when it is.
    spec = find_spec(WORDLLAMA)
    for place in (spec.submodule_search_locations or []) if spec is not None else []:
        table, tokenizer = (Path(place) / name for name in WORDLLAMA_FILES)
        if table.is_file() and tokenizer.is_file():
            return StaticFiles(table, tokenizer, read_declared(Path(place) / "weights"))
    raise GoldrankError(
        'model "wordllama": expected the package wordllama with its weights, found none; install it '
        "with: pip install 'goldrank[static]'"
    )
