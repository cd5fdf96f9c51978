"""What a comparison asks of two systems: their measures, slices by tag, and the needs that moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldrank.comparing.comparison import Change, Difference, HeldByBoth, Pair
from goldrank.comparing.families import UntestedDifference, UntestedPair
from goldrank.comparing.held_by_both import held_by_both
from goldrank.comparing.pair import ComparedRun
from goldrank.measuring.measures import mean
from goldrank.runs.run import Run

SHOWN = 5
FEW = 5  # queries of a tag below which a slice says nothing
COUNTED = {"coverage": True, "cut_rate": False, "prefix_tokens": False, "chunks": False}


@dataclass(frozen=True, slots=True)
class PairMeasurer:
    """What a comparison asks of each pair."""

    before: ComparedRun
    after: ComparedRun
    queries: Sequence[str]
    matched: Mapping[str, tuple[tuple[int, int], ...]]
    measures: Sequence[str]
    found_at: int
    run: str = ""

    def pair(self, old: str, new: str) -> UntestedPair:
        """Two systems held against each other, before chance is asked."""
        found = [self._measure(name, old, new) for name in self.measures]
        return UntestedPair(
            Pair(old, new, (), (), *self._changes(old, new), self._held(old, new), self.run),
            [one for one in found if one is not None],
            self._slices(old, new),
        )

    def _held(self, old: str, new: str) -> HeldByBoth | None:
        before, after = self.before.light, self.after.light
        return held_by_both(before, after, self.matched, self.queries, (old, new))

    def _measure(self, name: str, old: str, new: str) -> UntestedDifference | None:
        if name in COUNTED:
            return self._counted(name, old, new)
        if name.startswith("tokens@"):
            depth = int(name.partition("@")[2])
            pairs = [_tokens(s.run, n, depth) for s, n in ((self.before, old), (self.after, new))]
            return _paired(name, pairs[0], pairs[1], self.queries, False)
        return _paired(
            name,
            self.before.values[old][name].to_dict(),
            self.after.values[new][name].to_dict(),
            self.queries,
            True,
        )

    def _counted(self, name: str, old: str, new: str) -> UntestedDifference | None:
        values = []
        for side, system in ((self.before, old), (self.after, new)):
            held = side.light.coverage.get(system.rpartition("/")[0])
            value = held.value(name) if held and not system.endswith("/bm25") else None
            if value is None:
                return None
            values.append(float(value))
        return UntestedDifference(Difference(name, values[0], values[1], COUNTED[name]))

    def _slices(self, old: str, new: str) -> list[tuple[str, UntestedDifference]]:
        tags: dict[str, list[str]] = {}
        table = self.after.run.queries
        for query, text in zip(table["query_id"], table["tags"], strict=True):
            if query in self.matched:
                for tag in text.split():
                    tags.setdefault(tag, []).append(query)
        whole = set(self.queries)
        a, b = (s.values[n]["RR"].to_dict() for s, n in ((self.before, old), (self.after, new)))
        found = []
        for tag, queries in tags.items():
            mine = [query for query in queries if query in whole]
            if len(mine) >= FEW:
                found.append((tag, _paired("RR", a, b, mine, True)))
        return found

    def _changes(
        self, old: str, new: str
    ) -> tuple[tuple[Change, ...], tuple[Change, ...], tuple[Change, ...]]:
        """The needs that were won, lost, and moved most of the others; the largest move first."""
        places = self.before.light.systems.index(old), self.after.light.systems.index(new)
        texts = dict(
            zip(self.after.run.queries["query_id"], self.after.run.queries["text"], strict=True)
        )
        moves: list[tuple[float, bool, bool, Change]] = []
        k = self.found_at
        for query, pairs in self.matched.items():
            for i, j in pairs:
                was = self.before.light.ranks[query][i][places[0]]
                now = self.after.light.ranks[query][j][places[1]]
                said = (
                    self.before.diagnoses.get((old, query, i), ""),
                    self.after.diagnoses.get((new, query, j), ""),
                )
                change = Change(query, j, texts[query], was.words, now.words, *said)
                moves.append(
                    (now.reciprocal - was.reciprocal, was.within(k), now.within(k), change)
                )
        moves.sort(key=lambda move: -abs(move[0]))
        won = [c for _, was, now, c in moves if now and not was]
        lost = [c for _, was, now, c in moves if was and not now]
        moved = [c for size, was, now, c in moves if was == now and size]
        return tuple(won), tuple(lost), tuple(moved[:SHOWN])


def _paired(
    name: str,
    before: Mapping[Any, float],
    after: Mapping[Any, float],
    queries: Sequence[str],
    more: bool,
) -> UntestedDifference:
    a = np.array([before.get(query, 0.0) for query in queries], dtype=np.float64)
    b = np.array([after.get(query, 0.0) for query in queries], dtype=np.float64)
    return UntestedDifference(
        Difference(name, mean(a), mean(b), more, len(queries)), tuple(queries), b - a
    )


def _tokens(run: Run, system: str, depth: int) -> dict[str, float]:
    """How many tokens the first chunks of each query have: what an answer would have to read."""
    chunker, variant, ranker = system.split("/")
    top = run.top
    mine = top[(top.chunker == chunker) & (top.variant == variant) & (top.ranker == ranker)]
    sizes = run.chunks[run.chunks.chunker == chunker].set_index("chunk_id")["tokens"]
    first = mine[mine["rank"] <= depth]
    tokens = first["chunk_id"].map(sizes).fillna(0)
    sums = tokens.groupby(first["query_id"]).sum()
    return {str(query): float(value) for query, value in sums.items()}
