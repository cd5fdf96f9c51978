"""Intervals of shares hold for all classes together, and counts close."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import chi2

from goldrank.errors import GoldrankError
from goldrank.measuring.shares import closing, score_interval, share_intervals, worth_of


def test_statsmodels_gave_these():
    # multinomial_proportions_confint([138, 9, 0, 30, 41, 82], method="goodman"), statsmodels 0.15.0
    given_there = [
        (0.3858513448572659, 0.5359626745167971),
        (0.012846773196689237, 0.06846795444855149),
        (0.0, 0.022675242175788004),
        (0.06299365545978719, 0.15514653828084324),
        (0.09252879424440459, 0.19728188173666805),
        (0.2111661181920123, 0.34577999159434497),
    ]
    counts = [138, 9, 0, 30, 41, 82]
    assert np.allclose([score_interval(c / 300, 300, 6) for c in counts], given_there)


@given(st.integers(0, 50), st.integers(50, 400), st.integers(1, 6))
def test_an_interval_is_what_the_score_test_does_not_reject(count: int, drawn: int, classes: int):
    share, quantile = count / drawn, chi2.ppf(1 - 0.05 / classes, 1)

    def beyond(p: float) -> float:
        return (share - p) ** 2 - quantile * p * (1 - p) / drawn

    low, high = score_interval(share, drawn, classes)
    if count:
        assert low == pytest.approx(brentq(beyond, 0, share - 1e-12), abs=1e-9)
    assert high == pytest.approx(brentq(beyond, share + 1e-12, 1), abs=1e-9)


def test_a_sample_of_everything_has_no_error_and_a_small_one_no_correction():
    assert math.isinf(worth_of(30, 30))
    assert [tuple(each) for each in share_intervals([10, 20], 30)] == [
        (10 / 30, 10 / 30),
        (20 / 30, 20 / 30),
    ]
    wide = share_intervals([10, 20], 10**9)
    assert np.allclose(wide, [score_interval(1 / 3, 30, 2), score_interval(2 / 3, 30, 2)])


@pytest.mark.parametrize("drawn", [60, 150])
def test_all_shares_are_inside_at_once_in_nineteen_of_twenty_samples(drawn: int):
    # 2,000 samples of a population of 200; a chance of .95 gives .95 ± .005 (one deviation).
    population = np.repeat(np.arange(6), [80, 50, 30, 20, 15, 5])
    shares = np.bincount(population) / 200
    stream = np.random.default_rng(0)
    held = 0
    for _ in range(2_000):
        taken = stream.choice(population, drawn, replace=False)
        found = share_intervals(np.bincount(taken, minlength=6).tolist(), 200)
        held += all(
            low - 1e-12 <= share <= high + 1e-12
            for (low, high), share in zip(found, shares, strict=True)
        )
    assert 0.94 <= held / 2_000 <= 0.99


@pytest.mark.parametrize("counts", [[0, 0], [6, 5]])
def test_nothing_drawn_or_more_than_there_are_is_refused(counts: list[int]):
    with pytest.raises(GoldrankError, match="expected between 1 and 10 drawn"):
        share_intervals(counts, 10)


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=8), st.integers(0, 999))
def test_counts_close_and_are_next_to_their_shares(parts: list[float], total: int):
    shares = np.array(parts) / sum(parts)
    counts = closing(shares, total)
    assert sum(counts) == total
    assert all(
        abs(count - share * total) < 1 + 1e-6 for count, share in zip(counts, shares, strict=True)
    )
