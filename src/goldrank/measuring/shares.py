"""Shares of classes in a population, from a sample: intervals that hold for all classes together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from goldrank.errors import GoldrankError
from goldrank.measuring.randomization import Interval

ALPHA = 0.05


def share_intervals(counts: Sequence[int], population: int, alpha: float = ALPHA) -> list[Interval]:
    """The share of each class in a population of `population`, of which `sum(counts)` were drawn.

    All of the intervals hold together with a chance of at least about `1 - alpha`. A simple random
    sample without replacement is worth `n (N - 1) / (N - n)` draws with replacement: that is the
    finite-population correction, and with all drawn each interval is its share.

    Source: Goodman, "On simultaneous confidence intervals for multinomial proportions" (1965), as
    statsmodels computes it; Cochran, "Sampling Techniques" (1977), 2.6.

    Raises:
        GoldrankError: nothing was drawn, or more than there are.

    >>> share_intervals([60, 40], 100)
    [Interval(low=0.6, high=0.6), Interval(low=0.4, high=0.4)]
    >>> share_intervals([60, 40], 1_000)
    [Interval(low=0.494, high=0.698), Interval(low=0.302, high=0.506)]
    """
    drawn = int(np.sum(counts))
    if not 1 <= drawn <= population:
        raise GoldrankError(f"expected between 1 and {population} drawn, got {drawn}")
    worth = worth_of(drawn, population)
    return [score_interval(count / drawn, worth, len(counts), alpha) for count in counts]


def worth_of(drawn: int, population: int) -> float:
    """How many draws with replacement a sample without is worth; infinite where all are drawn."""
    return math.inf if drawn == population else drawn * (population - 1) / (population - drawn)


def score_interval(share: float, draws: float, classes: int, alpha: float = ALPHA) -> Interval:
    """One of `classes` intervals of a share in so many draws: Wilson's, at the level `alpha / classes`.

    >>> score_interval(0.0, 20, 1)
    Interval(low=0.0, high=0.161)
    """
    if math.isinf(draws):
        return Interval(share, share)
    quantile = float(chi2.ppf(1 - alpha / classes, 1))
    middle, below = share + quantile / (2 * draws), 1 + quantile / draws
    half = math.sqrt(quantile * (share * (1 - share) + quantile / (4 * draws)) / draws)
    low, high = max((middle - half) / below, 0.0), min((middle + half) / below, 1.0)
    # Rounding must not leave the share outside.
    return Interval(min(low, share), max(high, share))


def closing(shares: ArrayLike, total: int) -> list[int]:
    """Whole numbers in proportion to `shares` that sum to `total`: the largest remainders go up.

    >>> closing([0.5, 0.25, 0.25], 7)
    [3, 2, 2]
    """
    exact = np.asarray(shares, dtype=np.float64) * total
    whole = np.floor(exact + 1e-9).astype(int)
    order = np.argsort(-(exact - whole), kind="stable")
    whole[order[: total - int(whole.sum())]] += 1
    return [int(count) for count in whole]
