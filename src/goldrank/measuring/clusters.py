"""Clusters: queries that share a document are not independent, so chance is asked of documents.

What moves one chunk of a document moves every query whose evidence stands in it. A test that
takes such queries for independent ones finds differences that are not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]

FEW = 20
"""With fewer clusters than this, what a test says depends on few documents, and that is said."""


def clusters_by_document(documents: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The cluster of each query: of the documents of its evidence, the one most queries share.

    `documents` maps a query to its documents, in the order of its needs; of documents shared by
    as many, the first counts. A query without documents is a cluster of its own.

    >>> clusters_by_document({"q1": ["a"], "q2": ["b", "a"], "q3": ["b"], "q4": ["a"], "q5": []})
    {'q1': 'a', 'q2': 'a', 'q3': 'b', 'q4': 'a', 'q5': 'query q5'}
    """
    shared = Counter(name for names in documents.values() for name in set(names))
    return {
        query: max(names, key=lambda name: shared[name]) if names else f"query {query}"
        for query, names in documents.items()
    }


def numbered(labels: Sequence[Hashable]) -> Numbers:
    """Labels as numbers from 0, in the order in which they are first seen.

    >>> numbered(["b", "a", "b"]).tolist()
    [0, 1, 0]
    """
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels], dtype=np.intp)


def sums_by_cluster(values: NDArray[np.float64], clusters: Numbers) -> NDArray[np.float64]:
    """The sum of each column over the queries of each cluster: `(queries, tests)` to `(clusters, tests)`.

    >>> sums_by_cluster(np.array([[1.0], [2.0], [4.0]]), numbered(["a", "b", "a"])).tolist()
    [[5.0], [2.0]]
    """
    sums = np.zeros((int(clusters.max(initial=-1)) + 1, values.shape[1]))
    np.add.at(sums, clusters, values)
    return sums
