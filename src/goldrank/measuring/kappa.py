"""Cohen's kappa of two people, or of a person and a rule, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import norm

from goldrank.measuring.randomization import Interval

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Kappa:
    """How far two agree beyond chance: 1 on all, 0 as often as chance; `same` of `units` alike.

    `value` is `None` where both used one class alone, and the same; `interval` also where they
    never differ, since its formula then knows of no error.
    """

    units: int
    same: int
    value: float | None
    interval: Interval | None


def kappa_of(table: ArrayLike, alpha: float = ALPHA) -> Kappa:
    """Kappa of a square table of counts: the first's classes down, the second's across.

    The interval is the one of large samples, by the standard error that Fleiss, Cohen and Everitt
    gave, "Large sample standard errors of kappa and weighted kappa" (1969), cut off at -1 and 1.

    >>> kappa_of([[20, 5], [10, 15]])
    Kappa(units=50, same=35, value=0.4, interval=Interval(low=0.151, high=0.649))
    """
    counts = np.asarray(table, dtype=np.float64)
    units = counts.sum()
    alike = int(np.trace(counts))
    if units == 0:
        return Kappa(0, 0, None, None)
    shares = counts / units
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    seen, chance = float(np.trace(shares)), float(rows @ columns)
    if math.isclose(chance, 1.0):
        return Kappa(int(units), alike, None, None)
    value = (seen - chance) / (1 - chance)
    error = _error(shares, value, chance, float(units))
    width = float(norm.ppf(1 - alpha / 2)) * error
    interval = Interval(max(value - width, -1.0), min(value + width, 1.0)) if error else None
    return Kappa(int(units), alike, value, interval)


def _error(shares: np.ndarray, kappa: float, chance: float, units: float) -> float:
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    # Of the cell (i, j): how kappa moves with its share, by the delta method.
    sums = columns[:, None] + rows[None, :]
    on = np.diag(shares) @ (1 - (rows + columns) * (1 - kappa)) ** 2
    off = (1 - kappa) ** 2 * float((shares * sums**2 * (1 - np.eye(len(shares)))).sum())
    all_of_it = on + off - (kappa - chance * (1 - kappa)) ** 2
    variance = all_of_it / (1 - chance) ** 2 / units
    return math.sqrt(variance) if variance > 1e-15 else 0.0
