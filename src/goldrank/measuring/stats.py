"""Is the difference real? Paired statistics over queries, seeded, exact where enumeration fits.

Sources: bootstrap intervals as scipy.stats.bootstrap computes them (BCa, Efron 1987);
randomization test as scipy.stats.permutation_test; Holm, "A simple sequentially rejective multiple
test procedure", 1979; sample sizes by the normal approximation.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from goldrank.errors import GoldrankError

RESAMPLES = 9999
POWER = 0.8
EXACT = 2.0**40

Alternative = Literal["less", "greater", "two-sided"]


class Interval(NamedTuple):
    """Both ends of a confidence interval."""

    low: float
    high: float


def paired_interval(
    differences: ArrayLike, seed: int, confidence: float = 0.95, resamples: int = RESAMPLES
) -> Interval:
    """The bootstrap interval of the mean of paired differences (BCa; percentile where that fails).

    Differences that are all equal have an interval of no width. Raises `GoldrankError` for none
    at all and for NaN.

    >>> paired_interval([0.5, 0.5, 0.5], seed=0)
    Interval(low=0.5, high=0.5)
    """
    values = _checked(differences)
    if np.all(values == values[0]):
        return Interval(float(values[0]), float(values[0]))
    for method in ("BCa", "percentile"):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            # Where every resample lies on one side BCa has no answer; it warns and gives NaN.
            warnings.simplefilter("ignore")
            found = stats.bootstrap(
                (values,),
                np.mean,
                confidence_level=confidence,
                n_resamples=resamples,
                method=method,
                rng=np.random.default_rng(seed),
            ).confidence_interval
        if math.isfinite(found.low) and math.isfinite(found.high):
            break
    return Interval(float(found.low), float(found.high))


def randomization_p(
    differences: ArrayLike,
    seed: int,
    alternative: Alternative = "two-sided",
    resamples: int = RESAMPLES,
) -> float:
    """The paired randomization test on the mean: how often do random signs reach as far?

    Queries without a difference say nothing and are left out; the rest are enumerated where
    2^n fits into `resamples`. "less" asks whether the mean is below 0.

    >>> randomization_p([-0.5, -0.5, -0.5, 0.0], seed=0, alternative="less")  # one of 2^3 signs
    0.125
    >>> randomization_p([0.0, 0.0], seed=0)
    1.0
    """
    values = _checked(differences)
    # On a grid that floats hold exactly, sums do not depend on their order, and ties are ties.
    values = np.round(values * EXACT) / EXACT
    values = values[values != 0]
    if not len(values):
        return 1.0
    if len(values) == 1:
        return _one(float(values[0]), alternative)
    result = stats.permutation_test(
        (values,),
        _sum,
        permutation_type="samples",
        vectorized=True,
        alternative=alternative,
        n_resamples=resamples,
        rng=np.random.default_rng(seed),
        batch=max(1, 4_000_000 // len(values)),
    )
    return float(result.pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [1.0] * len(p_values)
    reached = 0.0
    for place, index in enumerate(order):
        reached = max(reached, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = reached
    return adjusted


def detectable(
    differences: ArrayLike,
    alpha: float = 0.05,
    power: float = POWER,
    sides: Literal[1, 2] = 2,
) -> float | None:
    """The smallest true mean difference that so many queries find with this power.

    `None` where fewer than two queries, or no differences at all, say nothing of the spread.

    >>> detectable([1, -1] * 50)  # (1.960 + 0.842) * 1.005 / 10
    0.2816
    """
    values = _checked(differences)
    if len(values) < 2 or not np.any(values != values[0]):
        return None
    return _quantiles(alpha, power, sides) * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def queries_needed(
    differences: ArrayLike,
    effect: float,
    alpha: float = 0.05,
    power: float = POWER,
    sides: Literal[1, 2] = 2,
) -> int | None:
    """How many queries like these would find a mean difference of `effect` with this power.

    `None` where the effect is 0 or the spread is unknown.

    >>> queries_needed([1, -1] * 50, effect=0.1)  # (2.8016 * 1.00504 / 0.1)^2 = 792.8
    793
    """
    values = _checked(differences)
    if effect == 0 or len(values) < 2 or not np.any(values != values[0]):
        return None
    spread = float(np.std(values, ddof=1))
    return max(2, math.ceil((_quantiles(alpha, power, sides) * spread / effect) ** 2))


def _quantiles(alpha: float, power: float, sides: int) -> float:
    return float(stats.norm.ppf(1 - alpha / sides) + stats.norm.ppf(power))


def _one(value: float, alternative: Alternative) -> float:
    """One query with a difference: two signs, by hand."""
    if alternative == "two-sided":
        return 1.0
    return 0.5 if (value > 0) == (alternative == "greater") else 1.0


def _sum(values: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    return np.asarray(np.sum(values, axis=axis))


def _checked(differences: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or not len(values):
        raise GoldrankError(
            "paired statistics: expected one difference for each query, got none; "
            "compare runs that share queries"
        )
    if not np.all(np.isfinite(values)):
        raise GoldrankError(
            f"paired statistics: {int(np.sum(~np.isfinite(values)))} of {len(values)} differences "
            "are not numbers; look at the measure of these queries"
        )
    return values
