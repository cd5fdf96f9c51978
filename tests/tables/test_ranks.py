"""Tables of gold ranks keep their columns and their types, whatever is in them."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
from tests.tiny import QUERIES, run_tiny, write_tiny

from goldrank.rankers.order import Rank
from goldrank.running.ranking import GoldPlace
from goldrank.tables.ranks import best_place

SPLIT = {
    "query_id": "q",
    "text": "call",
    "evidence": [{"doc_id": "leave.md", "quote": "advance.\n\n## Sick\n\nCall"}],
}


def test_a_table_has_its_columns_also_where_it_has_no_row(tmp_path: Path):
    split = run_tiny(write_tiny(tmp_path / "a", queries=[SPLIT]))
    whole = run_tiny(write_tiny(tmp_path / "b", queries=QUERIES))
    assert len(split.gold) == 0
    for name in ("needs", "gold", "systems", "skipped", "uncovered", "top"):
        one, other = getattr(split, name), getattr(whole, name)
        assert list(one.columns) == list(other.columns)
    for column in ("rank", "best", "worst", "grade", "rank_in_document", "document_rank"):
        assert split.needs[column].dtype == whole.needs[column].dtype == pd.Int64Dtype()
    assert split.systems.median_rank.dtype == "float64"
    assert split.systems.median_rank.isna().all()


def test_the_best_place_is_the_first_that_is_retrieved():
    missing = GoldPlace(0, 1, None, None)
    late, early = (GoldPlace(n, 1, Rank(n, n, n), 0.5) for n in (9, 2))
    assert best_place([missing, late, early]) is early
    assert best_place([missing]) is missing
    assert best_place([]) is None


def test_the_first_ten_of_every_query_are_listed_with_falling_scores(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path))
    for (_, _, ranker, _), rows in run.top.groupby(["chunker", "variant", "ranker", "query_id"]):
        assert list(rows["rank"]) == list(range(1, len(rows) + 1))
        assert rows.score.is_monotonic_decreasing
        assert len(rows) == 5 or ranker == "bm25"


def test_a_change_is_against_the_baseline_of_the_same_ranker(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path, 'baseline_variant = "breadcrumb"\n'))
    table = run.systems.set_index(["variant", "ranker"])
    for (variant, ranker), row in table.iterrows():
        if variant == "breadcrumb":
            assert math.isnan(row.RR_change)
        else:
            assert row.RR_change == row.RR - table.RR["breadcrumb", ranker]
