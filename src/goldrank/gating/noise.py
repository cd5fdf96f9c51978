"""Made-up differences between two runs: those of two noisy halves of real ranks, in documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special, stats

Values = NDArray[np.float64]

DRAWN = 20_001
DEGREES = 40


@dataclass(frozen=True, slots=True)
class HarmlessChanges:
    """Differences of queries to draw from: sorted, with the mean 0 of a harmless change.

    `latent` is the correlation of normal deviates that gives the differences their intra-class
    correlation; `pool` holds the values that a harmful change may lose.
    """

    pool: Values
    sorted: Values
    latent: float

    @classmethod
    def of(cls, pool: Values, churn: float, icc: float, seed: int = 0) -> HarmlessChanges:
        """The differences that this churn of these values makes."""
        before, after = two_runs(pool, DRAWN, 0.0, churn, np.random.default_rng(seed))
        change = after - before
        # Each difference beside its opposite: the mean is 0, and both tails are one.
        both = np.sort(np.concatenate([change, -change]))
        return cls(pool, both, latent_correlation(both, icc))

    def draw(
        self,
        clusters: NDArray[np.intp],
        systems: int,
        drop: float,
        alike: float,
        rng: np.random.Generator,
    ) -> Values:
        """After less before of each query under each system, `(queries, systems)`."""
        of_cluster = _shared(rng, int(clusters.max()) + 1, systems, alike)[clusters]
        own = _shared(rng, len(clusters), systems, alike)
        deviates = np.sqrt(self.latent) * of_cluster + np.sqrt(1 - self.latent) * own
        places = special.ndtr(deviates) * len(self.sorted)
        found = self.sorted[np.minimum(places.astype(np.int64), len(self.sorted) - 1)]
        mean = float(self.pool.mean())
        if drop and mean:
            hit = rng.random(len(clusters)) < drop / mean
            found = found - (hit * rng.choice(self.pool, len(clusters)))[:, None]
        return np.asarray(found)


def two_runs(
    pool: Values, queries: int, drop: float, churn: float, rng: np.random.Generator
) -> tuple[Values, Values]:
    """The values of the same queries before and after a change.

    Both sides are noisy halves: each keeps the query's own value or, with probability churn / 2,
    takes that of another query. Then queries of the second lose all they have, each with the
    probability that makes the expected drop.
    """
    own = rng.choice(pool, queries)
    before, after = (
        np.where(rng.random(queries) < churn / 2, rng.choice(pool, queries), own) for _ in range(2)
    )
    mean = float(pool.mean())
    if drop and mean:
        after = np.where(rng.random(queries) < drop / mean, 0.0, after)
    return before, after


def latent_correlation(ordered: Values, icc: float) -> float:
    """The correlation of two normal deviates whose quantiles in `ordered` correlate by `icc`.

    The correlation of g(x) and g(y) is the sum of c_k^2 r^k over the sum of c_k^2, with c_k the
    Hermite coefficients of g (Mehler's formula).

    >>> round(latent_correlation(stats.norm.ppf((np.arange(4000) + 0.5) / 4000), 0.2), 2)
    0.2
    """
    if not icc or not np.any(ordered != ordered[0]):
        return 0.0
    deviates = stats.norm.ppf((np.arange(len(ordered)) + 0.5) / len(ordered))
    shares = []
    low, high = np.ones_like(deviates), deviates
    for degree in range(1, DEGREES):
        shares.append(float(np.mean(high * ordered)) ** 2)
        # Normalised Hermite polynomials, one from the two before.
        low, high = high, (deviates * high - np.sqrt(degree) * low) / np.sqrt(degree + 1)
    whole = float(np.var(ordered))
    powers = np.arange(1, DEGREES)
    return float(
        optimize.brentq(lambda r: float(np.sum(np.array(shares) * r**powers)) / whole - icc, 0, 1)
    )


def _shared(rng: np.random.Generator, rows: int, systems: int, alike: float) -> Values:
    """Normal deviates whose columns correlate by `alike`."""
    common = rng.standard_normal((rows, 1))
    own = rng.standard_normal((rows, systems))
    return np.asarray(np.sqrt(alike) * common + np.sqrt(1 - alike) * own)
