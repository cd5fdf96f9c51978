"""The document of a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class Whole:
    """All of the document, front matter left out."""

    name: str

    def __call__(self, document: Document, outline: Outline, chunks: Sequence[Chunk]) -> list[Span]:
        """From where its text begins to its end."""
        start = min([outline.body_start, *(chunk.start for chunk in chunks)])
        return [Span(start, len(document.text)) for _ in chunks]
