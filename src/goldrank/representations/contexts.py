"""One text per chunk from a file: what a language model wrote about it, say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.representations.base import Represented
from goldrank.representations.prefix import Position, check_position, with_prefix
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document

Place = tuple[str, int, int]


class LeftOver(NamedTuple):
    """How many chunks have no context, and how many contexts belong to no chunk."""

    without: int
    chunks: int
    unused: int
    contexts: int

    def __str__(self) -> str:
        said = []
        if self.without:
            said.append(
                f"{self.without} of {self.chunks} chunks have no context and are indexed raw"
            )
        if self.unused:
            said.append(f"{self.unused} of {self.contexts} contexts belong to no chunk")
        return "; ".join(said)


@dataclass(frozen=True, slots=True)
class Contexts:
    """The context of a chunk, a blank line, then the chunk.

    Found by document and span (`doc_id`, `start`, `end`), or by the sha256 of the chunk's text.
    A chunk without one is indexed raw; `left_over` says how many there are, and how many contexts
    belong to no chunk.
    """

    by_place: Mapping[Place, str]
    by_sha256: Mapping[str, str]
    name: str = "contexts"
    position: Position = "lead"

    def __post_init__(self) -> None:
        check_position(self.name, self.position)

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """The chunk's context, then its text."""
        body = document.text[chunk.start : chunk.end]
        return with_prefix(self.context(chunk, body) or "", body, self.position)

    def context(self, chunk: Chunk, body: str) -> str | None:
        """The context of `chunk`, or `None`."""
        placed = self.by_place.get((chunk.doc_id, chunk.start, chunk.end))
        return placed if placed is not None else self.by_sha256.get(_sha256(body))

    def left_over(self, chunks: Sequence[Chunk], texts: Sequence[Represented]) -> LeftOver:
        """What of `chunks`, represented as `texts`, and of the contexts found no partner."""
        bodies = [text.text[text.body.start : text.body.end] for text in texts]
        pairs = list(zip(chunks, bodies, strict=True))
        without = sum(self.context(chunk, body) is None for chunk, body in pairs)
        places = {(chunk.doc_id, chunk.start, chunk.end) for chunk in chunks}
        # Hashing every chunk's text pays only where contexts are keyed by it.
        texts_there = {_sha256(body) for body in bodies} if self.by_sha256 else set()
        unused = len(self.by_place.keys() - places) + len(self.by_sha256.keys() - texts_there)
        return LeftOver(without, len(pairs), unused, len(self.by_place) + len(self.by_sha256))


def read_contexts(path: Path, name: str = "contexts", position: Position = "lead") -> Contexts:
    """Read a JSONL file of `{"doc_id", "start", "end", "context"}` or `{"sha256", "context"}`.

    A line with a mistake is an error that names it, and so is a place that stands twice.
    """
    by_place: dict[Place, str] = {}
    by_sha256: dict[str, str] = {}
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except FileNotFoundError:
        raise GoldrankError(
            f"representation {name}: no such file of contexts: {path}; write one JSON object a line"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise GoldrankError(f"representation {name}: cannot read {path}: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            _add(_entry(line, path, number), by_place, by_sha256, f"{path}:{number}")
    return Contexts(by_place, by_sha256, name, position)


def _entry(line: str, path: Path, number: int) -> Mapping[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise GoldrankError(f"{path}:{number}: expected a JSON object, got {error}") from error
    if not isinstance(entry, dict) or not isinstance(entry.get("context"), str):
        raise GoldrankError(f'{path}:{number}: expected an object with a text "context"')
    return entry


def _add(
    entry: Mapping[str, Any], by_place: dict[Place, str], by_sha256: dict[str, str], where: str
) -> None:
    context = entry["context"].strip()
    if isinstance(entry.get("sha256"), str):
        if by_sha256.setdefault(entry["sha256"], context) != context:
            raise GoldrankError(f"{where}: sha256 {entry['sha256']} has two different contexts")
        return
    doc_id, start, end = entry.get("doc_id"), entry.get("start"), entry.get("end")
    if not (isinstance(doc_id, str) and type(start) is int and type(end) is int):
        raise GoldrankError(
            f'{where}: expected "doc_id", "start" and "end", or the "sha256" of the chunk\'s text'
        )
    place = (doc_id, start, end)
    if by_place.setdefault(place, context) != context:
        raise GoldrankError(f"{where}: {place[0]}[{place[1]}:{place[2]}] has two contexts")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
