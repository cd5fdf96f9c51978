"""Needs that rank fusion ranks below the better of its two rankers."""

from __future__ import annotations

import pandas as pd
import pytest

from goldrank.diagnosis.fusion import fused_needs, fusion_harm
from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import KINDS
from goldrank.types import Variant

RANKERS = named_rankers([], KINDS, {})

RAW = {"raw": Variant("raw", "raw", "raw")}
MIXED = {
    **RAW,
    "crumb": Variant("crumb", "crumb", "crumb"),
    "mixed": Variant("mixed", "crumb", "raw"),
}


def needs(**ranks: list[int | None]) -> pd.DataFrame:
    """Rows for systems named variant_ranker, with the ranks of needs q0, q1, …"""
    rows = [
        ("c", name.split("_")[0], name.split("_")[1], f"q{n}", 0, rank, False)
        for name, every in ranks.items()
        for n, rank in enumerate(every)
    ]
    columns = ["chunker", "variant", "ranker", "query_id", "need", "rank", "split"]
    return pd.DataFrame(rows, columns=columns).astype({"rank": "Int64"})


def test_a_need_is_below_above_or_equal_to_the_better_ranker():
    table = needs(raw_vector=[1, 9, 2], raw_bm25=[8, 7, None], raw_rrf=[3, 4, 2])
    found = fused_needs(table, RAW, RANKERS)
    assert found.better.tolist() == [1, 7, 2]
    assert found.harm.tolist() == ["below", "above", "equal"]


def test_the_net_is_above_minus_below_and_the_best_single_ranker_is_named():
    table = needs(raw_vector=[1, 1, 4], raw_bm25=[8, 7, None], raw_rrf=[2, 2, 2])
    (row,) = fusion_harm(fused_needs(table, RAW, RANKERS), RANKERS).to_dict("records")
    assert (row["below"], row["above"], row["equal"], row["net"]) == (2, 1, 0, -1)
    assert row["best_single"] == "vector"
    # Vector: (1 + 1 + 1/4) / 3; RRF: 1/2.
    assert row["RR_change"] == pytest.approx(0.5 - 0.75)


def test_a_need_that_neither_ranker_nor_their_fusion_retrieves_is_equal():
    found = fused_needs(needs(raw_vector=[None], raw_bm25=[None], raw_rrf=[None]), RAW, RANKERS)
    assert found.harm.tolist() == ["equal"]
    assert fusion_harm(found, RANKERS).RR_change.tolist() == [0.0]


def test_a_mixed_variant_is_compared_with_the_variants_of_its_sides():
    table = needs(raw_vector=[9], raw_bm25=[5], crumb_vector=[2], crumb_bm25=[1], mixed_rrf=[3])
    (row,) = fused_needs(table, MIXED, RANKERS).to_dict("records")
    assert (row["vector"], row["bm25"], row["harm"]) == (2, 5, "below")


def test_what_did_not_run_alone_is_left_out():
    assert fused_needs(needs(raw_vector=[1], raw_rrf=[1]), RAW, RANKERS).empty
    assert fusion_harm(fused_needs(needs(raw_vector=[1]), RAW, RANKERS), RANKERS).empty


def test_split_needs_are_no_harm_of_fusion():
    table = needs(raw_vector=[1], raw_bm25=[1], raw_rrf=[2])
    assert fused_needs(table.assign(split=True), RAW, RANKERS).empty
