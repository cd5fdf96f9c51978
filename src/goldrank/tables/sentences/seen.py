"""What the sentences look at: one chunker's rows, and what may be claimed of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from goldrank.measuring.paired import Effect
from goldrank.tables.claims import Claims, System

Row = Mapping[str, Any]
RANKERS = {"vector": "vector", "bm25": "BM25"}
"""The rankers that sentences are about, as they are called in them; the first there is comes first."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One chunker's rows by variant: per ranker, of the coverage table, and its needs."""

    chunker: str
    baseline: str
    vector: Mapping[str, Row]
    bm25: Mapping[str, Row]
    coverage: Mapping[str, Row]
    needs: pd.DataFrame
    claims: Claims
    rrf: Mapping[str, Row] = field(default_factory=dict)

    def rows(self, ranker: str) -> Mapping[str, Row]:
        """The rows of one of `RANKERS`, or of the fusion of both, by variant."""
        return {"vector": self.vector, "bm25": self.bm25, "rrf": self.rrf}[ranker]

    def others(self, ranker: str) -> list[str]:
        """The variants that can be held against the baseline."""
        rows = self.rows(ranker)
        return [name for name in rows if name != self.baseline] if self.baseline in rows else []

    def system(self, variant: str, ranker: str) -> System:
        """A system as claims name it."""
        return self.chunker, variant, ranker

    @property
    def first_ranker(self) -> str:
        """`vector` where there are vectors, else `bm25`."""
        return "vector" if self.vector else "bm25"


def rr(row: Row) -> float:
    """The mean reciprocal rank."""
    return float(row["RR"])


def rests_on(effect: Effect) -> str:
    """What a claim rests on: `40 queries in 12 clusters`, or `40 queries`."""
    queries = f"{effect.queries:,} {'query' if effect.queries == 1 else 'queries'}"
    if effect.clusters == effect.queries:
        return queries
    return f"{queries} in {effect.clusters:,} cluster{'s' if effect.clusters > 1 else ''}"
