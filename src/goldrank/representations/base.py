"""What every representation promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from goldrank.outline import Outline
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class Represented:
    """The string to be indexed; the chunk's own text is `text[body.start:body.end]`."""

    text: str
    body: Span

    @property
    def prefix(self) -> str:
        """Everything in the string that is not the chunk's own text."""
        return self.text[: self.body.start] + self.text[self.body.end :]


class Representation(Protocol):
    """How the text to be indexed is made from a chunk: a pure function.

    The stored text of the chunk never changes; it stands in the result byte for byte.
    """

    @property
    def name(self) -> str:
        """The name that variants use."""
        ...

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """The string to be indexed for `chunk`."""
        ...
