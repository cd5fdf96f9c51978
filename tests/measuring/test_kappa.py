"""Kappa and its interval: against other programs, the delta method by numbers, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from goldrank.measuring.kappa import kappa_of

TABLE = [[30, 2, 1], [4, 20, 3], [0, 5, 10]]


def test_statsmodels_gave_these():
    found = kappa_of(TABLE)  # cohens_kappa(TABLE), statsmodels 0.15.0
    assert (found.units, found.same) == (75, 60)
    assert found.value == pytest.approx(0.6843434343434345)
    assert found.interval == pytest.approx((0.5442739357128097, 0.8244129329740593))


tables = st.lists(st.lists(st.integers(0, 20), min_size=4, max_size=4), min_size=4, max_size=4)


@given(tables)
def test_the_value_is_that_of_scikit_learn(table: list[list[int]]):
    found = kappa_of(table)
    pairs = [(i, j) for i in range(4) for j in range(4) for _ in range(table[i][j])]
    if found.value is not None:
        first, second = zip(*pairs, strict=True)
        assert found.value == pytest.approx(cohen_kappa_score(first, second))


@given(st.lists(st.lists(st.integers(1, 20), min_size=3, max_size=3), min_size=3, max_size=3))
def test_the_interval_is_the_delta_method_by_numbers(table: list[list[int]]):
    counts = np.array(table, dtype=float)
    shares, units = (counts / counts.sum()).ravel(), counts.sum()

    def kappa(cells: np.ndarray) -> float:
        square = cells.reshape(3, 3)
        chance = square.sum(axis=1) @ square.sum(axis=0)
        return (np.trace(square) - chance) / (1 - chance)

    step = 1e-6
    slope = np.array(
        [(kappa(shares + step * e) - kappa(shares - step * e)) / (2 * step) for e in np.eye(9)]
    )
    variance = (slope**2 @ shares - (slope @ shares) ** 2) / units
    found = kappa_of(table)
    width = 1.959963984540054 * variance**0.5
    low, high = max(found.value - width, -1), min(found.value + width, 1)
    assert found.interval == pytest.approx((low, high), abs=1e-5)


def test_the_interval_holds_the_true_value_as_often_as_it_says():
    shares = np.array(TABLE) / 75
    truth = kappa_of(np.array(TABLE)).value
    stream = np.random.default_rng(0)
    drawn = stream.multinomial(300, shares.ravel(), 2_000).reshape(-1, 3, 3)
    held = [i.low <= truth <= i.high for table in drawn if (i := kappa_of(table).interval)]
    assert 0.935 <= np.mean(held) <= 0.965


@pytest.mark.parametrize(
    ("table", "value"),
    [([[5, 0], [0, 0]], None), ([[0, 0], [0, 0]], None), ([[5, 0], [0, 5]], 1.0)],
)
def test_where_nobody_differs_there_is_no_interval(table: list[list[int]], value: float | None):
    found = kappa_of(table)
    assert (found.value, found.interval) == (value, None)
