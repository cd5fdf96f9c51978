"""What the sentences look at: one chunker's rows, and what may be claimed of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.measuring.paired import Effect
from goldrank.rankers.base import Named, Side
from goldrank.tables.claims import Claims, System

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """One chunker's rows by variant: of each ranker, of the coverage table, and its needs.

    `rankers` are those of the suite; `ranked` has the rows of those that ran.
    """

    chunker: str
    baseline: str
    rankers: Mapping[str, Named]
    ranked: Mapping[str, Mapping[str, Row]]
    coverage: Mapping[str, Row]
    needs: pd.DataFrame
    claims: Claims

    def rows(self, ranker: str) -> Mapping[str, Row]:
        """The rows of a ranker by variant; none where it did not run."""
        return self.ranked.get(ranker, {})

    def others(self, ranker: str) -> list[str]:
        """The variants that can be held against the baseline."""
        rows = self.rows(ranker)
        return [name for name in rows if name != self.baseline] if self.baseline in rows else []

    def system(self, variant: str, ranker: str) -> System:
        """A system as claims name it."""
        return self.chunker, variant, ranker

    def said(self, ranker: str) -> str:
        """What sentences call a ranker."""
        return self.rankers[ranker].said

    @property
    def searching(self) -> list[str]:
        """The rankers that ran and search by themselves, those of vectors first, then of words."""
        ran = [(name, ranker) for name, ranker in self.rankers.items() if name in self.ranked]
        alone = [(n, r) for n, r in ran if not (r.combines or r.is_reference)]
        order = {"dense": 0, "lexical": 1, None: 2}
        return [n for n, _ in sorted(alone, key=lambda each: order[each[1].reads])]

    @property
    def combining(self) -> list[str]:
        """The rankers that ran and combine others."""
        return [
            name for name, ranker in self.rankers.items() if name in self.ranked and ranker.combines
        ]

    @property
    def dense(self) -> str:
        """The first ranker of vectors; empty where none ran."""
        return self._first("dense")

    @property
    def words(self) -> str:
        """The first ranker of words; empty where none ran."""
        return self._first("lexical")

    @property
    def first_ranker(self) -> str:
        """The first that searches by itself; empty where none does."""
        return next(iter(self.searching), "")

    def _first(self, side: Side) -> str:
        return next((name for name in self.searching if self.rankers[name].reads == side), "")


def rr(row: Row) -> float:
    """The mean reciprocal rank."""
    return float(row["RR"])


def rests_on(effect: Effect) -> str:
    """What a claim rests on: `40 queries in 12 clusters`, or `40 queries`."""
    queries = f"{effect.queries:,} {'query' if effect.queries == 1 else 'queries'}"
    if effect.clusters == effect.queries:
        return queries
    return f"{queries} in {effect.clusters:,} cluster{'s' if effect.clusters > 1 else ''}"
