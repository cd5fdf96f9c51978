"""What to change next."""

from __future__ import annotations

import pandas as pd
from tests.diagnosis.test_fusion import RAW, needs

from goldrank.diagnosis.advice import CHANGES, advice_table


def diagnoses(table: pd.DataFrame, holds: list[str], header: list[str] | None = None):
    keys = ["chunker", "variant", "ranker", "query_id", "need"]
    return table[keys].assign(
        diagnosis=[text.split("; ")[0] for text in holds],
        holds=holds,
        only_in_header=header or [""] * len(holds),
    )


def lines(ranks: dict[str, list[int | None]], holds: list[str], header: list[str] | None = None):
    table = needs(**ranks)
    found = advice_table(diagnoses(table, holds, header), table, RAW, k=10)
    return {
        name: list(zip(mine.change, mine.at_most, strict=True))
        for name, mine in found.groupby("ranker", sort=False)
    }


def test_the_change_that_could_win_most_comes_first():
    ranks = {"raw_vector": [1, None, None, 20, 400]}
    holds = ["found", "split", "split", "outside; buried", "twin; buried"]
    assert lines(ranks, holds)["vector"] == [
        ("boundaries", 2),
        ("window", 1),
        ("twins", 1),
        ("rerank", 1),
    ]


def test_a_need_counts_in_every_line_that_could_win_it():
    holds = ["straddling; twin; empty heading; no shared vocabulary; buried"]
    found = dict(lines({"raw_vector": [99]}, holds)["vector"])
    assert found == {"window": 1, "twins": 1, "headings": 1, "vocabulary": 1, "rerank": 1}


def test_a_word_that_the_header_has_asks_for_the_header_not_for_synonyms():
    found = lines({"raw_vector": [None]}, ["buried; no shared vocabulary"], ["parental"])
    assert found["vector"] == [("header", 1)]


def test_found_needs_ask_for_nothing():
    assert lines({"raw_vector": [1, 2]}, ["found; twin", "found"]) == {}


def test_fusion_is_blamed_where_one_ranker_alone_finds_the_need():
    ranks = {
        "raw_vector": [1, 11, 30],
        "raw_bm25": [90, 90, 90],
        "raw_rrf": [11, 12, 29],
    }
    holds = ["found", "buried", "buried"] + ["buried"] * 3 + ["buried"] * 3
    found = lines(ranks, holds)
    assert dict(found["rrf"]) == {"fusion": 1, "rerank": 3}
    assert "fusion" not in dict(found["vector"])


def test_every_change_is_said_in_words_and_places_count_from_one():
    table = needs(raw_vector=[None, 40])
    found = advice_table(diagnoses(table, ["split", "buried"]), table, RAW, k=10)
    assert found.place.tolist() == [1, 2]
    assert found.what.tolist() == [CHANGES["boundaries"], CHANGES["rerank"]]
    assert found.failures.tolist() == [2, 2]
