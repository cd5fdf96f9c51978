"""Ranking every query under every system of one chunker, block by block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.evidence.gold import GoldNeed
from goldrank.rankers.base import QueryBlock
from goldrank.rankers.graph import Fitted, Scored, wholes_for
from goldrank.rankers.order import (
    NOT_RETRIEVED,
    Rank,
    Scores,
    rank_of,
    score_of,
    shares_found,
    tied,
    top,
)
from goldrank.running.filtered_after import After, Open, is_asked_again
from goldrank.types import System, Variant

BLOCK = 64
SHOWN_DEPTH = 10

Positions = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class GoldPlace:
    """Where one gold unit of a need ranks; `rank` is `None` where it was not retrieved.

    `rank.best` and `rank.worst` allow for ties, and for near-ties where `near_tie` says so.
    Where chunks are ranked, `in_document` is its rank among the chunks of its own document, and
    `document` the rank of that document by its best chunk: a header that tells documents apart
    moves the second, one that tells chunks apart the first.
    """

    position: int
    grade: int
    rank: Rank | None
    score: float | None
    near_tie: bool = False
    in_document: int | None = None
    document: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One system's answers: per need its gold units, per query its first units.

    `top` has shape (queries, depth), -1 where fewer were retrieved; `top_scores` the first
    ten scores of each query in the ranker's unit, NaN likewise; `tied` says whether a tie
    touches the first ten places; `retrieved` counts. `found` is, for a system that is known to a
    depth, by each ranker that it is held against: what share of that one's first units it has, NaN
    for a query for which that one retrieves nothing. `after` is there where some query has a filter
    and the system can be asked without it.
    """

    gold: tuple[tuple[GoldPlace, ...], ...]
    top: Positions
    top_scores: NDArray[np.float64]
    tied: NDArray[np.bool_]
    retrieved: NDArray[np.int64]
    found: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    after: After | None = None

    def without(self, left_out: Sequence[bool]) -> Ranked:
        """Without some of the queries, none of which has gold."""
        if not any(left_out):
            return self
        kept = ~np.array(left_out, dtype=np.bool_)
        return Ranked(
            self.gold,
            self.top[kept],
            self.top_scores[kept],
            self.tied[kept],
            self.retrieved[kept],
            {name: shares[kept] for name, shares in self.found.items()},
        )


@dataclass(slots=True)
class Seconds:
    """How long each ranker took, over all queries and variants."""

    by_ranker: dict[str, float] = field(default_factory=dict)

    def add(self, ranker: str, seconds: float) -> None:
        """Add what one block took."""
        self.by_ranker[ranker] = self.by_ranker.get(ranker, 0.0) + seconds


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of each ranking, and how it is placed.

    The first `depth` units; `first_units` are each document's first position where chunks are
    ranked; a `deterministic` run knows no near-ties.
    """

    depth: int
    first_units: NDArray[np.int64] | None = None
    deterministic: bool = False


def rank_systems(
    fitted: Fitted,
    asked: QueryBlock,
    systems: Sequence[tuple[System, Variant]],
    gold: Sequence[GoldNeed],
    kept: Kept,
    advance: Callable[[int], object],
) -> tuple[dict[System, Ranked], Seconds]:
    """Rank all queries under all `systems`, which share one chunker.

    A block of queries is scored once per ranker and representation, however many systems use it.
    """
    ran = {(variant.name, system.ranker) for system, variant in systems}
    collected = {
        system: _Collected(
            _placer(fitted, system, variant, kept),
            [
                _Whole(name, fitted.index(name, variant).near, variant)
                for name in wholes_for(system.ranker, variant, fitted.rankers)
                if (variant.name, name) in ran
            ],
        )
        for system, variant in systems
    }
    seconds = Seconds()
    needs_of = _by_query(gold, len(asked.ids))
    asked = replace(asked, grades=[_grades(needs) for needs in needs_of])
    for start in range(0, len(asked.ids), BLOCK):
        rows = slice(start, min(start + BLOCK, len(asked.ids)))
        scored = Scored(fitted, asked[rows], seconds.add)
        # The same queries as if they had no filter: what it would leave of the first k.
        unfiltered, seen = (
            Scored(fitted, replace(asked[rows], allowed=None)),
            asked[rows].allowed_units,
        )
        for system, variant in systems:
            block = scored(system.ranker, variant)
            if seen is not None and is_asked_again(system.ranker, fitted.rankers):
                every = unfiltered(system.ranker, variant)
                collected[system].open.add(every, seen, needs_of[rows])
            collected[system].add(block, needs_of[rows], kept.depth)
            depth = fitted.rankers[system.ranker].known_to or 0
            collected[system].hold(block, scored, depth)
        advance(rows.stop - start)
    return {system: answers.done(kept.depth) for system, answers in collected.items()}, seconds


def _by_query(gold: Sequence[GoldNeed], queries: int) -> list[list[GoldNeed]]:
    by_query: list[list[GoldNeed]] = [[] for _ in range(queries)]
    for need in gold:
        by_query[need.query].append(need)
    return by_query


def _grades(needs: Sequence[GoldNeed]) -> dict[int, int]:
    """The best grade of each gold unit of a query."""
    best: dict[int, int] = {}
    for need in needs:
        for position, grade in need.gold.items():
            best[position] = max(best.get(position, 0), grade)
    return best


def _placer(fitted: Fitted, system: System, variant: Variant, kept: Kept) -> _Placer:
    margin = 0 if kept.deterministic else fitted.index(system.ranker, variant).near
    return _Placer(fitted.rankers[system.ranker].step, margin, kept.first_units)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A ranker that is known whole, and by how many steps its scores may differ from run to run."""

    name: str
    near: int
    variant: Variant


