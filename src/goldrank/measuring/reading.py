"""What is read down a ranking: how many tokens, those that were read before not counted again.

Contexts of different sizes can be compared only so: at the same number of tokens read. Of what is
ranked first, the largest context otherwise always wins.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Stretch(NamedTuple):
    """The tokens `[first, last)` of a document, which is a number."""

    document: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Found:
    """The rank of the first stretch that serves a need, and the tokens that were read to its end."""

    rank: int
    tokens: int


def read_down(
    order: Sequence[int], stretches: Sequence[Stretch], most: int, wanted: Sequence[Collection[int]]
) -> list[Found | None]:
    """For each of `wanted`, where the first of its positions stands in `order`.

    `order` are positions among `stretches`, negative where a ranking ends. Reading stops with the
    first stretch that goes beyond `most` tokens: what it holds is not read whole.

    >>> two = [Stretch(0, 0, 10), Stretch(0, 5, 15), Stretch(1, 0, 5)]
    >>> read_down([0, 1, 2], two, 100, [{1}, {2}])
    [Found(rank=2, tokens=15), Found(rank=3, tokens=20)]
    >>> read_down([0, 1, 2], two, 19, [{2}])
    [None]
    """
    found: list[Found | None] = [None] * len(wanted)
    left = {n for n, positions in enumerate(wanted) if positions}
    known: dict[int, Union] = {}
    tokens = 0
    for rank, position in enumerate(order, start=1):
        if position < 0 or not left:
            break
        stretch = stretches[position]
        tokens += known.setdefault(stretch.document, Union()).add(stretch.first, stretch.last)
        if tokens > most:
            break
        served = {n for n in left if position in wanted[n]}
        for n in served:
            found[n] = Found(rank, tokens)
        left -= served
    return found


class Union:
    """Stretches of whole numbers, joined as they come."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> int:
        """Add `[start, end)`; how many numbers of it are new."""
        if end <= start:
            return 0
        low, high = bisect_left(self._ends, start), bisect_right(self._starts, end)
        touched = range(low, high)
        before = sum(self._ends[n] - self._starts[n] for n in touched)
        first = min([start, *self._starts[low:high]])
        last = max([end, *self._ends[low:high]])
        self._starts[low:high], self._ends[low:high] = [first], [last]
        return (last - first) - before
