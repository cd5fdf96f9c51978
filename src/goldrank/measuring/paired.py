"""What paired differences say: each mean with an interval and a p-value that agree.

One call is one family: every test in it is corrected for the others, so that among all of them a
difference is claimed by chance in a share `alpha` of cases. One test alone needs no correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import FEW
from goldrank.measuring.flips import RESAMPLES
from goldrank.measuring.randomization import (
    Interval,
    family_level,
    interval_of,
    p_single_step,
    p_two_sided,
    ranked,
    turned,
)

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean difference over paired queries, and what chance has to say to it.

    `p_value` is two-sided, of this test alone; `p_corrected` is corrected over the family. The
    interval leaves out 0 exactly where `p_corrected` is at most `alpha`; it is `None` where there
    are too few clusters for any (fewer than 6 at 5 %).
    """

    mean: float
    interval: Interval | None
    p_value: float
    p_corrected: float
    queries: int
    clusters: int
    alpha: float = ALPHA

    @property
    def is_real(self) -> bool:
        """Whether chance does not explain it."""
        return self.p_corrected <= self.alpha

    @property
    def few_clusters(self) -> bool:
        """Whether what is said of it rests on few clusters."""
        return self.clusters < FEW


def effect(
    differences: ArrayLike,
    clusters: Sequence[object] | None = None,
    seed: int = 0,
    alpha: float = ALPHA,
    resamples: int = RESAMPLES,
) -> Effect:
    """One mean of paired differences, `(queries,)`; `clusters` names the cluster of each query.

    >>> found = effect([0.5, 0.25, 0.5, 0.25, 0.5, 0.25])
    >>> found.mean, found.p_value, found.interval  # 2 of 2^6 turns
    (0.375, 0.03125, Interval(low=0.25, high=0.5))
    """
    column = np.asarray(differences, dtype=np.float64).reshape(-1, 1)
    return effects(column, clusters, seed, alpha, resamples)[0]


def effects(
    differences: ArrayLike,
    clusters: Sequence[object] | None = None,
    seed: int = 0,
    alpha: float = ALPHA,
    resamples: int = RESAMPLES,
    asked: NDArray[np.bool_] | None = None,
) -> list[Effect]:
    """The mean of each column of `(queries, tests)`, corrected over all columns together.

    The signs of a cluster are turned for all columns at once, so columns that move together cost
    each other little. `asked`, of the same shape, says which queries a column is about.
    """
    found = turned(differences, clusters, seed, resamples, asked)
    shares = ranked(-np.abs(found.statistics()))
    corrected, level = p_single_step(shares), family_level(shares, alpha)
    return [
        Effect(
            float(found.means[test]),
            interval_of(found, test, level),
            float(shares[0, test]),
            corrected[test],
            int(found.sizes[:, test].sum()),
            int((found.sizes[:, test] > 0).sum()),
            alpha,
        )
        for test in range(shares.shape[1])
    ]


@dataclass(frozen=True, slots=True)
class Leader:
    """The column with the best mean, the one after it, and how sure it is that the first leads.

    `p_value` is that of the claim "the first is better than every other", corrected for having
    looked for the best.
    """

    best: int
    second: int
    lead: float
    p_value: float
    clusters: int
    alpha: float = ALPHA

    @property
    def is_real(self) -> bool:
        """Whether it may be said to lead."""
        return self.p_value <= self.alpha


def leader(
    values: ArrayLike,
    clusters: Sequence[object] | None = None,
    seed: int = 0,
    alpha: float = ALPHA,
    resamples: int = RESAMPLES,
) -> Leader:
    """Which column of `(queries, candidates)` leads, and whether that is told from chance.

    The best is held against each other by a two-sided test, and the largest p counts: that
    accounts for the choice (Hung and Fithian, "Rank verification for exponential families", 2019).

    >>> leader([[1.0, 0.5], [1.0, 0.25], [0.5, 1.0]]).best
    0
    """
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 2:
        raise GoldrankError("a leader is found among two or more; got fewer columns")
    order = np.argsort(-np.round(table.mean(axis=0), 12), kind="stable")
    best, others = int(order[0]), order[1:]
    found = turned(table[:, [best]] - table[:, others], clusters, seed, resamples)
    lead = float(found.means[0])
    return Leader(best, int(others[0]), lead, max(p_two_sided(found)), found.clusters, alpha)
