"""A threshold loses no more than it may, no larger one would do, and it is judged on others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.measuring.refusing import refused, refused_apart, threshold

INF = float("inf")
SCORES = st.lists(st.sampled_from([-INF, 0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=40)


@given(SCORES, st.sampled_from([1, 5, 10, 25, 50]))
def test_a_threshold_is_the_largest_that_loses_no_more_than_it_may(scores: list[float], may: int):
    found = np.array(scores)
    at = threshold(found, may)
    lost = [100 * int(refused(found, each).sum()) for each in (*np.unique(found), 2.0)]
    allowed = [
        each
        for each, count in zip((*np.unique(found), 2.0), lost, strict=True)
        if count <= may * len(found) and each > -INF
    ]
    if np.isnan(at):
        assert allowed == []
    else:
        assert at == max(allowed)


def test_a_query_that_retrieves_nothing_is_refused_whatever_the_threshold():
    assert refused(np.array([-INF, 0.5]), float("nan")).tolist() == [True, False]


def test_each_cluster_is_judged_by_the_threshold_of_the_others():
    # Two clusters, two folds. The first's two scores are .1 and .2, the second's .7 and .8: judged
    # by .7, both of the first are lost; judged by .1, none of the second.
    scores = np.array([0.1, 0.2, 0.7, 0.8])
    clusters = np.array([0, 0, 1, 1])
    found = refused_apart(scores, np.ones(4, dtype=bool), clusters, 5)
    assert found is not None
    assert found.tolist() == [True, True, False, False]


def test_unanswerable_queries_are_judged_apart_and_choose_nothing():
    scores = np.array([0.5, 0.6, 0.4, 0.55])
    answerable = np.array([True, True, False, False])
    found = refused_apart(scores, answerable, np.array([0, 1, 0, 1]), 5)
    assert found is not None
    # Cluster 0 is judged by .6, cluster 1 by .5.
    assert found.tolist() == [True, False, True, False]


@pytest.mark.parametrize("clusters", [[0, 0, 0], [0, 0, 1]])
def test_where_a_fold_leaves_nothing_to_choose_by_nothing_is_said(clusters: list[int]):
    answerable = np.array([True, True, False])
    assert refused_apart(np.array([0.5, 0.6, 0.1]), answerable, np.array(clusters), 5) is None
