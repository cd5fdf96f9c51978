"""What chance has to say to the drops of a gate: one family of tests, one set of turns for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goldrank.measuring.clusters import Numbers, numbered
from goldrank.measuring.collapse import collapsed
from goldrank.measuring.flips import RESAMPLES
from goldrank.measuring.randomization import p_greater, p_step_down, turned

Values = NDArray[np.float64]
Asked = NDArray[np.bool_]


class QueryChanges(Protocol):
    """What changed of some queries."""

    @property
    def queries(self) -> tuple[str, ...]:
        """Their ids."""
        ...

    @property
    def changes(self) -> Values:
        """After less before, for each of them."""
        ...


@dataclass(frozen=True, slots=True)
class AllowedDrop:
    """One drop of the family: values of its queries before and after, and what may be lost."""

    queries: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    allowed: Fraction

    @property
    def changes(self) -> Values:
        """After less before, for each query."""
        return np.asarray(np.array(self.after) - np.array(self.before))


@dataclass(frozen=True, slots=True)
class Resampling:
    """How chance is asked: the cluster of each query, the seed, and how many turns."""

    clusters: Mapping[str, str]
    seed: int = 0
    resamples: int = RESAMPLES

    def labels(self, queries: Sequence[str]) -> list[str]:
        """The cluster of each of these queries; a query without one stands for itself."""
        return [self.clusters.get(query, f"query {query}") for query in queries]

    def numbers(self, queries: Sequence[str]) -> Numbers:
        """The same as numbers from 0."""
        return numbered(self.labels(queries))

    def side_by_side(self, family: Sequence[QueryChanges]) -> tuple[Values, Asked, list[str]]:
        """The changes of a family, shape (queries, columns), where each is asked, and the clusters."""
        queries = list(dict.fromkeys(query for one in family for query in one.queries))
        place = {query: n for n, query in enumerate(queries)}
        changes = np.zeros((len(queries), len(family)))
        asked = np.zeros(changes.shape, dtype=np.bool_)
        for column, one in enumerate(family):
            rows = [place[query] for query in one.queries]
            changes[rows, column], asked[rows, column] = one.changes, True
        return changes, asked, self.labels(queries)

    def p_values(self, family: Sequence[AllowedDrop]) -> list[float]:
        """p of each drop being larger than allowed, corrected over the family by its joint turns."""
        if not family:
            return []
        nulls = np.array([-float(one.allowed) for one in family])
        changes, asked, labels = self.side_by_side(family)
        found = turned(changes, labels, self.seed, self.resamples, asked)
        return p_step_down(found.statistics(nulls))

    def rules_out(self, one: AllowedDrop, effect: float, alpha: float) -> bool:
        """Whether a drop of `effect` is ruled out at `alpha`, whatever was seen."""
        labels = self.labels(one.queries)
        found = turned(one.changes, labels, self.seed, self.resamples)
        return p_greater(found, -effect)[0] <= alpha

    def collapse(self, one: AllowedDrop) -> bool:
        """Whether it lost so much that no redraw of its queries shows less."""
        numbers = self.numbers(one.queries)
        before, after = np.array(one.before), np.array(one.after)
        return collapsed(before, after, numbers, float(one.allowed), self.seed)