class _Collected:
    """The answers of one system as blocks come in; `wholes` are what it is held against."""

    def __init__(self, placer: _Placer, wholes: Sequence[_Whole] = ()) -> None:
        self._placer = placer
        self._wholes = wholes
        self.open = Open()
        self.found: dict[str, list[NDArray[np.float64]]] = {each.name: [] for each in wholes}
        self.gold: list[tuple[GoldPlace, ...]] = []
        self.top: list[Positions] = []
        self.scores: list[NDArray[np.float64]] = []
        self.tied: list[NDArray[np.bool_]] = []
        self.retrieved: list[int] = []

    def add(self, block: Scores, needs: Sequence[Sequence[GoldNeed]], depth: int) -> None:
        self.tied.append(tied(block, SHOWN_DEPTH))
        for row, its_needs in zip(block, needs, strict=True):
            for need in its_needs:
                self.gold.append(tuple(self._placer(row, p, g) for p, g in need.gold.items()))
            first = top(row, depth)
            self.top.append(_padded(first, depth, -1).astype(np.int32))
            shown = [score_of(int(s), self._placer.step) for s in row[first[:SHOWN_DEPTH]]]
            self.scores.append(_padded(np.array(shown, dtype=np.float64), SHOWN_DEPTH, np.nan))
            self.retrieved.append(int(np.count_nonzero(row != NOT_RETRIEVED)))

    def hold(self, block: Scores, scored: Scored, depth: int) -> None:
        """Hold a list of so many units against what the whole rankings have first."""
        for each in self._wholes:
            whole = scored(each.name, each.variant)
            self.found[each.name].append(shares_found(whole, block, depth, each.near))

    def done(self, depth: int) -> Ranked:
        return Ranked(
            tuple(self.gold),
            np.stack(self.top) if self.top else np.zeros((0, depth), np.int32),
            np.stack(self.scores) if self.scores else np.zeros((0, SHOWN_DEPTH)),
            np.concatenate(self.tied) if self.tied else np.zeros(0, np.bool_),
            np.array(self.retrieved, dtype=np.int64),
            {name: np.concatenate([*shares, np.zeros(0)]) for name, shares in self.found.items()},
            self.open.done() if self.open.left else None,
        )


@dataclass(frozen=True, slots=True)
class _Placer:
    """Finds the place of a gold unit in one query's scores."""

    step: float
    margin: int
    first_units: NDArray[np.int64] | None

    def __call__(self, row: Scores, position: int, grade: int) -> GoldPlace:
        rank = rank_of(row, position)
        near = rank_of(row, position, self.margin) if self.margin else rank
        score = score_of(int(row[position]), self.step)
        own, document = self._within(row, position)
        return GoldPlace(position, grade, near, score, near != rank, own, document)

    def _within(self, row: Scores, position: int) -> tuple[int | None, int | None]:
        """The rank among its own document's units, and the rank of that document."""
        firsts = self.first_units
        if firsts is None or row[position] == NOT_RETRIEVED:
            return None, None
        owner = int(np.searchsorted(firsts, position, side="right")) - 1
        start = int(firsts[owner])
        stop = int(firsts[owner + 1]) if owner + 1 < len(firsts) else len(row)
        own = rank_of(row[start:stop], position - start)
        document = rank_of(np.maximum.reduceat(row, firsts), owner)
        return (own.rank if own else None), (document.rank if document else None)


def _padded(values: NDArray[Any], size: int, filler: float) -> NDArray[Any]:
    return np.concatenate([values, np.full(size - len(values), filler, dtype=values.dtype)])
