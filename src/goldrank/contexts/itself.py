"""The chunk, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class Itself:
    """What ranks is what is read: every other context is held against it."""

    name: str = "chunk"

    def __call__(self, document: Document, outline: Outline, chunks: Sequence[Chunk]) -> list[Span]:
        """The chunks themselves."""
        return [Span(chunk.start, chunk.end) for chunk in chunks]
