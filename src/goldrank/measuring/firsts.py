"""Which of several candidates is first, however the queries are redrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.measuring.clusters import numbered, sums_by_cluster
from goldrank.measuring.redraws import redraws

Shares = NDArray[np.float64]

NEAR = 0.01
"""How far below the highest mean another one is as good."""


@dataclass(frozen=True, slots=True, eq=False)
class Firsts:
    """Of each candidate, `(candidates,)`, the share of redraws in which its mean is the highest, and
    in which it is at most so far below the highest. Candidates that share the first place share the
    redraw.
    """

    first: Shares
    near: Shares


def firsts(
    values: ArrayLike, clusters: Sequence[object], seed: int = 0, near: float = NEAR
) -> Firsts:
    """How often each column of `(queries, candidates)` has the highest mean, paired.

    Whole clusters are drawn with replacement, each with all its queries, the same ones for all
    candidates. Source: bootstrap of clusters (Davison and Hinkley, "Bootstrap methods and their
    application", 1997, section 3.8).

    >>> found = firsts([[1.0, 0.5], [1.0, 0.25], [0.5, 0.495]], ["a", "b", "c"])
    >>> found.first.tolist()
    [1.0, 0.0]
    """
    table, labels = np.asarray(values, dtype=np.float64), numbered(list(clusters))
    sums = sums_by_cluster(table, labels)
    sizes = np.bincount(labels).astype(np.float64)
    drawn = redraws(np.arange(len(sizes)), seed).astype(np.float64)
    counts = drawn @ sizes
    some = counts > 0
    # Rounded, so that a tie is one in whatever order its values are added.
    means = np.round((drawn[some] @ sums) / counts[some][:, None], 10)
    highest = means.max(axis=1, keepdims=True)
    best = means == highest
    return Firsts(
        (best / best.sum(axis=1, keepdims=True)).mean(axis=0),
        (means >= np.round(highest - near, 10)).mean(axis=0),
    )
