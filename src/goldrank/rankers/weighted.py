"""What rankers that combine others by a weighted sum share: their weights, and the sum."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError


def checked_weights(
    kind: str, weights: Sequence[float] | None, combines: Sequence[str]
) -> tuple[float, ...]:
    """One weight for each ranker that is combined, 1 for all by default.

    >>> checked_weights("rrf", None, ["vector", "bm25"])
    (1.0, 1.0)
    >>> checked_weights("rrf", [1.0], ["vector", "bm25"])
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: rrf: weights: expected 2 numbers above 0, for vector, bm25; got [1.0]
    """
    given = (1.0,) * len(combines) if weights is None else tuple(map(float, weights))
    if len(given) != len(combines) or not all(0 < each < math.inf for each in given):
        raise GoldrankError(
            f"{kind}: weights: expected {len(combines)} numbers above 0, for "
            f"{', '.join(combines)}; got {list(given)}"
        )
    return given


def summed(terms: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The sum of terms of one shape, the same in whatever order they come.

    >>> summed([np.array([0.1]), np.array([0.2]), np.array([0.3])]).tolist()
    [0.6000000000000001]
    """
    stacked = np.stack(terms)
    if len(terms) > 2:
        # Three floats add up differently in another order, and no list comes first.
        stacked.sort(axis=0)
    total: NDArray[np.float64] = stacked.sum(axis=0)
    return total
