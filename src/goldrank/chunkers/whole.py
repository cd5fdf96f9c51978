"""The document as one chunk."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.settings import check_name
from goldrank.outline import Outline
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class WholeChunker:
    """One chunk per document, without its front matter; what is over the window shows as cut.

    >>> from goldrank.outline import parse_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("a.txt", "It is so. ", "a")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> WholeChunker("whole")(document, parse_outline(document.text), budget)
    [Chunk(doc_id='a.txt', start=0, end=9)]
    """

    name: str

    def __post_init__(self) -> None:
        check_name("whole", self.name)

    @property
    def limits(self) -> None:
        """A document is as long as it is."""
        return

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Take `document` as it is."""
        span = trim(document.text, outline.body_start, len(document.text))
        return [Chunk(document.doc_id, *span)] if span else []
