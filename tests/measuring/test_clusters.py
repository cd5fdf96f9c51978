"""Which queries belong together."""

from __future__ import annotations

import numpy as np

from goldrank.measuring.clusters import clusters_by_document, numbered, sums_by_cluster


def test_queries_with_evidence_in_one_document_are_one_cluster() -> None:
    found = clusters_by_document({"q1": ["a"], "q2": ["b"], "q3": ["a"]})
    assert found == {"q1": "a", "q2": "b", "q3": "a"}


def test_a_query_with_two_documents_goes_where_most_queries_are() -> None:
    documents = {"q1": ["rare", "hub"], "q2": ["hub"], "q3": ["hub"], "q4": ["x", "y"]}
    found = clusters_by_document(documents)
    assert found["q1"] == "hub"
    assert found["q4"] == "x"  # both are rare: the first


def test_a_document_named_twice_by_one_query_is_shared_by_one() -> None:
    found = clusters_by_document({"q1": ["a", "b", "a"], "q2": ["b"]})
    assert found["q1"] == "b"


def test_sums_are_over_the_queries_of_a_cluster() -> None:
    values = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    assert sums_by_cluster(values, numbered([7, 3, 7])).tolist() == [[5.0, 50.0], [2.0, 20.0]]
