"""How alike the chunks of one document are: a prefix that they share makes them more so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def mean_similarity(vectors: NDArray[np.float32], owners: Sequence[str]) -> float:
    """The mean cosine between two chunks of one document, over all such pairs; NaN without one.

    A prefix that is the same on every chunk of a document moves this towards 1: the chunks can
    then no longer be told apart.

    >>> mean_similarity(np.array([[1, 0], [0, 1], [1, 1]], np.float32), ["a", "a", "b"])
    0.0
    """
    rows = np.asarray(vectors, dtype=np.float64)
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    _, groups = np.unique(np.array(owners), return_inverse=True)
    sums = np.zeros((groups.max(initial=-1) + 1, rows.shape[1]))
    np.add.at(sums, groups, rows)
    sizes = np.bincount(groups)
    own = np.zeros(len(sizes))
    np.add.at(own, groups, np.einsum("ij,ij->i", rows, rows))
    pairs = float((sizes * (sizes - 1)).sum())
    total = float((np.einsum("ij,ij->i", sums, sums) - own).sum())
    return round(total / pairs, 9) + 0.0 if pairs else float("nan")
