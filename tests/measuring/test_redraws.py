"""Redraws keep clusters together, and their intervals hold what they say."""

from __future__ import annotations

import numpy as np
import pytest

from goldrank.measuring.redraws import one_sided, percentiles, redraws, share_interval


def test_a_redraw_takes_all_queries_of_a_cluster_or_none_and_is_seeded():
    clusters = np.array([0, 1, 0, 2, 1])
    drawn = redraws(clusters, seed=3)
    assert (drawn[:, 0] == drawn[:, 2]).all()
    assert (drawn[:, 1] == drawn[:, 4]).all()
    assert (drawn[:, 0] != drawn[:, 1]).any()
    assert (redraws(clusters, seed=3) == drawn).all()
    assert (redraws(clusters, seed=4) != drawn).any()


def test_a_redraw_within_clusters_draws_their_queries_too():
    drawn = redraws(np.array([0, 0]), within=True)
    assert (drawn[:, 0] != drawn[:, 1]).any()


def test_queries_of_one_cluster_make_an_interval_wider_than_queries_that_stand_alone():
    hits = np.array([True] * 10 + [False] * 10)
    alone, in_fours = np.arange(20), np.arange(20) // 5
    narrow = share_interval(hits, alone, redraws(alone))
    wide = share_interval(hits, in_fours, redraws(in_fours))
    # Half of 20: a standard error of sqrt(.25 / 20) = .112; of 4 clusters sqrt(.25 / 4) = .25.
    assert narrow.high - narrow.low == pytest.approx(4 * 0.112, abs=0.06)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_the_interval_of_a_share_holds_it_about_as_often_as_it_says(share: float):
    stream = np.random.default_rng(1)
    clusters = np.arange(120) // 3
    drawn = redraws(clusters)
    held = 0
    for _ in range(200):
        hits = stream.random(120) < share
        low, high = share_interval(hits, clusters, drawn)
        held += low <= share <= high
    assert 0.88 <= held / 200 <= 0.99


def test_a_share_of_nothing_has_the_exact_interval_of_as_many_draws_as_clusters():
    clusters = np.array([0, 0, 1, 1])
    # Of two draws that were both missed: 1 - .025^(1/2) = .842.
    interval = share_interval([False] * 4, clusters, redraws(clusters))
    assert interval == pytest.approx((0.0, 0.842), abs=1e-3)
    assert one_sided(True, 2) == pytest.approx((0.158, 1.0), abs=1e-3)


def test_redraws_that_say_nothing_are_left_out_of_percentiles():
    assert percentiles(np.array([np.nan, *np.arange(101.0)])) == (2.5, 97.5)


def test_a_mean_share_that_is_the_same_for_every_query_has_no_width_unless_it_is_an_end() -> None:
    clusters = np.arange(20)
    drawn = redraws(clusters)
    assert share_interval(np.full(20, 0.5), clusters, drawn) == (0.5, 0.5)
    # 0.025 ** (1 / 20): where all are found, what twenty draws can say.
    low, high = share_interval(np.ones(20), clusters, drawn)
    assert (round(low, 3), high) == (0.832, 1.0)
