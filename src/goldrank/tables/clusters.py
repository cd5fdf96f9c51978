"""The cluster of each query: which queries chance moves together."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goldrank.measuring.clusters import clusters_by_document
from goldrank.types import Query


def cluster_names(queries: Sequence[Query], rule: str = "document") -> dict[str, str]:
    """The cluster of each query by a suite's rule: `document`, `query` or `tag:PREFIX`.

    A query's own `cluster` comes before the rule, and its document where it has no such tag.

    >>> cluster_names([Query("q1", "?", ("team:hr",)), Query("q2", "?", cluster="mine")], "tag:team:")
    {'q1': 'team:hr', 'q2': 'mine'}
    """
    documents = clusters_by_document(
        {q.query_id: [e.doc_id for need in q.needs for e in need.evidence] for q in queries}
    )
    return {q.query_id: q.cluster or _ruled(q, rule, documents[q.query_id]) for q in queries}


def clusters_of(queries: pd.DataFrame, evidence: pd.DataFrame) -> dict[str, str]:
    """The cluster of each query of a run's tables; by document where the run was saved without."""
    ids = [str(query) for query in queries["query_id"]]
    if "cluster" in queries:
        return dict(zip(ids, map(str, queries["cluster"]), strict=True))
    documents: dict[str, list[str]] = {query: [] for query in ids}
    for query, doc_id in zip(evidence["query_id"], evidence["doc_id"], strict=True):
        documents[str(query)].append(str(doc_id))
    return clusters_by_document(documents)


def _ruled(query: Query, rule: str, document: str) -> str:
    if rule == "query":
        return f"query {query.query_id}"
    prefix = rule.removeprefix("tag:") if rule.startswith("tag:") else None
    tags = (tag for tag in query.tags if prefix is not None and tag.startswith(prefix))
    return next(tags, document)
