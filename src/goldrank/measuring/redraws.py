"""Redraws of the queries: a bootstrap that draws whole clusters, as chance does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from goldrank.measuring.clusters import Numbers
from goldrank.measuring.randomization import Interval

REDRAWS = 999
ALPHA = 0.05


def redraws(clusters: Numbers, seed: int = 0, within: bool = False) -> NDArray[np.int64]:
    """How often each query is drawn in each of 999 redraws, `(redraws, queries)`; seeded.

    Clusters are drawn with replacement, each with all its queries; `within` draws queries inside
    them too.

    >>> drawn = redraws(np.array([0, 0, 1]))
    >>> drawn.shape, bool((drawn[:, 0] == drawn[:, 1]).all())
    ((999, 3), True)
    """
    rng = np.random.default_rng(seed)
    # Poisson(1) counts are what a bootstrap draws, one at a time.
    drawn = rng.poisson(1.0, (REDRAWS, int(clusters.max(initial=-1)) + 1))[:, clusters]
    return drawn * rng.poisson(1.0, drawn.shape) if within else drawn


def percentiles(values: NDArray[np.float64], alpha: float = ALPHA) -> Interval:
    """What the middle `1 - alpha` of redrawn values lie between; those that say nothing are NaN.

    >>> percentiles(np.arange(101.0))
    Interval(low=2.5, high=97.5)
    """
    low, high = np.nanquantile(values, [alpha / 2, 1 - alpha / 2])
    return Interval(float(low), float(high))


def share_interval(
    hits: Sequence[bool] | NDArray[np.bool_] | NDArray[np.float64],
    clusters: Numbers,
    drawn: NDArray[np.int64],
    alpha: float = ALPHA,
) -> Interval:
    """The interval of a share of queries, or of a mean share; `drawn` are the queries' `redraws`.

    Where all are hits, or none, no redraw has another share; then it is that of Clopper and
    Pearson for as many independent draws as there are clusters.

    >>> share_interval([False] * 20, np.arange(20), redraws(np.arange(20)))
    Interval(low=0.0, high=0.168)
    """
    hit = np.asarray(hits, dtype=np.float64)
    if hit.min() == hit.max() and hit[0] in (0.0, 1.0):
        return one_sided(bool(hit[0]), len(np.unique(clusters)), alpha)
    counts = drawn.sum(axis=1)
    some = counts > 0
    return percentiles(drawn[some] @ hit / counts[some], alpha)


def one_sided(all_hit: bool, draws: int, alpha: float = ALPHA) -> Interval:
    """The exact interval of a share of 1, or of 0, in so many independent draws."""
    found = binomtest(draws if all_hit else 0, draws).proportion_ci(1 - alpha)
    return Interval(float(found.low), float(found.high))
