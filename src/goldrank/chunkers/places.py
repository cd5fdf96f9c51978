"""Where the texts that a splitter returned stand in the document."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from goldrank.types import Span

_HIGHEST_SPACE = 0x3000
_IS_SPACE = np.array([chr(code).isspace() for code in range(_HIGHEST_SPACE + 2)])


@dataclass(frozen=True, slots=True)
class Piece:
    """A text that a splitter returned, and where it says that it starts, if it says so."""

    text: str
    hint: int | None = None


@dataclass(frozen=True, slots=True)
class Squeezed:
    """A text without its white space, and where each character that is left stands in it."""

    text: str
    characters: str
    places: NDArray[np.intp]

    @classmethod
    def of(cls, text: str) -> Squeezed:
        """Squeeze `text`."""
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        kept = ~_IS_SPACE[np.minimum(codes, _HIGHEST_SPACE + 1)]
        return cls(text, "".join(text.split()), np.flatnonzero(kept))

    def span(self, at: int, length: int) -> Span:
        """The stretch of the text that `length` characters from the `at`-th take."""
        return Span(int(self.places[at]), int(self.places[at + length - 1]) + 1)

    def index(self, place: int) -> int:
        """How many characters that are not white space stand before `place`."""
        return bisect_left(self.places, place)

    def holds(self, words: list[str], at: int, length: int) -> bool:
        """Whether white space stands where it stands between `words`, however much of it."""
        start, end = self.span(at, length)
        return self.text[start:end].split() == words


@dataclass(frozen=True, slots=True)
class NotPlaced:
    """The piece that has no place after the one before it, and where it does stand, if anywhere."""

    number: int
    elsewhere: Span | None


def place_pieces(text: str, pieces: Sequence[Piece]) -> list[Span] | NotPlaced:
    """Where each piece stands: starts ascend, and any white space matches any other.

    Walks forward from the piece before. Of several places it takes the one with the least
    overlap, and reads the pieces from the back only where that leaves a later one no place
    (as in `ab ab ab` cut with overlap). Ends ascend too, except where a piece has no other place
    than inside the one before (as the end of a sliding window has).

    >>> place_pieces("beep  beep", [Piece("beep"), Piece("beep")])
    [Span(start=0, end=4), Span(start=6, end=10)]
    >>> place_pieces("ab ab ab", [Piece("ab ab"), Piece("ab ab")])
    [Span(start=0, end=5), Span(start=3, end=8)]
    >>> place_pieces("red fox ran", [Piece("red fox"), Piece("fox ran"), Piece("ran")])
    [Span(start=0, end=7), Span(start=4, end=11), Span(start=8, end=11)]
    """
    squeezed = Squeezed.of(text)
    anywhere = [len(text)] * len(pieces)
    found = _forward(squeezed, pieces, anywhere)
    if isinstance(found, NotPlaced) and (latest := _latest_starts(squeezed, pieces)) is not None:
        again = _forward(squeezed, pieces, latest)
        found = found if isinstance(again, NotPlaced) else again
    return _forward(squeezed, pieces, anywhere, True) if isinstance(found, NotPlaced) else found


def _forward(
    squeezed: Squeezed, pieces: Sequence[Piece], latest: Sequence[int], inside: bool = False
) -> list[Span] | NotPlaced:
    spans: list[Span] = []
    before = Span(-1, 0)  # of the piece before, in characters that are not white space
    for number, (piece, last) in enumerate(zip(pieces, latest, strict=True)):
        words = piece.text.split()
        length = sum(map(len, words))
        characters = "".join(words)
        candidates = _candidates(squeezed, piece, characters, before, last)
        if inside:
            candidates = chain(candidates, _inside(squeezed, characters, before))
        at = next((at for at in candidates if squeezed.holds(words, at, length)), None)
        if at is None:
            return NotPlaced(number, _anywhere(squeezed, words))
        spans.append(squeezed.span(at, length))
        before = Span(at, at + length)
    return spans


def _candidates(
    squeezed: Squeezed, piece: Piece, characters: str, before: Span, last: int
) -> Iterator[int]:
    """Where a piece may start, the likeliest first; always after `before` starts and ends."""
    text, length = squeezed.characters, len(characters)
    least = max(before.start + 1, before.end - length + 1)
    at = -1 if piece.hint is None else squeezed.index(piece.hint)
    if least <= at <= last and text.startswith(characters, at):
        yield at
    at = min(before.end, last)
    while (at := text.rfind(characters, least, at + length)) >= 0:
        yield at
        at -= 1
    at = before.end
    while (at := text.find(characters, at + 1, last + length)) >= 0:
        yield at


def _inside(squeezed: Squeezed, characters: str, before: Span) -> Iterator[int]:
    """Where a piece may start inside the one before, the last place first."""
    end = before.end
    while (at := squeezed.characters.rfind(characters, before.start + 1, end)) >= 0:
        yield at
        end = at + len(characters) - 1


def _anywhere(squeezed: Squeezed, words: list[str]) -> Span | None:
    characters = "".join(words)
    at = -1
    while (at := squeezed.characters.find(characters, at + 1)) >= 0:
        if squeezed.holds(words, at, len(characters)):
            return squeezed.span(at, len(characters))
    return None


def _latest_starts(squeezed: Squeezed, pieces: Sequence[Piece]) -> list[int] | None:
    """The last start of each piece that leaves every later one a place."""
    starts: list[int] = []
    last = len(squeezed.characters)
    for piece in reversed(pieces):
        words = piece.text.split()
        length = sum(map(len, words))
        at = last
        while (at := squeezed.characters.rfind("".join(words), 0, at + length)) >= 0:
            if squeezed.holds(words, at, length):
                break
            at -= 1
        if at < 0:
            return None
        starts.append(at)
        last = at - 1
    return starts[::-1]
