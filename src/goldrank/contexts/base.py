"""What every context promises: what a reader gets where a chunk ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span


class Context(Protocol):
    """From the chunks of one document to what is read of it, settings alone.

    Promises, tested for every implementation: a stretch for each chunk, in order; it lies in the
    document and holds the chunk.

    | context | what is read |
    |---|---|
    | `Itself` | the chunk |
    | `Neighbours` | with so many chunks before and behind it |
    | `Parent` | the section that it begins in, with what stands under its subheadings |
    | `Whole` | the document |
    """

    @property
    def name(self) -> str:
        """The name that tables show."""
        ...

    def __call__(self, document: Document, outline: Outline, chunks: Sequence[Chunk]) -> list[Span]:
        """What is read where each of the document's chunks ranks; they are in its order."""
        ...
