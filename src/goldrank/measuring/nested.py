"""What is left of a choice: made on some clusters of queries, valued on the others, many times.

The best of many settings looks better than it is on the queries that chose it. So each fold of
clusters is valued under the setting that the other folds choose (cross-validation around a choice:
Stone, "Cross-validatory choice and assessment of statistical predictions", 1974; Varma and Simon,
"Bias in error estimation when using cross-validation for model selection", 2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import Numbers, numbered

Values = NDArray[np.float64]

FOLDS, REPEATS = 5, 10
EQUAL = 12
"""Decimals of a mean that decide a choice: what differs beyond them is the rounding of floats."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What is chosen of some settings, in hindsight and fold by fold.

    `best` is chosen on all queries. `values` are of each query under what the other folds chose,
    the mean over repeats; `chosen` counts the folds of all repeats that chose each setting.
    """

    best: int
    values: Values
    chosen: NDArray[np.int64]


def nested_choice(
    values: ArrayLike,
    clusters: Sequence[object],
    preferred: int | None = None,
    folds: int = FOLDS,
    repeats: int = REPEATS,
    seed: int = 0,
) -> Choice:
    """Choose among settings on all folds but one, and value the choice on that one.

    `values` is `(queries, settings)`. The best mean is chosen; of equal means that of `preferred`,
    else the first. With fewer clusters than folds each cluster is a fold.

    Raises:
        GoldrankError: fewer than two folds or clusters, or no repeat.

    >>> twice = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    >>> found = nested_choice(twice, ["a", "b", "c"], folds=3, repeats=1)
    >>> found.best, found.values.tolist(), found.chosen.tolist()
    (0, [1.0, 1.0, 0.0], [3, 0])
    """
    table, labels = np.asarray(values, dtype=np.float64), numbered(list(clusters))
    groups = int(labels.max(initial=-1)) + 1
    if min(folds, groups) < 2 or repeats < 1:
        raise GoldrankError(
            f"choosing on some queries and reporting on others: expected two folds and clusters or "
            f"more, and one repeat or more; got {folds}, {groups} and {repeats}"
        )
    rng = np.random.default_rng(seed)
    held, chosen = np.zeros(len(table)), np.zeros(table.shape[1], dtype=np.int64)
    for _ in range(repeats):
        fold = fold_of(labels, min(folds, groups), rng)
        for number in range(min(folds, groups)):
            inside = fold == number
            choice = _best(table[~inside], preferred)
            held[inside] += table[inside, choice]
            chosen[choice] += 1
    return Choice(_best(table, preferred), held / repeats, chosen)


def fold_of(clusters: Numbers, folds: int, rng: np.random.Generator) -> Numbers:
    """The fold of each query: whole clusters, in random order, each to the fold with fewest queries.

    Folds differ by no more queries than the largest cluster has; none is empty where there are as
    many clusters as folds.

    >>> fold_of(numbered(["a", "b", "b", "a", "c"]), 3, np.random.default_rng(0)).tolist()
    [1, 2, 2, 1, 0]
    """
    sizes = np.bincount(clusters)
    filled, place = np.zeros(folds, dtype=np.int64), np.zeros(len(sizes), dtype=np.intp)
    for cluster in rng.permutation(len(sizes)):
        place[cluster] = int(np.argmin(filled))
        filled[place[cluster]] += sizes[cluster]
    return place[clusters]


def _best(table: Values, preferred: int | None) -> int:
    means = np.round(table.mean(axis=0), EQUAL)
    if preferred is not None and means[preferred] == means.max():
        return preferred
    return int(np.argmax(means))
