"""Cutting a stretch from front to back, each piece as long as the room allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goldrank.chunkers.graphemes import boundary_after, boundary_before, trim
from goldrank.chunkers.room import Room
from goldrank.types import Span

# (start, reach) -> the end of the piece, somewhere in (start, reach]
Choose = Callable[[int, int], int]
# (start, end) of a piece -> where the next one starts; at or before `start` means at `end`
Back = Callable[[int, int], int]


def at_reach(start: int, reach: int) -> int:
    """Cut as late as possible: a hard cut."""
    return reach


def at_end(start: int, end: int) -> int:
    """Begin where the piece before ended: no overlap."""
    return end


def windows(
    room: Room, start: int, stop: int, choose: Choose = at_reach, back: Back = at_end
) -> Iterator[Span]:
    """Pieces that cover what is not white space in `[start, stop)`; each fits and ends later.

    `start` and `stop` are grapheme boundaries. No piece ends inside a grapheme, and one grapheme
    is taken even where it alone is over the limit, so that the cutting always ends.
    """
    text = room.document.text
    whole = trim(text, start, stop)
    covered = start
    while whole and (rest := trim(text, start, whole.end)):
        piece = _piece(room, rest, choose)
        if piece.end <= covered:  # a longer prefix than before leaves the overlap no room
            start = covered
            continue
        yield piece
        covered = piece.end
        if covered >= whole.end:
            return
        begin = back(piece.start, covered)
        start = begin if piece.start < begin else covered


def _piece(room: Room, rest: Span, choose: Choose) -> Span:
    text, start = room.document.text, rest.start
    for reach in room.reaches(start, rest.end):
        chosen = boundary_before(text, start, choose(start, reach))
        piece = trim(text, start, chosen if start < chosen else reach)
        if piece and room.fits(start, piece.end):
            return Span(start, piece.end)
    return Span(start, boundary_after(text, start, start + 1))
