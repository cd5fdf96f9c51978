"""Is the difference real? Randomization tests that turn the signs of whole clusters together.

Sources: randomization by clusters (Gail and others, "On design considerations and randomization-
based inference for community intervention trials", 1996); many tests at once with the same turns
for all (Westfall and Young, "Resampling-based multiple testing", 1993); intervals by inverting the
test, whose ends are means of subsets (Hartigan, "Using subsample values as typical values", 1969).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import Numbers, numbered, sums_by_cluster
from goldrank.measuring.flips import RESAMPLES, sign_flips

Matrix = NDArray[np.float64]

GRID = 2.0**40
NEAR = 1e-10  # what differs by less differs by the rounding of floats: ties are ties
BLOCK = 4_000_000


class Interval(NamedTuple):
    """Both ends of a confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Turned:
    """Paired differences of one or more tests, summed by cluster, with the turns of a randomization.

    `sums` and `sizes` are `(clusters, tests)`: the sum of the differences and the number of
    queries; `flips` is `(rounds, clusters)`, and its first round turns nothing.
    """

    sums: Matrix
    sizes: Matrix
    flips: NDArray[np.int8]

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self.sums)

    @property
    def means(self) -> Matrix:
        """The mean difference of each test."""
        return np.asarray(self.sums.sum(axis=0) / np.maximum(self.sizes.sum(axis=0), 1))

    @cached_property
    def _turned(self) -> tuple[Matrix, Matrix]:
        """Of the clusters that each round turns: the sums and the sizes, `(rounds, tests)`."""
        both = np.concatenate([self.sums, self.sizes], axis=1)
        # As floats a block at a time: ten thousand clusters would fill the memory.
        rows = max(1, BLOCK // max(1, self.clusters))
        blocks = range(0, len(self.flips), rows)
        done = [self.flips[at : at + rows].astype(np.float64) @ both for at in blocks]
        found = np.concatenate(done)
        return found[:, : self.sums.shape[1]], found[:, self.sums.shape[1] :]

    def statistics(self, nulls: ArrayLike = 0.0) -> Matrix:
        """Each test's studentised sum in each round, `(rounds, tests)`, were `nulls` the true means.

        The sum over clusters divided by the root of the sum of squares, which no turn changes;
        the first round holds what was observed. 0 where a test has no differences.
        """
        shifted = self.sums - self.sizes * on_grid(nulls)
        turned_sums, turned_sizes = self._turned
        totals = shifted.sum(axis=0) - 2 * (turned_sums - turned_sizes * on_grid(nulls))
        scale = np.sqrt((shifted**2).sum(axis=0))
        return np.asarray(np.divide(totals, scale, out=np.zeros_like(totals), where=scale > 0))

    def subset_means(self, test: int) -> Matrix:
        """The means over the clusters that each round turns, sorted; rounds without any left out."""
        sums, sizes = (part[:, test] for part in self._turned)
        some = sizes > 0
        return np.sort(np.round(sums[some] / sizes[some], 10))


def turned(
    differences: ArrayLike,
    clusters: Sequence[object] | Numbers | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
    asked: NDArray[np.bool_] | None = None,
) -> Turned:
    """Prepare a test of paired differences, `(queries,)`, or of several, `(queries, tests)`.

    `clusters` holds the cluster of each query; `None` is a cluster for each query. `asked` says
    which queries belong to which test. Raises `GoldrankError` for no queries and for NaN.
    """
    values = checked(differences)
    labels = np.arange(len(values)) if clusters is None else numbered(list(clusters))
    if len(labels) != len(values):
        raise GoldrankError(
            f"paired statistics: {len(values)} differences and the clusters of {len(labels)} queries"
        )
    mask = np.ones(values.shape) if asked is None else asked.astype(np.float64)
    sums = sums_by_cluster(values * mask, labels)
    return Turned(sums, sums_by_cluster(mask, labels), sign_flips(len(sums), seed, resamples))


def p_less(found: Turned, nulls: ArrayLike = 0.0) -> list[float]:
    """One-sided p of each test: how often a round falls as low, were `nulls` the true means.

    >>> p_less(turned([-0.5, -0.5, -0.5, 0.0]))  # 2 of 2^4 turns: the last has no sign
    [0.125]
    """
    return _shares(found.statistics(nulls))


def p_greater(found: Turned, nulls: ArrayLike = 0.0) -> list[float]:
    """One-sided p of each test: how often a round rises as high, were `nulls` the true means."""
    return _shares(-found.statistics(nulls))


def p_two_sided(found: Turned, nulls: ArrayLike = 0.0) -> list[float]:
    """Two-sided p of each test: how often a round lies as far off, were `nulls` the true means.

    >>> p_two_sided(turned([-0.5, -0.5, -0.5, -0.5]))
    [0.125]
    """
    return _shares(-np.abs(found.statistics(nulls)))


def p_step_down(statistics: Matrix) -> list[float]:
    """p of each test, corrected over all: low is extreme (Westfall and Young's step-down max-T).

    `statistics` is `(rounds, tests)` with the observed round first, every round of all tests made
    by the same turns: tests that rise and fall together cost each other little.
    """
    observed = statistics[0]
    order = np.argsort(observed, kind="stable")
    lowest = np.minimum.accumulate(statistics[:, order[::-1]], axis=1)[:, ::-1]
    shares = np.mean(lowest <= observed[order] + NEAR, axis=0)
    adjusted = np.empty(len(observed))
    adjusted[order] = np.maximum.accumulate(shares)
    return [float(p) for p in adjusted]


def p_single_step(statistics: Matrix) -> list[float]:
    """p of each test, corrected over all by the lowest statistic of each round.

    Never below that of `p_step_down`; the correction that intervals can be given for.
    """
    lowest = statistics.min(axis=1, keepdims=True)
    return [float(p) for p in np.mean(lowest <= statistics[0] + NEAR, axis=0)]


def ranked(statistics: Matrix) -> Matrix:
    """Each statistic as its own p, the share of its column that is as low: `(rounds, tests)`.

    Corrected by the lowest p (Westfall and Young's min-P) every test has the same weight, also
    one that few queries decide.

    >>> ranked(np.array([[2.0], [1.0], [2.0], [5.0]])).ravel().tolist()
    [0.75, 0.25, 0.75, 1.0]
    """
    columns = [np.searchsorted(np.sort(c), c + NEAR, side="right") for c in statistics.T]
    return np.stack(columns, axis=1) / len(statistics)


def interval_of(found: Turned, test: int = 0, alpha: float = 0.05) -> Interval | None:
    """The means that the two-sided test does not reject at `alpha`; `None` where it rejects none.

    It leaves out 0 exactly where `p_two_sided` is at most `alpha`. With too few clusters no mean
    is ever rejected (5 clusters have 32 turns), and there is no interval.

    >>> interval_of(turned([0.5] * 6))
    Interval(low=0.5, high=0.5)
    """
    means = found.subset_means(test)
    nothing_turned = len(found.flips) - len(means)
    rank = int(np.floor(len(found.flips) * alpha / 2 + NEAR)) + 1 - nothing_turned
    if rank < 1 or rank > len(means):
        return None
    return Interval(float(means[rank - 1]), float(means[-rank]))


def family_level(shares: Matrix, alpha: float) -> float:
    """The level at which each test alone rejects what the family rejects at `alpha`.

    `shares` are those of `ranked`. Intervals at this level hold together for all tests: they
    leave out 0 exactly where `p_single_step` of the shares is at most `alpha`.

    >>> family_level(np.array([[0.25], [0.5], [0.75], [1.0]]), 0.25)
    0.25
    """
    lowest = np.sort(shares.min(axis=1))
    allowed = int(np.floor(len(lowest) * alpha + NEAR))
    if allowed >= len(lowest):
        return alpha
    # Shares are whole numbers of rounds: half a round below is less than that and no less.
    return min(alpha, float(lowest[allowed]) - 0.5 / len(lowest))


def on_grid(values: ArrayLike) -> Matrix:
    """Values on a grid that floats add exactly: sums do not depend on order, and ties are ties."""
    return np.asarray(np.round(np.asarray(values, dtype=np.float64) * GRID) / GRID)


def checked(differences: ArrayLike) -> Matrix:
    """Differences as a matrix on the grid, one column a test."""
    values = np.asarray(differences, dtype=np.float64)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or not values.size:
        raise GoldrankError(
            "paired statistics: expected one difference for each query, got none; "
            "compare runs that share queries"
        )
    if not np.all(np.isfinite(values)):
        raise GoldrankError(
            f"paired statistics: {int(np.sum(~np.isfinite(values)))} of {values.size} differences "
            "are not numbers; look at the measure of these queries"
        )
    return on_grid(values)


def _shares(statistics: Matrix) -> list[float]:
    return [float(p) for p in np.mean(statistics <= statistics[0] + NEAR, axis=0)]
