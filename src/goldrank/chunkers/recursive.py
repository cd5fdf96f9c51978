"""Separators from coarse to fine."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import boundary_before, trim
from goldrank.chunkers.room import Room
from goldrank.chunkers.settings import Limits, Reserve, Unit, check_name, check_overlap, check_room
from goldrank.chunkers.windows import windows
from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span

SEPARATORS = ("\n\n", "\n", ". ", " ", "")


@dataclass(frozen=True, slots=True)
class RecursiveChunker:
    """Cut at the coarsest separator, what is still too long at the next, and merge what is small.

    Neighbours between two separators of one kind are merged as long as they fit, and share whole
    pieces of at most `overlap` tokens (or characters). A separator stays at the end of its piece.
    The empty separator, implied at the end, cuts hard. After LangChain's
    RecursiveCharacterTextSplitter, but for slices in place of rebuilt text and exact counts.

    >>> from goldrank.outline import parse_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("a.txt", "beep beep", "a")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> chunker = RecursiveChunker("recursive", limit=4, unit="characters")
    >>> [(c.start, c.end) for c in chunker(document, parse_outline(document.text), budget)]
    [(0, 4), (5, 9)]
    """

    name: str
    limit: int | None = None
    unit: Unit = "tokens"
    reserve: Reserve = "breadcrumb"
    overlap: int = 0
    separators: tuple[str, ...] = SEPARATORS

    def __post_init__(self) -> None:
        check_name("recursive", self.name)
        check_room(self.name, self.limit, self.unit, self.reserve)
        check_overlap(self.name, self.overlap, self.limit)
        if not isinstance(self.separators, tuple) or any(
            not isinstance(separator, str) for separator in self.separators
        ):
            raise GoldrankError(
                f"chunker {self.name!r}: separators: expected texts from coarse to fine, "
                f"got {self.separators!r}"
            )

    @property
    def limits(self) -> Limits:
        """The settings of that name."""
        return Limits(self.limit, self.unit, self.reserve)

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        room = Room(document, outline, budget, self.limits)
        check_overlap(self.name, self.overlap, room.bound)
        body = trim(document.text, outline.body_start, len(document.text))
        pieces = self._cut(room, body, self.separators) if body else ()
        return [Chunk(document.doc_id, *piece) for piece in pieces]

    def _cut(self, room: Room, span: Span, separators: tuple[str, ...]) -> Iterator[Span]:
        if room.fits(*span):
            yield span
            return
        pieces, finer = _split(room.document.text, span, separators)
        small: list[Span] = []
        for piece in pieces:
            if room.roughly_fits(*piece) or not finer:
                small.append(piece)
                continue
            yield from self._merge(room, small)
            yield from self._cut(room, piece, finer)
            small = []
        yield from self._merge(room, small)

    def _merge(self, room: Room, pieces: list[Span]) -> Iterator[Span]:
        starts = [piece.start for piece in pieces]
        ends = [piece.end for piece in pieces]

        def choose(start: int, reach: int) -> int:
            last = bisect_right(ends, reach) - 1
            return ends[last] if last >= 0 and ends[last] > start else reach

        def back(start: int, end: int) -> int:
            place = room.back(start, end, self.overlap)
            after = bisect_right(ends, end)
            if not after or ends[after - 1] != end:  # a hard cut inside a piece
                return place
            for index in range(bisect_left(starts, place), after):
                if room.roughly_fits(starts[index], ends[min(after, len(ends) - 1)]):
                    return starts[index]
            return end

        if pieces:
            yield from windows(room, starts[0], ends[-1], choose, back)


def _split(
    text: str, span: Span, separators: tuple[str, ...]
) -> tuple[list[Span], tuple[str, ...]]:
    """The pieces between the first separator that occurs, and the separators after it."""
    for index, separator in enumerate(separators):
        if separator == "":
            break
        pieces = _between(text, span, separator)
        if len(pieces) > 1:
            return pieces, (*separators[index + 1 :], "")
    return [span], ()


def _between(text: str, span: Span, separator: str) -> list[Span]:
    runs = re.compile(f"(?:{re.escape(separator)})+").finditer(text, *span)
    inner = (boundary_before(text, span.start, run.end()) for run in runs)
    cuts = [span.start, *inner, span.end]
    pieces = (trim(text, start, end) for start, end in pairwise(cuts))
    return [piece for piece in pieces if piece]
