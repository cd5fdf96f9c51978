"""The same number of tokens in every chunk, whatever the text says."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.chunkers.base import Budget
from goldrank.chunkers.room import Room
from goldrank.chunkers.settings import Limits, Reserve, Unit, check_name, check_overlap, check_room
from goldrank.chunkers.windows import windows
from goldrank.outline import Outline
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True)
class FixedChunker:
    """Windows of `limit` tokens (or characters) that share `overlap` of them with the one before.

    >>> from goldrank.outline import parse_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("a.txt", "klmnopqr", "a")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> chunker = FixedChunker("fixed", limit=4, unit="characters", overlap=1)
    >>> [(c.start, c.end) for c in chunker(document, parse_outline(document.text), budget)]
    [(0, 4), (3, 7), (6, 8)]
    """

    name: str
    limit: int | None = None
    unit: Unit = "tokens"
    reserve: Reserve = "breadcrumb"
    overlap: int = 0

    def __post_init__(self) -> None:
        check_name("fixed", self.name)
        check_room(self.name, self.limit, self.unit, self.reserve)
        check_overlap(self.name, self.overlap, self.limit)

    @property
    def limits(self) -> Limits:
        """The settings of that name."""
        return Limits(self.limit, self.unit, self.reserve)

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        room = Room(document, outline, budget, self.limits)
        check_overlap(self.name, self.overlap, room.bound)
        pieces = windows(
            room,
            outline.body_start,
            len(document.text),
            back=lambda start, end: room.back(start, end, self.overlap),
        )
        return [Chunk(document.doc_id, *piece) for piece in pieces]
