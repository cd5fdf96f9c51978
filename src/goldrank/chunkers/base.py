"""What every chunker promises, and the room it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from goldrank.chunkers.settings import Limits
from goldrank.outline import Outline
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class Budget:
    """What a chunker is handed besides the document: how to count, and what will be put in front.

    `window` is the number of content tokens that the encoder reads of a text (what its prompt
    takes is not among them), `None` where it has no end.
    `prefix_at(document, outline, offset)` is the breadcrumb that a chunk starting at `offset`
    will carry, with its separator; chunkers count it, so that prefix and chunk fit together.
    """

    counter: TokenCounter
    window: int | None
    prefix_at: Callable[[Document, Outline, int], str]


class Chunker(Protocol):
    """Cuts a document into chunks.

    Promises, tested for every implementation:
    chunks are in corpus order and inside the body (front matter is in no chunk);
    `document.text[chunk.start:chunk.end]` holds something else than white space;
    with a limit, `prefix + text` counts at most `limit`, unless one grapheme alone is larger, or
    the prefix would take more than half of the limit (then `text` counts at most `limit`);
    the same document gives the same chunks; it always ends.
    """

    @property
    def name(self) -> str:
        """The name that tables show."""
        ...

    @property
    def limits(self) -> Limits | None:
        """How long its chunks may be; `None` where it does not say, as of a user's own."""
        ...

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        ...
