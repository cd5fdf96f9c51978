"""Half-open stretches of text: their union, their difference, and counting in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from goldrank.types import Span

Offsets = NDArray[np.int64]


def union(spans: Iterable[Span | None]) -> list[Span]:
    """Disjoint spans that hold what any of `spans` holds, in order.

    >>> union([Span(5, 9), None, Span(0, 3), Span(2, 4)])
    [Span(start=0, end=4), Span(start=5, end=9)]
    """
    merged: list[Span] = []
    for span in sorted(span for span in spans if span is not None and span.start < span.end):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


class Counted:
    """Stretches that count, such as a document's body, ready to say how much of them is held.

    >>> Counted([Span(0, 4), Span(6, 9)]).characters_in([Span(2, 7)])
    3
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = union(spans)
        self._starts: Offsets = np.array([span.start for span in self.spans], dtype=np.int64)
        self._ends: Offsets = np.array([span.end for span in self.spans], dtype=np.int64)
        self._before = np.concatenate([[0], np.cumsum(self._ends - self._starts)])

    @property
    def characters(self) -> int:
        """How many characters count."""
        return int(self._before[-1])

    def characters_in(self, held: Sequence[Span]) -> int:
        """How many of them disjoint spans hold."""
        starts = np.array([span.start for span in held], dtype=np.int64)
        ends = np.array([span.end for span in held], dtype=np.int64)
        return int((self._up_to(ends) - self._up_to(starts)).sum())

    def _up_to(self, offsets: Offsets) -> Offsets:
        """How many of them lie before each offset."""
        full = np.searchsorted(self._ends, offsets, side="right")
        partly = np.append(self._starts, np.iinfo(np.int64).max)[full]
        rest: Offsets = self._before[full] + np.maximum(0, offsets - np.minimum(partly, offsets))
        return rest

    def gaps(self, held: Sequence[Span], text: str) -> list[Span]:
        """What `held` leaves out; pieces with only white space between are one."""
        return joined(subtract(self.spans, held), text)


def joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Spans of `text` in order; those with only white space between are one.

    >>> joined([Span(0, 2), Span(3, 5), Span(7, 8)], "ab cd.e f")
    [Span(start=0, end=5), Span(start=7, end=8)]
    """
    pieces: list[Span] = []
    for span in spans:
        if pieces and not text[pieces[-1].end : span.start].strip():
            pieces[-1] = Span(pieces[-1].start, span.end)
        else:
            pieces.append(span)
    return pieces


def subtract(spans: Sequence[Span], held: Sequence[Span]) -> list[Span]:
    """What is left of `spans` without `held`; both are disjoint and in order.

    >>> subtract([Span(0, 9)], [Span(2, 3)])
    [Span(start=0, end=2), Span(start=3, end=9)]
    """
    left: list[Span] = []
    first = 0
    for span in spans:
        start = span.start
        while first < len(held) and held[first].end <= start:
            first += 1
        for other in held[first:]:
            if other.start >= span.end:
                break
            if start < other.start:
                left.append(Span(start, other.start))
            start = max(start, other.end)
        if start < span.end:
            left.append(Span(start, span.end))
    return left
