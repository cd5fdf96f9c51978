"""Which clusters change their sign in each round of a randomization test."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 9999
ENUMERATED = 12
"""With so many clusters all patterns are cheap, and drawing them would repeat the rare ones."""


def sign_flips(clusters: int, seed: int, resamples: int = RESAMPLES) -> NDArray[np.int8]:
    """Rows of 0 and 1, one column a cluster: 1 where its sign is turned; no row turns none first.

    All 2^clusters patterns for 12 clusters or fewer and where they fit into `resamples` + 1, else
    so many, drawn with the seed. Every pattern stands beside its opposite, so that both tails of a test are of one size.

    >>> sign_flips(2, seed=0).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if clusters <= ENUMERATED or 2**clusters <= resamples + 1:
        counts = np.arange(2**clusters, dtype=np.int64)[:, None]
        places = np.arange(clusters - 1, -1, -1, dtype=np.int64)[None, :]
        return ((counts >> places) & 1).astype(np.int8)
    half = max(1, (resamples + 1) // 2)
    drawn = np.random.default_rng(seed).integers(0, 2, (half, clusters), np.int8)
    drawn[0] = 0
    return np.concatenate([drawn, 1 - drawn])
