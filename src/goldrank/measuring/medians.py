"""The median of few values, some of which may be infinite, and its exact interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import binom

from goldrank.measuring.randomization import Interval


def median_of(values: Sequence[float]) -> float:
    """The middle one; of two, half way between them, and infinite where one of them is.

    >>> median_of([3.0, 1.0, float("inf")]), median_of([1.0, float("inf")])
    (3.0, inf)
    """
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return low if low == high else (low + high) / 2


def median_interval(values: Sequence[float], alpha: float = 0.05) -> Interval | None:
    """Two of the values between which the true median lies, whatever the values are drawn from.

    So many lie below the median as heads fall in as many throws: the two are the narrowest pair, as
    far from one end as from the other, that misses it in at most `alpha` of samples. `None` below
    six values, of which no pair is that sure. Source: Conover, "Practical Nonparametric Statistics"
    (1999), 3.2.

    >>> median_interval([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    Interval(low=1.0, high=6.0)
    """
    ordered, count = sorted(values), len(values)
    sure = [
        at
        for at in range(count // 2)
        if 2 * float(binom.cdf(at, count, 0.5)) <= alpha  # this one is above it, or its twin below
    ]
    if not sure:
        return None
    return Interval(float(ordered[sure[-1]]), float(ordered[count - 1 - sure[-1]]))


def middle_of(values: Sequence[float]) -> float:
    """`median_of`, and NaN of no value."""
    return median_of(values) if len(values) else float(np.nan)
