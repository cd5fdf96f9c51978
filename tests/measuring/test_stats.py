"""Paired statistics against hand counts, closed forms and each other."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.stats import (
    detectable,
    holm,
    paired_interval,
    queries_needed,
    randomization_p,
)

CHANGES = st.lists(st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.25, 0.5]), min_size=1, max_size=9)


@settings(deadline=None, max_examples=40)
@given(CHANGES)
def test_few_queries_are_enumerated_exactly(changes: list[float]) -> None:
    observed = sum(changes)
    signs = itertools.product([1, -1], repeat=len(changes))
    sums = [sum(s * c for s, c in zip(sign, changes, strict=True)) for sign in signs]
    share = sum(total <= observed + 1e-9 for total in sums) / len(sums)
    assert randomization_p(changes, 0, "less") == pytest.approx(share, abs=1e-12)


def test_queries_without_a_difference_change_no_p_value() -> None:
    changes = [-0.5, -0.25, -0.5, 0.25]
    assert randomization_p(changes + [0.0] * 500, 0) == randomization_p(changes, 0)


def test_more_queries_than_enumeration_fits_are_sampled_with_the_seed() -> None:
    changes = np.resize([0.5, -0.5, -0.25], 90)
    first, again = (randomization_p(changes, 7, "less", 999) for _ in range(2))
    assert first == again
    # The normal approximation: mean -1/12, sum -7.5, standard deviation of the sum
    # sqrt(60 * .25 + 30 * .0625) = 4.1; z = -1.83, p = .034.
    assert first == pytest.approx(0.034, abs=0.02)


def test_a_sampled_p_value_is_never_zero() -> None:
    assert randomization_p([-1.0] * 40, 0, "less", 999) == 1 / 1000


def test_ties_that_floats_would_break_are_ties() -> None:
    # 1/3 + 1/6 - 1/2 is 0, and 5e-17 in floats: every sign as far must count.
    assert randomization_p([1 / 3, 1 / 6, -1 / 2], 0, "less") == 5 / 8


def test_an_interval_holds_its_mean_and_narrows_with_more_queries() -> None:
    few, many = np.resize([0.5, 0.0, -0.25], 30), np.resize([0.5, 0.0, -0.25], 480)
    for changes in (few, many):
        low, high = paired_interval(changes, 0, resamples=999)
        assert low < changes.mean() < high
    # Sixteen times the queries, a quarter of the width.
    widths = [np.subtract(*paired_interval(c, 0, resamples=1999)[::-1]) for c in (few, many)]
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.15)


@pytest.mark.parametrize("changes", [[0.0], [0.5] * 4, [0.0] * 50 + [-1.0], [1.0, -1.0]])
def test_thin_data_give_an_interval_and_no_warning(changes: list[float]) -> None:
    low, high = paired_interval(changes, 0, resamples=199)
    assert low <= np.mean(changes) <= high


def test_holm_by_hand() -> None:
    # .01 * 4, .02 * 3, .03 * 2, .04 * 1, never below the one before.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_what_is_detectable_and_what_is_needed_are_each_other_s_inverse() -> None:
    changes = np.resize([0.5, 0.0, -0.25, 0.0], 300)
    effect = detectable(changes)
    assert effect is not None
    assert queries_needed(changes, effect) == pytest.approx(300, abs=1)


def test_nothing_is_known_of_a_spread_that_was_not_seen() -> None:
    assert detectable([0.0] * 9) is None
    assert queries_needed([0.5], 0.5) is None
    assert queries_needed([0.5, 0.0], 0) is None


@pytest.mark.parametrize("changes", [[], [float("nan")], [0.5, float("inf")]])
def test_no_queries_and_no_numbers_are_errors(changes: list[float]) -> None:
    for function in (paired_interval, randomization_p):
        with pytest.raises(GoldrankError, match="paired statistics"):
            function(changes, 0)
