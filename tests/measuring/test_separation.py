"""The area under the curve is scikit-learn's, weighted too, and midranks break ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from goldrank.measuring.redraws import redraws
from goldrank.measuring.separation import auroc, auroc_interval, weighted_aurocs

INF = float("inf")


def slow_auroc(scores: list[float], positive: list[bool], weights: list[int]) -> float:
    """Every pair, one of each kind: won, tied for a half, or lost."""
    won = pairs = 0.0
    for one, right, often in zip(scores, positive, weights, strict=True):
        for other, wrong, also in zip(scores, positive, weights, strict=True):
            if right and not wrong:
                pairs += often * also
                won += often * also * (1.0 if one > other else 0.5 if one == other else 0.0)
    return won / pairs if pairs else float("nan")


QUERY = st.tuples(
    st.sampled_from([-INF, 0.0, 0.25, 0.5, 1.0, 7.0]), st.booleans(), st.integers(0, 3)
)


@given(st.lists(QUERY, min_size=1, max_size=12))
def test_a_weighted_area_is_that_of_all_pairs(queries: list[tuple[float, bool, int]]):
    scores, positive, weights = map(list, zip(*queries, strict=True))
    (fast,) = weighted_aurocs(np.array(scores), np.array(positive), np.array([weights]))
    assert fast == pytest.approx(slow_auroc(scores, positive, weights), nan_ok=True)
    if 0 < sum(positive) < len(positive):
        assert auroc(scores, positive) == pytest.approx(
            slow_auroc(scores, positive, [1] * len(scores))
        )


def test_a_redrawn_area_is_what_scikit_learn_says_with_sample_weights():
    stream = np.random.default_rng(0)
    scores, positive = stream.integers(0, 9, 60).astype(float), stream.random(60) < 0.6
    drawn = redraws(np.arange(60) // 4)[:20]
    fast = weighted_aurocs(scores, positive, drawn)
    slow = [roc_auc_score(positive, scores, sample_weight=row) for row in drawn]
    assert fast == pytest.approx(slow)


def test_nothing_retrieved_is_the_lowest_score_and_ties_with_itself():
    # Pairs: 2 > -inf, 2 > -inf, -inf = -inf twice: (1 + 1 + .5 + .5) / 4.
    assert auroc([2.0, -INF, -INF, -INF], [True, True, False, False]) == 0.75


def test_the_interval_holds_the_true_area_about_as_often_as_it_says():
    # Normal scores one apart: the area is P(Z < 1 / sqrt 2) = .760.
    stream = np.random.default_rng(2)
    positive = np.arange(120) < 80
    clusters = np.where(positive, np.arange(120) // 2, np.arange(120))
    clusters = np.unique(clusters, return_inverse=True)[1]
    drawn, held = redraws(clusters), 0
    for _ in range(150):
        scores = stream.standard_normal(120) + positive
        low, high = auroc_interval(scores, positive, clusters, drawn)
        held += low <= 0.760 <= high
    assert 0.88 <= held / 150 <= 0.99


def test_perfect_separation_is_as_sure_as_the_kind_with_fewer_clusters_allows():
    scores = np.array([5.0, 6.0, 7.0, 1.0, 2.0])
    positive = np.array([True, True, True, False, False])
    clusters = np.arange(5)
    # Two pairs of two: .025^(1/2) = .158.
    found = auroc_interval(scores, positive, clusters, redraws(clusters))
    assert found == pytest.approx((0.158, 1.0), abs=1e-3)
    found = auroc_interval(-scores, positive, clusters, redraws(clusters))
    assert found == pytest.approx((0.0, 0.842), abs=1e-3)
