"""Which files an ONNX model is made of, and what they declare; nothing of it is loaded."""

from __future__ import annotations

import mmap
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from goldrank.encoders.declared import Declared, read_declared, smallest_window
from goldrank.encoders.models import BUNDLED, has_weights, resolve_model
from goldrank.encoders.pooling import POOLINGS
from goldrank.errors import GoldrankError

USUAL = ("model.onnx", "onnx/model.onnx")
TOLD_IN = ("modules.json", "config.json", "sentence_bert_config.json", "tokenizer_config.json")
KNOWN_MODULES = {"Transformer", "Pooling", "Normalize"}
# In a graph, the name of a file beside it that holds weights: the key "location" and its value.
OUTSIDE = re.compile(rb"\x0a\x08location\x12([\x01-\x7f])")
BY_BATCH = b"DynamicQuantizeLinear"


@dataclass(frozen=True)
class OnnxFiles:
    """A graph, its tokenizer, and what the folder says of both."""

    graph: Path
    tokenizer: Path
    declared: Declared

    @property
    def pooling(self) -> str | None:
        """How its folder says that tokens are pooled; `None` where it does not.

        Raises:
            GoldrankError: it is a way that is not computed here.
        """
        config = self.declared.pooling
        if not config:
            return None
        modes = _modes(config)
        if len(modes) != 1 or modes[0] not in POOLINGS or config.get("include_prompt") is False:
            shown = " and ".join(modes) or "none"
            raise GoldrankError(
                f"{self.graph}: expected pooling by {' or '.join(POOLINGS)} of all tokens, and its "
                f"folder declares {shown}{', prompts left out' if modes[:1] == ['mean'] else ''}; "
                'use kind = "sentence-transformers", or a graph that pools itself'
            )
        return modes[0]

    @cached_property
    def all_files(self) -> tuple[Path, ...]:
        """Every file that a vector depends on."""
        outside = sorted({self.graph.parent / name for name in self._scanned[0]})
        return (self.graph, self.tokenizer, *(file for file in outside if file.is_file()))

    @property
    def is_by_batch(self) -> bool:
        """Whether numbers are rounded by what else is in a batch, as in dynamic quantisation."""
        return self._scanned[1]

    @cached_property
    def _scanned(self) -> tuple[list[str], bool]:
        if not self.graph.stat().st_size:
            return [], False
        with (
            self.graph.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            names = [
                data[found.end() : found.end() + found[1][0]] for found in OUTSIDE.finditer(data)
            ]
            return [name.decode("utf-8", "replace") for name in names], data.find(BY_BATCH) >= 0

    def windows(self, truncation: int | None) -> dict[str, int | None]:
        """Every declared window in tokens, special ones included, by where it is declared."""
        return self.declared.windows(truncation)

    def cut(self, truncation: int | None) -> int | None:
        """What an input is cut to: the smallest window declared, or else where the tokenizer cuts."""
        return smallest_window(self.windows(None)) or truncation


def is_onnx(folder: Path) -> bool:
    """Whether a folder holds a graph and its tokenizer, and no weights for another library."""
    if has_weights(folder):
        return False
    graphs = [folder / name for name in USUAL if (folder / name).is_file()] or _graphs_in(folder)
    return len(graphs) > 0 and (folder / "tokenizer.json").is_file()


def onnx_files(model: str, file: str = "", tokenizer: str = "") -> OnnxFiles:
    """The files of a model: a folder, or a graph alone.

    `file` names one graph of several, `tokenizer` a `tokenizer.json` or a folder that has one, or
    `"bundled"` for that of the bundled model. What is declared beside the tokenizer holds where
    nothing is beside the graph.

    Raises:
        GoldrankError: no graph, several of which none is named, or no tokenizer.
    """
    place = Path(model).expanduser()
    folder = place if place.is_dir() else place.parent
    if not place.exists():
        raise GoldrankError(
            f'model "{model}": expected a folder with a model.onnx, or such a file, at '
            f"{place.absolute()}, found none; give its path"
        )
    graph = _graph(folder, file) if place.is_dir() else place
    # A folder of graphs alone lies beside the files that tell of them.
    above = graph.parent.parent if graph.parent.name == "onnx" else folder
    named = _named_tokenizer(tokenizer) if tokenizer else None
    declared = read_declared(_telling([folder, above, *([named.parent] if named else [])]))
    if declared.modules and not set(declared.modules) <= KNOWN_MODULES:
        others = ", ".join(m for m in declared.modules if m not in KNOWN_MODULES)
        raise GoldrankError(
            f'model "{model}": expected modules {", ".join(sorted(KNOWN_MODULES))} alone, got '
            f'{others}; use kind = "sentence-transformers"'
        )
    places = [declared.folder, folder, graph.parent, above]
    return OnnxFiles(graph, named or _tokenizer_in(places, model), declared)


def _telling(folders: list[Path]) -> Path:
    """The first that tells anything of a model; a graph alone is told of beside its tokenizer."""
    told = (f for f in folders if any((f / name).is_file() for name in TOLD_IN))
    return next(told, folders[0])


def _graph(folder: Path, file: str) -> Path:
    if file:
        if (folder / file).is_file():
            return folder / file
        raise GoldrankError(
            f'model "{folder}": expected a graph at {folder / file}, found none'
            f"{_those(_graphs_in(folder), folder)}"
        )
    for name in USUAL:
        if (folder / name).is_file():
            return folder / name
    graphs = _graphs_in(folder)
    if len(graphs) == 1:
        return graphs[0]
    which = "several and no model.onnx" if graphs else "none"
    raise GoldrankError(
        f'model "{folder}": expected one ONNX graph, model.onnx or onnx/model.onnx, found {which}'
        f"{_those(graphs, folder)}"
    )


def _those(graphs: list[Path], folder: Path) -> str:
    names = ", ".join(graph.relative_to(folder).as_posix() for graph in graphs[:6])
    return (
        f'; name one with file = "…": {names}' if graphs else "; give the folder of an ONNX model"
    )


def _graphs_in(folder: Path) -> list[Path]:
    return [g for place in (folder, folder / "onnx") for g in sorted(place.glob("*.onnx"))]


def _tokenizer_in(places: list[Path], model: str) -> Path:
    for place in places:
        if (place / "tokenizer.json").is_file():
            return place / "tokenizer.json"
    raise GoldrankError(
        f'model "{model}": expected a tokenizer.json in {places[0]}, found none; save the fast '
        "tokenizer of the model there, or name one with tokenizer"
    )


def _named_tokenizer(tokenizer: str) -> Path:
    place = resolve_model(BUNDLED) if tokenizer == BUNDLED else Path(tokenizer).expanduser()
    file = place / "tokenizer.json" if place.is_dir() else place
    if file.is_file():
        return file
    raise GoldrankError(
        f'tokenizer "{tokenizer}": expected a tokenizer.json, or a folder that has one, at '
        f"{place.absolute()}, found none"
    )


def _modes(config: Mapping[str, Any]) -> list[str]:
    """The ways of pooling that a configuration asks for, in its old form or in its new one."""
    new = config.get("pooling_mode")
    if new is not None:
        return [str(mode) for mode in (new if isinstance(new, list) else [new])]
    begin, end = "pooling_mode_", re.compile(r"_tokens?$")
    asked = [key for key, value in config.items() if key.startswith(begin) and value is True]
    return [end.sub("", key.removeprefix(begin)) for key in asked]
