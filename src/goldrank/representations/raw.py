"""The chunk as it is."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.outline import Outline
from goldrank.representations.base import Represented
from goldrank.representations.prefix import with_prefix
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class Raw:
    """The chunk's own text and nothing else."""

    name: str = "raw"

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """The chunk's text."""
        return with_prefix("", document.text[chunk.start : chunk.end])
