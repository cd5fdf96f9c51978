"""Ranking every query under every system of one chunker, block by block."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.evidence.gold import GoldNeed
from goldrank.rankers.base import Index
from goldrank.rankers.bm25 import Bm25Index
from goldrank.rankers.fold import Fold
from goldrank.rankers.order import NOT_RETRIEVED, Rank, Scores, rank_of, score_of, tied, top
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
    touches the first ten places; `retrieved` counts.
    """

    gold: tuple[tuple[GoldPlace, ...], ...]
    top: Positions
    top_scores: NDArray[np.float64]
    tied: NDArray[np.bool_]
    retrieved: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Indexes:
    """Everything that ranks the units of one chunker.

    `dense` and `lexical` map the names of representations to their fitted index, `fuse` is the
    fitted RRF. `margins` says how many steps two encodings of one text may differ by;
    `first_units` holds each document's first position where chunks are ranked. Where documents are, `dense_fold` and `lexical_fold` fold the scores of
    chunks before fusion; a side that indexes whole documents needs none.
    """

    units: int
    dense: Mapping[str, Index[NDArray[np.float32]]]
    lexical: Mapping[str, Bm25Index]
    fuse: Index[Sequence[Scores]]
    random: Index[Sequence[str]]
    oracle: Index[Sequence[Mapping[int, int]]]
    steps: Mapping[str, float]
    margins: Mapping[str, int]
    first_units: NDArray[np.int64] | None = None
    dense_fold: Fold | None = None
    lexical_fold: Fold | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The queries, in order: their ids, texts, and vectors (no row where no vector ranker runs)."""

    ids: Sequence[str]
    texts: Sequence[str]
    vectors: NDArray[np.float32]


@dataclass(slots=True)
class Seconds:
    """How long each ranker took, over all queries and variants."""

    by_ranker: dict[str, float] = field(default_factory=dict)

    def add(self, ranker: str, since: float) -> None:
        """Add the time since `since`."""
        self.by_ranker[ranker] = self.by_ranker.get(ranker, 0.0) + time.perf_counter() - since


def rank_systems(
    indexes: Indexes,
    asked: Asked,
    systems: Sequence[tuple[System, Variant]],
    gold: Sequence[GoldNeed],
    depth: int,
    advance: Callable[[int], object],
    seconds: Seconds,
) -> dict[System, Ranked]:
    """Rank all queries under all `systems`, which share one chunker.

    A block of queries is scored once per side and representation, however many systems use it.
    """
    collected = {
        system: _Collected(
            _Placer(
                indexes.steps[system.ranker],
                indexes.margins.get(system.ranker, 0),
                indexes.first_units,
            )
        )
        for system, _ in systems
    }
    needs_of = _by_query(gold, len(asked.ids))
    for start in range(0, len(asked.ids), BLOCK):
        stop = min(start + BLOCK, len(asked.ids))
        block = _Block(indexes, asked, slice(start, stop), needs_of[start:stop], seconds)
        for system, variant in systems:
            scores = block.scores(system.ranker, variant)
            collected[system].add(scores, needs_of[start:stop], depth)
        advance(stop - start)
    return {system: answers.done(depth) for system, answers in collected.items()}


def _by_query(gold: Sequence[GoldNeed], queries: int) -> list[list[GoldNeed]]:
    by_query: list[list[GoldNeed]] = [[] for _ in range(queries)]
    for need in gold:
        by_query[need.query].append(need)
    return by_query


class _Block:
    """The scores of one block of queries, each computed once."""

    def __init__(
        self,
        indexes: Indexes,
        asked: Asked,
        rows: slice,
        needs: Sequence[Sequence[GoldNeed]],
        seconds: Seconds,
    ) -> None:
        self._indexes = indexes
        self._asked = asked
        self._rows = rows
        self._needs = needs
        self._seconds = seconds
        self._known: dict[tuple[str, str], Scores] = {}

    def scores(self, ranker: str, variant: Variant) -> Scores:
        """The scores of the block under one ranker and variant, shape (queries, units)."""
        names = {
            "vector": variant.dense,
            "bm25": variant.lexical,
            "rrf": f"{variant.dense}\0{variant.lexical}",
        }
        key = (ranker, names.get(ranker, ""))
        if key not in self._known:
            make = {
                "vector": self._vector,
                "bm25": self._bm25,
                "rrf": self._rrf,
                "random": self._random,
                "oracle": self._oracle,
            }[ranker]
            self._known[key] = make(variant)
        return self._known[key]

    def _vector(self, variant: Variant) -> Scores:
        since = time.perf_counter()
        scores = self._indexes.dense[variant.dense].scores(self._asked.vectors[self._rows])
        fold = self._indexes.dense_fold
        scores = scores if fold is None else fold(scores)
        self._seconds.add("vector", since)
        return scores

    def _bm25(self, variant: Variant) -> Scores:
        since = time.perf_counter()
        scores = self._indexes.lexical[variant.lexical].scores(self._asked.texts[self._rows])
        fold = self._indexes.lexical_fold
        scores = scores if fold is None else fold(scores)
        self._seconds.add("bm25", since)
        return scores

    def _rrf(self, variant: Variant) -> Scores:
        sides = [self.scores("vector", variant), self.scores("bm25", variant)]
        since = time.perf_counter()
        scores = self._indexes.fuse.scores(sides)
        self._seconds.add("rrf", since)
        return scores

    def _random(self, variant: Variant) -> Scores:
        return self._indexes.random.scores(self._asked.ids[self._rows])

    def _oracle(self, variant: Variant) -> Scores:
        grades: list[dict[int, int]] = []
        for needs in self._needs:
            best: dict[int, int] = {}
            for need in needs:
                for position, grade in need.gold.items():
                    best[position] = max(best.get(position, 0), grade)
            grades.append(best)
        return self._indexes.oracle.scores(grades)


class _Collected:
    """The answers of one system as blocks come in."""

    def __init__(self, placer: _Placer) -> None:
        self._placer = placer
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

    def done(self, depth: int) -> Ranked:
        return Ranked(
            tuple(self.gold),
            np.stack(self.top) if self.top else np.zeros((0, depth), np.int32),
            np.stack(self.scores) if self.scores else np.zeros((0, SHOWN_DEPTH)),
            np.concatenate(self.tied) if self.tied else np.zeros(0, np.bool_),
            np.array(self.retrieved, dtype=np.int64),
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
