"""A collapse: a loss that is plain whatever a p-value can say of so few clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldrank.measuring.clusters import Numbers
from goldrank.measuring.redraws import redraws

LEAST = 3
HALF = 0.5


def collapsed(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    clusters: Numbers,
    allowed: float,
    seed: int = 0,
) -> bool:
    """Whether every redraw of the queries loses more than half of what it had, and than `allowed`.

    A redraw draws clusters, and queries within them, with replacement (999 of them, seeded); one
    that draws nothing says nothing. Fewer than three queries are no collapse: too little is known.

    >>> ones, nothing = np.ones(8), np.zeros(8)
    >>> collapsed(ones, nothing, np.zeros(8, dtype=np.intp), 0.01)
    True
    >>> collapsed(ones, ones * 0.6, np.zeros(8, dtype=np.intp), 0.01)
    False
    """
    if len(before) < LEAST or not after.mean() < HALF * before.mean():
        return False
    weights = redraws(clusters, seed, within=True)
    drawn = weights.sum(axis=1)
    some = drawn > 0
    had, has = (weights[some] @ values / drawn[some] for values in (before, after))
    return bool(np.all((has < HALF * had) & (had - has > allowed)))
