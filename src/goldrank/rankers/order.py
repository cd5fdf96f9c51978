"""The one place that decides order.

Scores are compared as integers: rounded to a ranker's step, so that the last bits of floating
point decide nothing. A block holds the scores of some queries over all units, shape
(queries, units), int64; units stand in corpus order, so position breaks every tie. A rank is one
plus a count of the units ahead: counts over shards of a corpus add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError

Scores = NDArray[np.int64]
Positions = NDArray[np.int64]

NOT_RETRIEVED = int(np.iinfo(np.int64).min)
"""The score of a unit that a ranker does not return at all; it has no rank."""

_LARGEST = 2.0**62


class Rank(NamedTuple):
    """A 1-based rank, and the best and the worst rank that its ties allow."""

    rank: int
    best: int
    worst: int


class Ahead(NamedTuple):
    """How many units score better than one, tie with it before its place, and tie after it."""

    better: int
    tied_before: int
    tied_after: int


def quantise(scores: ArrayLike, step: float, retrieved: NDArray[np.bool_] | None = None) -> Scores:
    """Round scores to whole steps; units outside `retrieved` get `NOT_RETRIEVED`.

    `scores` has any shape; `retrieved`, where given, the same. Halves go to the even step.
    Raises `GoldrankError` for a score that is NaN, infinite or over 2**62 steps.

    >>> quantise([0.1234564, 0.1234561, -0.5], 1e-6).tolist()
    [123456, 123456, -500000]
    """
    scaled = np.asarray(scores, dtype=np.float64) * _steps_in_one(step)
    if retrieved is not None:
        scaled = np.where(retrieved, scaled, 0.0)
    _refuse_unordered(scaled, step)
    steps = np.rint(scaled).astype(np.int64)
    if retrieved is not None:
        steps[~retrieved] = NOT_RETRIEVED
    return steps


def score_of(score: int, step: float) -> float | None:
    """The score that a person reads, `None` for a unit that was not retrieved.

    >>> score_of(123456, 1e-6), score_of(NOT_RETRIEVED, 1e-6)
    (0.123456, None)
    """
    return None if score == NOT_RETRIEVED else float(int(score) / _steps_in_one(step))


def ahead(row: Scores, score: int, position: int) -> Ahead:
    """Count what stands before and beside `score` at `position` in one row or shard of a row.

    For a shard that lies after the unit's own, `position` is 0; for one before it, the shard's
    length. The unit itself is not counted.

    >>> ahead(np.array([5, 7, 5, 5, 1]), 5, 2)
    Ahead(better=1, tied_before=1, tied_after=1)
    """
    tied = row == score
    before = int(np.count_nonzero(tied[:position]))
    after = int(np.count_nonzero(tied[position + 1 :]))
    return Ahead(int(np.count_nonzero(row > score)), before, after)


def rank_of(row: Scores, position: int, margin: int = 0) -> Rank | None:
    """The rank of one unit, counted; `None` where it was not retrieved.

    `margin` widens best and worst (not the rank) to units within that many steps, for scores
    that another computation might have put that far off.

    >>> rank_of(np.array([5, 7, 5, 5, 1]), 2)
    Rank(rank=3, best=2, worst=4)
    """
    _refuse_outside(row, [position])
    score = int(row[position])
    if score == NOT_RETRIEVED:
        return None
    count = ahead(row, score, position)
    rank = 1 + count.better + count.tied_before
    if not margin:
        return Rank(rank, 1 + count.better, rank + count.tied_after)
    lowest = max(score - margin, NOT_RETRIEVED + 1)
    best = 1 + int(np.count_nonzero(row > score + margin))
    return Rank(rank, best, int(np.count_nonzero(row >= lowest)))


def ranks_of(
    block: Scores, positions: Sequence[Sequence[int]], margin: int = 0
) -> list[list[Rank | None]]:
    """The ranks of some units of every query: `positions[q]` are those asked of row `q`.

    >>> ranks_of(np.array([[3, 9, 3], [1, 2, 3]]), [[0, 2], []])
    [[Rank(rank=2, best=2, worst=3), Rank(rank=3, best=2, worst=3)], []]
    """
    return [
        [rank_of(row, int(position), margin) for position in asked]
        for row, asked in zip(block, positions, strict=True)
    ]


def full_ranks(block: Scores) -> NDArray[np.int64]:
    """The rank of every unit for every query, 0 where it was not retrieved.

    >>> full_ranks(np.array([[3, 9, 3, NOT_RETRIEVED]])).tolist()
    [[2, 1, 3, 0]]
    """
    ranks = np.zeros(block.shape, dtype=np.int64)
    for row, out in zip(block, ranks, strict=True):
        order = ordered(row)
        out[order] = np.arange(1, len(order) + 1)
    return ranks


def ordered(row: Scores) -> Positions:
    """The positions of all retrieved units of one query, best first.

    >>> ordered(np.array([3, 9, NOT_RETRIEVED, 3])).tolist()
    [1, 0, 3]
    """
    return _best_first(row, np.flatnonzero(row != NOT_RETRIEVED))


def top(row: Scores, depth: int) -> Positions:
    """The positions of the first `depth` units of one query, in order.

    >>> top(np.array([3, 9, 3, 1]), 2).tolist()
    [1, 0]
    """
    found = np.flatnonzero(row != NOT_RETRIEVED)
    if 0 < depth < len(found):
        scores = row[found]
        # Whatever ties with the last place stays in, since position decides among those.
        found = found[scores >= np.partition(scores, -depth)[-depth]]
    return _best_first(row, found)[: max(depth, 0)]


def first(block: Scores, depth: int) -> Scores:
    """The scores of the first `depth` units of every query; the others are not retrieved.

    >>> first(np.array([[3, 9, 3]]), 2)[0, :2].tolist()
    [3, 9]
    """
    kept = np.full(block.shape, NOT_RETRIEVED, dtype=np.int64)
    for row, out in zip(block, kept, strict=True):
        order = top(row, depth)
        out[order] = row[order]
    return kept


def among(block: Scores, allowed: NDArray[np.bool_] | None) -> Scores:
    """The scores of what may be seen; the rest is not retrieved, so no rank counts it.

    `allowed` has the shape of `block`; `None` where all may be seen.

    >>> full_ranks(among(np.array([[9, 8, 7]]), np.array([[False, True, True]]))).tolist()
    [[0, 1, 2]]
    """
    return block if allowed is None else np.where(allowed, block, NOT_RETRIEVED)


def shares_found(whole: Scores, listed: Scores, depth: int, near: int = 0) -> NDArray[np.float64]:
    """The share of what a whole ranking has first that a list has anywhere, for every query.

    Wanted are its first `depth` units, or all where it retrieves fewer. Whatever ties with the last
    of them, or is within `near` steps of it, is as good: position alone decided among those. NaN
    where it retrieves nothing.

    >>> whole = np.array([[9, 7, 7, 5], [4, 3, 2, 1]])
    >>> listed = np.array([[8, NOT_RETRIEVED, 6, NOT_RETRIEVED], [NOT_RETRIEVED, 2, NOT_RETRIEVED, 3]])
    >>> shares_found(whole, listed, 2).tolist()
    [1.0, 0.5]
    """
    shares = np.full(len(whole), np.nan)
    for query, (row, other) in enumerate(zip(whole, listed, strict=True)):
        scores = row[row != NOT_RETRIEVED]
        wanted = min(depth, len(scores))
        if wanted:
            last = max(int(np.partition(scores, -wanted)[-wanted]) - near, NOT_RETRIEVED + 1)
            found = np.count_nonzero((row >= last) & (other != NOT_RETRIEVED))
            shares[query] = min(int(found), wanted) / wanted
    return shares


def tied(block: Scores, depth: int) -> NDArray[np.bool_]:
    """Whether a tie touches the first `depth` places, for every query.

    A tie between the last of them and the next unit counts: position alone decided it.

    >>> tied(np.array([[9, 8, 8, 1], [9, 8, 7, 1]]), 2).tolist()
    [True, False]
    """
    return np.array([holds_tie(row, top(row, depth + 1)) for row in block], dtype=np.bool_)


def holds_tie(row: Scores, order: Positions) -> bool:
    """Whether two neighbours of `order` tie: for whoever has the first `depth` + 1 places already.

    >>> row = np.array([9, 8, 8, 1])
    >>> holds_tie(row, top(row, 2)), holds_tie(row, top(row, 3))
    (False, True)
    """
    scores = row[order]
    return bool(np.any(scores[1:] == scores[:-1]))


def tie_share(block: Scores, depth: int) -> float:
    """The share of queries whose first `depth` places a tie touches; 0.0 for no query.

    >>> tie_share(np.array([[9, 8, 8, 1], [9, 8, 7, 1]]), 2)
    0.5
    """
    return float(tied(block, depth).mean()) if len(block) else 0.0


def _best_first(row: Scores, found: Positions) -> Positions:
    """Sort ascending positions by score, descending; equal scores keep their order."""
    if len(found) < 2:
        return found
    scores = row[found]
    # Modulo 2**64, so that no difference overflows.
    behind = scores.max().astype(np.uint64) - scores.astype(np.uint64)
    digits = behind.astype("<u8", copy=False).view("<u2").reshape(-1, 4)
    order = np.arange(len(found))
    # A stable sort of 16-bit integers is a radix sort: digit by digit it is twice as fast.
    for digit in range(-(-int(behind.max()).bit_length() // 16)):
        order = order[np.argsort(digits[:, digit].take(order), kind="stable")]
    return found[order]


def _steps_in_one(step: float) -> int:
    if not 0 < step <= 1:
        raise GoldrankError(f"step of a ranker's scores: expected 0 < step <= 1, got {step}")
    return round(1 / step)


def _refuse_unordered(scaled: NDArray[Any], step: float) -> None:
    largest = np.abs(scaled).max(initial=0.0)
    if not largest < _LARGEST:
        where = tuple(int(i) for i in np.argwhere(~(np.abs(scaled) < _LARGEST))[0])
        raise GoldrankError(
            f"score at {where}: expected a finite number, got {scaled[where] * step}; "
            "NaN has no place in an order, so look at what made it"
        )


def _refuse_outside(row: Scores, positions: Sequence[int]) -> None:
    for position in positions:
        if not 0 <= position < len(row):
            raise GoldrankError(
                f"unit {position}: expected a position in [0, {len(row)}); "
                "rank gold chunks only against the index that holds them"
            )
