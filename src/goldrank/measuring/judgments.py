"""Gold ranks of many queries as columns, so that measures are a few array operations."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError

Ints = NDArray[np.int64]

BEYOND = 2**53
"""The rank of what was not retrieved: exact as a float, and beyond every cutoff."""


class Gold(NamedTuple):
    """A gold chunk of a need: its rank, `None` where it was not retrieved, and its grade.

    `unit` says which chunk it is. A chunk that is gold for two needs counts once; a rank tells
    that already, so `unit` matters only where the chunk was not retrieved.
    """

    rank: int | None
    grade: int = 1
    unit: Hashable = None


Needs = Sequence[Sequence[Gold]]


@dataclass(frozen=True, slots=True, eq=False)
class Judgments:
    """One row for each gold chunk of each query, and one for each need.

    A need without a gold chunk is split: it counts as one relevant chunk that is never
    retrieved. A grade of 1 and up is relevant; a grade below adds nothing to any measure.
    """

    query: Ints  # of each gold chunk: which query it belongs to
    rank: Ints  # BEYOND where it was not retrieved
    gain: Ints  # its grade, never below 0
    nth: Ints  # how many relevant chunks of its query stand at its rank or before
    ideal_place: Ints  # its place among its query's gold chunks, best grade first
    total: Ints  # of each query: how many relevant chunks it has
    best: Ints  # of each query: the best rank of a relevant chunk
    need_query: Ints  # of each need that has a relevant chunk: which query it belongs to
    need_best: Ints  # the best rank of a relevant chunk of it

    @classmethod
    def of(cls, queries: Sequence[Needs]) -> Judgments:
        """Columns of so many queries; each has one or more needs.

        Raises `GoldrankError` for a query without needs, or a rank below 1.

        >>> Judgments.of([[[Gold(2), Gold(7)], []]]).total.tolist()
        [3]
        """
        rows = [
            (query, *chunk)
            for query, needs in enumerate(queries)
            for chunk in _chunks(needs, query)
        ]
        best_of_needs = [
            (query, best)
            for query, needs in enumerate(queries)
            for best in map(_best_of_need, needs)
            if best is not None
        ]
        return cls._from(_columns(rows, 3), _columns(best_of_needs, 2), len(queries))

    @classmethod
    def _from(cls, chunks: Ints, needs: Ints, queries: int) -> Judgments:
        query, rank, grade = chunks[:, np.lexsort((chunks[1], chunks[0]))]
        relevant = grade > 0
        gain = np.maximum(grade, 0)
        total = np.bincount(query, weights=relevant, minlength=queries).astype(np.int64)
        best = np.full(queries, BEYOND, dtype=np.int64)
        np.minimum.at(best, query[relevant], rank[relevant])
        seen = np.cumsum(relevant) - (np.cumsum(total) - total)[query]
        by_gain = np.lexsort((-gain, query))
        place = np.empty_like(query)
        sizes = np.bincount(query, minlength=queries)
        place[by_gain] = np.arange(1, len(query) + 1) - (np.cumsum(sizes) - sizes)[query]
        return cls(query, rank, gain, seen, place, total, best, needs[0], needs[1])

    @property
    def relevant(self) -> NDArray[np.bool_]:
        """Of each gold chunk: whether its grade is 1 or more."""
        return self.gain > 0

    def per_query(self, values: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum of the gold chunks' values for each query."""
        sums = np.bincount(self.query, weights=values, minlength=len(self.total))
        return sums.astype(np.float64, copy=False)


def _chunks(needs: Needs, query: int) -> list[tuple[int, int]]:
    """Rank and grade of the distinct gold chunks of a query, split needs included."""
    if not needs:
        raise GoldrankError(
            f"query number {query}: expected at least one need, got none; "
            "leave queries without gold out, and count them"
        )
    distinct: dict[Hashable, tuple[int, int]] = {}
    for number, need in enumerate(needs):
        for place, gold in enumerate(need or (Gold(None),)):
            rank, grade, unit = _checked(gold, query)
            key = _identity(rank, unit, (number, place))
            earlier = distinct.get(key, (rank, grade))
            distinct[key] = (rank, max(grade, earlier[1]))
    return list(distinct.values())


def _identity(rank: int, unit: Hashable, place: tuple[int, int]) -> Hashable:
    """What two mentions of one gold chunk share."""
    if rank < BEYOND:
        return "rank", rank
    return place if unit is None else ("unit", unit)


def _best_of_need(need: Sequence[Gold]) -> int | None:
    """The best rank of a relevant chunk of a need, `None` where no grade is 1 or more."""
    found = [
        BEYOND if gold[0] is None else gold[0] for gold in need or (Gold(None),) if gold[1] > 0
    ]
    return min(found, default=None)


def _checked(gold: Gold, query: int) -> tuple[int, int, Hashable]:
    rank, grade, unit = gold
    if rank is None:
        return BEYOND, grade, unit
    if not 1 <= rank < BEYOND:
        raise GoldrankError(f"query number {query}: expected ranks from 1, got {rank}")
    return rank, grade, unit


def _columns(rows: Sequence[tuple[int, ...]], width: int) -> Ints:
    return np.array(rows, dtype=np.int64).reshape(-1, width).T
