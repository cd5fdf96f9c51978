"""One text per chunk from a file: what a language model wrote about it, say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.representations.base import Represented
from goldrank.representations.prefix import Position, with_prefix
from goldrank.tokens import TokenCounter
from goldrank.types import Chunk, Document

Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Contexts:
    """The context of a chunk, a blank line, then the chunk.

    Found by document and span (`doc_id`, `start`, `end`), or by the sha256 of the chunk's text.
    A chunk without one is indexed raw; `missing` counts them.
    """

    by_place: Mapping[Place, str]
    by_sha256: Mapping[str, str]
    name: str = "contexts"
    position: Position = "lead"
    source: str = field(default="", compare=False)

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


def read_contexts(path: Path, name: str = "contexts", position: Position = "lead") -> Contexts:
    """Read a JSONL file of `{"doc_id", "start", "end", "context"}` or `{"sha256", "context"}`.

    A line with a mistake is an error that names it, and so is a place that stands twice.
    """
    by_place: dict[Place, str] = {}
    by_sha256: dict[str, str] = {}
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise GoldrankError(f"contexts: cannot read {path}: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            _add(_entry(line, path, number), by_place, by_sha256, f"{path}:{number}")
    return Contexts(by_place, by_sha256, name, position, str(path))


def _entry(line: str, path: Path, number: int) -> Mapping[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError as error:
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
    try:
        place = (str(entry["doc_id"]), int(entry["start"]), int(entry["end"]))
    except (KeyError, TypeError, ValueError):
        raise GoldrankError(
            f'{where}: expected "doc_id", "start" and "end", or the "sha256" of the chunk\'s text'
        ) from None
    if by_place.setdefault(place, context) != context:
        raise GoldrankError(f"{where}: {place[0]}[{place[1]}:{place[2]}] has two contexts")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
