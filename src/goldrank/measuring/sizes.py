"""How large a difference so many queries can tell, and how many queries a difference would need.

By the normal approximation, with the spread of the sums over clusters (Student's t where there are
few): queries of one cluster count for less than as many of different ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from goldrank.measuring.clusters import numbered, sums_by_cluster
from goldrank.measuring.randomization import checked

POWER = 0.8

Sides = Literal[1, 2]


def standard_error(differences: ArrayLike, clusters: Sequence[object] | None = None) -> float:
    """The standard error of a mean over queries in clusters; NaN for fewer than two clusters.

    Source: the cluster-robust variance of a mean (Liang and Zeger, 1986), times C / (C - 1).

    >>> round(standard_error([1, -1] * 50), 4)  # 1.00504 / 10
    0.1005
    >>> round(standard_error([1, 1, -1, -1], ["a", "a", "b", "b"]), 3)  # as with two queries
    1.0
    """
    values = checked(differences)
    labels = np.arange(len(values)) if clusters is None else numbered(list(clusters))
    sums = sums_by_cluster(values - values.mean(axis=0), labels)[:, 0]
    count = len(sums)
    if count < 2:
        return math.nan
    return math.sqrt(count / (count - 1) * float((sums**2).sum())) / len(values)


@dataclass(frozen=True, slots=True)
class Finding:
    """When a difference is found: beyond `tolerance` at `alpha`, and how often it is to be."""

    alpha: float = 0.05
    sides: Sides = 2
    tolerance: float = 0.0
    power: float = POWER

    def quantiles(self, clusters: int | None) -> float:
        """How many standard errors beyond the tolerance it is; without clusters, of the normal law."""
        law = stats.norm if clusters is None else stats.t(clusters - 1)
        return float(law.ppf(1 - self.alpha / self.sides) + law.ppf(self.power))


USUAL = Finding()


def detectable(
    differences: ArrayLike, clusters: Sequence[object] | None = None, finding: Finding = USUAL
) -> float | None:
    """The smallest true mean difference that is found.

    `None` where fewer than two clusters, or no differences at all, say nothing of the spread.

    >>> detectable([1, -1] * 50)  # (1.984 + 0.845) * 0.1005, t with 99 degrees of freedom
    0.2844
    """
    error = standard_error(differences, clusters)
    count = _count(differences, clusters)
    if not error > 0:
        return None
    return finding.tolerance + finding.quantiles(count) * error


def queries_needed(
    differences: ArrayLike,
    effect: float,
    clusters: Sequence[object] | None = None,
    finding: Finding = USUAL,
) -> int | None:
    """How many queries, in as many more clusters, would find `effect`.

    `effect` counts by its size. `None` where it lies within the tolerance (no number of queries
    finds it) and where the spread is unknown.

    >>> queries_needed([1, -1] * 50, effect=0.1)  # 100 * (2.8016 * 0.1005 / 0.1)^2 = 792.8
    793
    """
    error = standard_error(differences, clusters)
    beyond = abs(effect) - finding.tolerance
    if not error > 0 or beyond <= 0:
        return None
    queries = len(np.atleast_1d(np.asarray(differences)))
    factor = (finding.quantiles(None) * error / beyond) ** 2
    return max(2, math.ceil(queries * factor))


def _count(differences: ArrayLike, clusters: Sequence[object] | None) -> int:
    return len(np.asarray(differences)) if clusters is None else len(set(clusters))
