"""What a threshold on the top score would refuse: chosen by rule, and judged on other clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldrank.measuring.clusters import Numbers

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]

LOSSES = (1, 5, 10)
"""The shares of answerable queries that a threshold may lose, in percent."""
FOLDS = 5


def threshold(scores: Scores, percent: int) -> float:
    """The largest threshold that loses at most `percent` of queries with these top scores.

    A query is refused where its top score is below it, or where nothing is retrieved (-inf); NaN
    where more than that retrieve nothing, or there are no queries.

    >>> threshold(np.array([0.1, 0.2, 0.3, 0.4]), 25)
    0.2
    >>> threshold(np.array([0.1, 0.1, 0.3, 0.4]), 25)
    0.1
    """
    allowed = len(scores) * percent // 100
    ordered = np.sort(scores)
    if allowed >= len(ordered) or ordered[allowed] == -np.inf:
        return float("nan")
    return float(ordered[allowed])


def refused(scores: Scores, at: float) -> Mask:
    """Which queries a threshold refuses.

    >>> refused(np.array([-np.inf, 0.1, 0.2]), 0.2).tolist()
    [True, True, False]
    """
    return np.asarray((scores < at) | (scores == -np.inf))


def refused_apart(scores: Scores, answerable: Mask, clusters: Numbers, percent: int) -> Mask | None:
    """Which queries are refused by a threshold that was chosen without their cluster.

    Clusters are dealt into five folds (scikit-learn's `GroupKFold`); each is judged by the threshold
    of the others' answerable queries. `None` where some fold would have none to choose by.
    """
    from sklearn.model_selection import GroupKFold

    folds = min(FOLDS, int(clusters.max(initial=-1)) + 1)
    if folds < 2:
        return None
    found = np.zeros(len(scores), dtype=np.bool_)
    for others, own in GroupKFold(folds).split(scores, groups=clusters):
        known = scores[others][answerable[others]]
        if not len(known):
            return None
        found[own] = refused(scores[own], threshold(known, percent))
    return found
