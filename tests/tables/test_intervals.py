"""Intervals of means and of paired differences, held against one test at a time."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from goldrank.measuring.paired import effect, effects
from goldrank.tables.intervals import intervals_table

RANKS = {
    ("a", "raw", "bm25"): [1, 2, 4, 4, 5, 10, 1, 2],
    ("a", "breadcrumb", "bm25"): [1, 1, 2, 2, 1, 5, 1, 1],
    ("b", "raw", "bm25"): [3, 2, 4, 1, 5, 10, 2, 2],
    ("b", "breadcrumb", "bm25"): [3, 1, 8, 1, 5, 10, 2, 2],
    ("b", "other", "vector"): [9, 9, 9, 9, 9, 9, 9, 9],
}
IDS = [f"q{n}" for n in range(8)]
QUERIES = pd.DataFrame({"query_id": IDS, "cluster": IDS})


def table(queries: pd.DataFrame = QUERIES) -> pd.DataFrame:
    rows = [
        (*system, query, 1 / rank)
        for system, ranks in RANKS.items()
        for query, rank in zip(IDS, ranks, strict=True)
    ]
    key = ["chunker", "variant", "ranker"]
    measurements = pd.DataFrame(rows, columns=[*key, "query_id", "RR"])
    systems = measurements.groupby(key, sort=False).RR.mean().reset_index()
    none = pd.DataFrame({"query_id": [], "doc_id": []})
    return intervals_table(systems, measurements, queries, none, "raw", {})


def reciprocal(chunker: str, variant: str) -> np.ndarray:
    return 1 / np.array(RANKS[chunker, variant, "bm25"], dtype=float)


def test_the_highest_mean_comes_first_and_has_the_interval_of_its_own_test() -> None:
    found = table()
    assert found.RR.is_monotonic_decreasing
    first = found.iloc[0]
    alone = effect(reciprocal("a", "breadcrumb"))
    assert first.variant == "breadcrumb"
    assert (first.RR_low, first.RR_high) == tuple(alone.interval)
    assert pytest.approx(alone.mean) == first.RR


def test_differences_are_corrected_over_all_rows_and_told_apart_where_0_is_outside() -> None:
    found = table().set_index(["chunker", "variant", "ranker"])
    pairs = [reciprocal(c, "breadcrumb") - reciprocal(c, "raw") for c in "ab"]
    expected = effects(np.stack(pairs, axis=1))
    for chunker, each in zip("ab", expected, strict=True):
        row = found.loc[(chunker, "breadcrumb", "bm25")]
        assert row.RR_change == each.mean
        assert (row.RR_change_low, row.RR_change_high) == tuple(each.interval)
        assert row.told_apart == (each.interval.low > 0 or each.interval.high < 0)
    assert list(found.told_apart[found.RR_change.notna()]) == [True, False]


def test_the_reference_itself_and_what_has_none_have_no_difference() -> None:
    found = table().set_index(["chunker", "variant", "ranker"])
    assert found.loc[("a", "raw", "bm25")].isna()[["RR_change", "RR_change_low"]].all()
    assert np.isnan(found.loc[("b", "other", "vector")].RR_change)


def test_too_few_clusters_give_no_interval_and_tell_nothing_apart() -> None:
    five = QUERIES.assign(cluster=["a", "b", "c", "d", "e", "a", "b", "c"])
    found = table(five)
    assert found.RR_low.isna().all()
    assert not found.told_apart.any()
