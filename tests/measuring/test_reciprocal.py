"""Reciprocal ranks of a column: whatever its type is, and where nothing was retrieved."""

import math

import pandas as pd
import pytest

from goldrank.measuring.exact import Standing
from goldrank.measuring.reciprocal import mean_reciprocal_rank, reciprocal_ranks

COLUMNS = {
    "Int64": pd.Series([4, None, 1], dtype="Int64"),
    "float64": pd.Series([4.0, math.nan, 1.0]),
    "object": pd.Series([4, None, 1], dtype=object),
    "pd.NA": pd.Series([4, pd.NA, 1], dtype=object),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_rank_that_is_missing_counts_as_nothing_in_a_column_of_any_type(kind: str):
    ranks = COLUMNS[kind]
    assert reciprocal_ranks(ranks).tolist() == [0.25, 0.0, 1.0]
    assert mean_reciprocal_rank(ranks) == 1.25 / 3  # the missing one is in the mean


def test_where_no_need_has_a_rank_the_mean_is_missing():
    assert math.isnan(mean_reciprocal_rank(pd.Series([None, None], dtype="Int64")))


def test_a_standing_says_the_same_of_its_own_rank():
    assert [Standing(rank).reciprocal for rank in (4, None, 1)] == [0.25, 0.0, 1.0]


def test_a_standing_is_within_its_own_rank_and_not_before_it():
    assert [Standing(4).within(k) for k in (3, 4, 5)] == [False, True, True]
    assert not Standing(None).within(10**9)
