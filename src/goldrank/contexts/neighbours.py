"""The chunk with those around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class Neighbours:
    """With `count` chunks of its document before it and behind it, and what is between them.

    >>> from goldrank.outline import parse_outline
    >>> chunks = [Chunk("a.md", 0, 2), Chunk("a.md", 2, 4), Chunk("a.md", 4, 6)]
    >>> text = "a b c "
    >>> Neighbours("near", 1)(Document("a.md", text, "a"), parse_outline(text), chunks)
    [Span(start=0, end=4), Span(start=0, end=6), Span(start=2, end=6)]
    """

    name: str
    count: int

    def __call__(self, document: Document, outline: Outline, chunks: Sequence[Chunk]) -> list[Span]:
        """From the first neighbour's beginning to the last one's end."""
        return [
            _around(chunks[max(0, at - self.count) : at + self.count + 1])
            for at in range(len(chunks))
        ]


def _around(chunks: Sequence[Chunk]) -> Span:
    return Span(min(chunk.start for chunk in chunks), max(chunk.end for chunk in chunks))
