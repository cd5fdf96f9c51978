"""Does a score tell two kinds of queries apart? The area under the ROC curve, with an interval.

It is the share of pairs, one query of each kind, in which the right one scores higher; a tie
counts half (Hanley and McNeil, "The meaning and use of the area under a ROC curve", 1982).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from goldrank.measuring.clusters import Numbers
from goldrank.measuring.randomization import Interval
from goldrank.measuring.redraws import ALPHA, one_sided, percentiles

Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]


def auroc(scores: Sequence[float] | Scores, positive: Sequence[bool] | Mask) -> float:
    """The area for `scores`, `(queries,)`, of which -inf is the lowest; higher should be positive.

    >>> auroc([3.0, 2.0, 2.0, float("-inf")], [True, True, False, False])
    0.875
    """
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(np.asarray(positive), rankdata(scores)))


def weighted_aurocs(scores: Scores, positive: Mask, weights: NDArray[np.int64]) -> Scores:
    """The area in each row of `weights`, `(redraws, queries)`; NaN where a kind is not drawn."""
    ranks = rankdata(scores)  # two of -inf tie, and have no difference
    order = np.argsort(ranks, kind="stable")
    starts = np.flatnonzero(np.diff(ranks[order], prepend=0.0))
    drawn = weights[:, order].astype(np.float64)
    kind = positive[order]
    right, wrong = (np.add.reduceat(drawn * mine, starts, axis=1) for mine in (kind, ~kind))
    below = np.cumsum(wrong, axis=1) - wrong / 2
    pairs = right.sum(axis=1) * wrong.sum(axis=1)
    won = (right * below).sum(axis=1)
    shares: Scores = np.divide(won, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return shares


def auroc_interval(
    scores: Scores,
    positive: Mask,
    clusters: Numbers,
    drawn: NDArray[np.int64],
    alpha: float = ALPHA,
) -> Interval:
    """The interval of `auroc`; `drawn` are the `redraws` of the queries.

    Where every pair is told apart, or none, no redraw says otherwise; then it is the exact one of
    as many independent pairs as the kind with fewer clusters has of them.
    """
    found = auroc(scores, positive)
    if found in (0.0, 1.0):
        pairs = min(len(np.unique(clusters[mine])) for mine in (positive, ~positive))
        return one_sided(found == 1.0, pairs, alpha)
    return percentiles(weighted_aurocs(scores, positive, drawn), alpha)
