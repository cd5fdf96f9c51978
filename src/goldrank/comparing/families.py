"""Families of tests: the primary measure decides, all others are corrected for each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from goldrank.comparing.comparison import Difference, Pair, Slice
from goldrank.gating.chance import Resampling
from goldrank.measuring.paired import Effect, effects
from goldrank.measuring.sizes import detectable, queries_needed


@dataclass(frozen=True, slots=True)
class UntestedDifference:
    """A difference before chance is asked, with the change of each query; none where it is counted."""

    difference: Difference
    queries: tuple[str, ...] = ()
    changes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True, slots=True)
class UntestedPair:
    """Two systems compared before chance is asked."""

    pair: Pair
    measures: Sequence[UntestedDifference]
    slices: Sequence[tuple[str, UntestedDifference]]


@dataclass(frozen=True, slots=True)
class Asking:
    """Chance, asked of families."""

    chance: Resampling

    def pairs(self, raw: Sequence[UntestedPair], primary: str) -> list[Pair]:
        """The pairs with intervals and p-values, in three families.

        The primary measure of all pairs; every other measure of all pairs; every slice. So the
        primary measure says the same whatever is shown beside it.
        """
        every = [one for pair in raw for one in pair.measures]
        first = iter(self._family([one for one in every if _is(one, primary)]))
        other = iter(self._family([one for one in every if not _is(one, primary)]))
        sliced = iter(self._family([one for pair in raw for _, one in pair.slices]))
        return [
            replace(
                pair.pair,
                measures=tuple(
                    replace(next(first), primary=True) if _is(one, primary) else next(other)
                    for one in pair.measures
                ),
                slices=tuple(Slice(tag, next(sliced)) for tag, _ in pair.slices),
            )
            for pair in raw
        ]

    def _family(self, family: Sequence[UntestedDifference]) -> list[Difference]:
        """The differences of one family; what is counted stays as it is."""
        sampled = [one for one in family if one.queries]
        found = iter(self._effects(sampled) if sampled else [])
        return [self._told(one, next(found)) if one.queries else one.difference for one in family]

    def _effects(self, sampled: Sequence[UntestedDifference]) -> list[Effect]:
        chance = self.chance
        changes, asked, labels = chance.side_by_side(sampled)
        return effects(changes, labels, chance.seed, resamples=chance.resamples, asked=asked)

    def _told(self, one: UntestedDifference, effect: Effect) -> Difference:
        labels = self.chance.labels(one.queries)
        return replace(
            one.difference,
            interval=effect.interval,
            p_value=effect.p_value,
            p_corrected=effect.p_corrected,
            clusters=effect.clusters,
            detectable=detectable(one.changes, labels),
            queries_needed=queries_needed(one.changes, effect.mean, labels),
        )


def _is(one: UntestedDifference, measure: str) -> bool:
    return one.difference.measure == measure
