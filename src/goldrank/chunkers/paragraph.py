"""Every block by itself."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.heading import cut_blocks
from goldrank.chunkers.room import Room
from goldrank.chunkers.settings import Limits, Reserve, Unit, check_name, check_room
from goldrank.outline import Outline
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class ParagraphChunker:
    r"""One chunk per block: paragraph, list, fence, table, quote. Heading lines are in none.

    A block over the limit is cut at line, sentence or word ends, then hard.

    >>> from goldrank.outline import parse_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("a.md", "# A\n\none\n\ntwo\n", "A")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> ParagraphChunker("paragraph")(document, parse_outline(document.text), budget)
    [Chunk(doc_id='a.md', start=5, end=8), Chunk(doc_id='a.md', start=10, end=13)]
    """

    name: str
    limit: int | None = None
    unit: Unit = "tokens"
    reserve: Reserve = "breadcrumb"

    def __post_init__(self) -> None:
        check_name("paragraph", self.name)
        check_room(self.name, self.limit, self.unit, self.reserve)

    @property
    def limits(self) -> Limits:
        """The settings of that name."""
        return Limits(self.limit, self.unit, self.reserve)

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        room = Room(document, outline, budget, self.limits)
        return [
            Chunk(document.doc_id, *piece)
            for block in outline.blocks
            if block.kind != "heading" and (span := trim(document.text, block.start, block.end))
            for piece in cut_blocks(room, span)
        ]
