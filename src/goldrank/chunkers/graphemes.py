"""Places where a text may be cut: never inside what a reader sees as one character (UAX #29)."""

from __future__ import annotations

import regex

from goldrank.types import Span

_CLUSTER = regex.compile(r"\X")
# Between two characters without any grapheme property there is always a boundary (rule GB999).
_PLAIN_PAIR = regex.compile(r"\p{GCB=Other}{2}")
_LAST_PLAIN_PAIR = regex.compile(r"(?r)\p{GCB=Other}{2}")


def boundary_before(text: str, floor: int, at: int) -> int:
    r"""The last grapheme boundary in `[floor, at]`, where `floor` is known to be one.

    >>> boundary_before("cafe\u0301s", 0, 4)
    3
    """
    if at <= floor or at >= len(text) or _PLAIN_PAIR.match(text, at - 1):
        return max(floor, min(at, len(text)))
    sure = _LAST_PLAIN_PAIR.search(text, floor, at)
    place = sure.start() + 1 if sure else floor
    while (end := int(_CLUSTER.match(text, place).end())) <= at:
        place = end
    return place


def boundary_after(text: str, floor: int, at: int) -> int:
    r"""The first grapheme boundary at or after `at`, where `floor <= at` is known to be one.

    >>> boundary_after("cafe\u0301s", 0, 4)
    5
    """
    place = boundary_before(text, floor, at)
    return place if place >= min(at, len(text)) else int(_CLUSTER.match(text, place).end())


def trim(text: str, start: int, end: int) -> Span | None:
    r"""`[start, end)` without leading and trailing white space, or `None` where nothing is left.

    White space that carries a combining mark stays: it is one character with its mark.

    >>> trim(" it is\n", 0, 7)
    Span(start=1, end=6)
    >>> trim(" \n", 0, 2) is None
    True
    """
    first, last = start, end
    while first < last and text[first].isspace():
        first += 1
    if first >= last:
        return None
    while text[last - 1].isspace():
        last -= 1
    first = boundary_before(text, start, first)
    return Span(first, min(end, boundary_after(text, first, last)))
