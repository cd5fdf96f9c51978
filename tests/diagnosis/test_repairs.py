"""What was tried on a failed need."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.test_fusion import RANKERS, needs

from goldrank.diagnosis.repairs import ALONE, NO_TWINS, OTHERS, with_repairs


def told(
    ranks: dict[str, list[int | None]], causes: list[str], twins: int = 0, inside: int | None = None
) -> pd.DataFrame:
    """`causes` are those of the first systems' needs; all others are found."""
    table = needs(**ranks)
    table["rank_in_document"] = pd.array([inside] * len(table), dtype="Int64")
    causes = causes + ["found"] * (len(table) - len(causes))
    table["split"] = [cause == "split" for cause in causes]
    keys = ["chunker", "variant", "ranker", "query_id", "need"]
    none = pd.array([None] * len(table), dtype="Int64")
    told = table[keys].assign(diagnosis=causes, twins_ahead=twins, stemmed_rank=none)
    return with_repairs(told, table, RANKERS)


def test_the_other_systems_of_the_run_are_what_was_tried_and_the_best_is_named():
    ranks = {"raw_vector": [50], "raw_bm25": [7], "crumb_vector": [3], "crumb_bm25": [1]}
    row = told(ranks, ["wrong document"]).iloc[0]
    # crumb_bm25 differs in two parts: which of them helped would not be known.
    assert (row.repair, row.repaired_rank, row.repairs_tried) == ("variant crumb", 3, 2)


def test_a_repair_that_does_not_help_is_said_with_its_rank():
    row = told({"raw_vector": [50], "raw_bm25": [None]}, ["no shared vocabulary"]).iloc[0]
    assert row.repair == "ranker bm25"
    assert pd.isna(row.repaired_rank)


def test_without_its_twins_a_need_moves_up_by_their_number():
    row = told({"raw_vector": [12], "raw_bm25": [1]}, ["twin"], twins=3).iloc[0]
    assert (row.repair, row.repaired_rank) == (NO_TWINS, 9)  # 12 - 3


def test_the_right_document_alone_stands_in_where_nothing_else_was_tried():
    row = told({"raw_vector": [90]}, ["wrong document"], inside=2).iloc[0]
    assert (row.repair, row.repaired_rank) == (ALONE, 2)
    row = told({"raw_vector": [90], "raw_bm25": [80]}, ["wrong document"], inside=2).iloc[0]
    assert (row.repair, row.repaired_rank) == ("ranker bm25", 80)


def test_no_query_is_mended_by_another_ranker_where_it_names_no_subject():
    row = told({"raw_vector": [90], "raw_bm25": [1]}, ["no subject"], inside=4).iloc[0]
    assert (row.repair, row.repaired_rank) == (ALONE, 4)


def test_the_oracle_is_no_repair():
    row = told({"raw_vector": [90], "raw_oracle": [1], "raw_random": [2]}, ["wrong chunk"]).iloc[0]
    assert (row.repair, row.repairs_tried) == ("", 0)


def test_a_split_need_is_tried_under_the_other_chunkers_that_hold_it():
    table = pd.concat([needs(raw_vector=[None]).assign(chunker=c) for c in "abc"])
    table = table.reset_index(drop=True).assign(rank_in_document=pd.NA)
    table["rank"] = pd.array([None, None, 6], dtype="Int64")
    table["split"] = [True, True, False]
    keys = ["chunker", "variant", "ranker", "query_id", "need"]
    causes = ["split", "split", "found"]
    told = table[keys].assign(diagnosis=causes, twins_ahead=0, stemmed_rank=table["rank"])
    row = with_repairs(told, table, RANKERS).iloc[0]
    assert (row.repair, row.repaired_rank, row.repairs_tried) == ("chunker c", 6, 1)


@given(
    st.lists(st.none() | st.integers(1, 99), min_size=4, max_size=4),
    st.sampled_from([cause for cause, parts in OTHERS.items() if parts and cause != "split"]),
)
def test_the_best_is_the_least_rank_of_the_systems_that_differ_in_one_part(ranks, cause):
    names = ["raw_vector", "raw_bm25", "crumb_vector", "crumb_bm25"]
    row = told({n: [r] for n, r in zip(names, ranks, strict=True)}, [cause]).iloc[0]
    differ = {"ranker": ranks[1], "variant": ranks[2]}
    tried = [differ[part] for part in OTHERS[cause] if part in differ]
    best = min([rank for rank in tried if rank is not None], default=None)
    stemmed = cause == "word form"  # it is tried there as well, and retrieves nothing here
    assert row.repairs_tried == len(tried) + stemmed
    assert (None if pd.isna(row.repaired_rank) else row.repaired_rank) == best
