"""The document's own abstract before every chunk."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.representations.base import Represented
from goldrank.representations.prefix import Position, check_position, with_prefix
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class Abstract:
    """The front matter's abstract, else the lead of the document, cut at `max_tokens`.

    The lead is the first section's text that is not empty. It is cut at a token, wherever that
    falls, so that its length is what it is said to be.
    """

    name: str = "abstract"
    max_tokens: int = 400
    position: Position = "lead"

    def __post_init__(self) -> None:
        check_position(self.name, self.position)
        if type(self.max_tokens) is not int or self.max_tokens < 1:
            raise GoldrankError(
                f"representation {self.name}: max_tokens: expected a whole number of at least 1, "
                f"got {self.max_tokens!r}"
            )

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """The abstract, then the chunk's text."""
        prefix = self.prefix(document, outline, counter)
        return with_prefix(prefix, document.text[chunk.start : chunk.end], self.position)

    def prefix(self, document: Document, outline: Outline, counter: TokenCounter) -> str:
        """The abstract of `document`, cut to size."""
        text = (document.abstract or lead(document, outline)).strip()
        # Counting all of a long document would take long; the head of it nearly always suffices.
        head = text[: self.max_tokens * 40]
        spans = counter.spans(head)
        if len(spans) <= self.max_tokens and len(head) < len(text):
            spans = counter.spans(text)
        return text if len(spans) <= self.max_tokens else text[: spans[self.max_tokens - 1].end]


def lead(document: Document, outline: Outline) -> str:
    """The first text of a document: what stands under its first heading, or before it."""
    for section in outline.sections:
        text = document.text[section.body_start : section.end].strip()
        if text:
            return text
    return ""
