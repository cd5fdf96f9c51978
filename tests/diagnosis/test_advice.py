"""What to change next."""

from __future__ import annotations

import pandas as pd
from tests.diagnosis.test_fusion import RANKERS, RAW, needs

from goldrank.diagnosis.advice import CHANGES, advice_table
from goldrank.diagnosis.fusion import fused_needs


def diagnoses(table: pd.DataFrame, holds: list[str], header: list[str] | None = None):
    keys = ["chunker", "variant", "ranker", "query_id", "need"]
    return table[keys].assign(
        diagnosis=[text.split("; ")[0] for text in holds],
        holds=holds,
        only_in_header=header or [""] * len(holds),
        unread=1.0,
        unknown=0.0,
        query_read=1.0,
        query_unknown=0.0,
    )


def lines(ranks: dict[str, list[int | None]], holds: list[str], header: list[str] | None = None):
    table = needs(**ranks)
    found = advice_table(
        diagnoses(table, holds, header), table, fused_needs(table, RAW, RANKERS), RANKERS, k=10
    )
    return {
        name: list(zip(mine.change, mine.needs, strict=True))
        for name, mine in found.groupby("ranker", sort=False)
    }


def test_the_commonest_symptom_comes_first():
    ranks = {"raw_vector": [1, None, None, 20, 400]}
    holds = ["found", "split", "split", "outside; wrong document", "twin; wrong document"]
    assert lines(ranks, holds)["vector"] == [
        ("boundaries", 2),
        ("window", 1),
        ("twins", 1),
        ("rerank", 1),
    ]


def test_a_need_counts_in_every_line_whose_symptom_it_shows():
    holds = ["straddling; twin; empty heading; no shared vocabulary; wrong document"]
    found = dict(lines({"raw_vector": [99]}, holds)["vector"])
    assert found == {"window": 1, "twins": 1, "headings": 1, "vocabulary": 1, "rerank": 1}


def test_a_word_that_the_header_has_asks_for_the_header_not_for_synonyms():
    found = lines({"raw_vector": [None]}, ["wrong document; no shared vocabulary"], ["parental"])
    assert found["vector"] == [("header", 1)]


def test_found_needs_ask_for_nothing():
    assert lines({"raw_vector": [1, 2]}, ["found; twin", "found"]) == {}


def test_fusion_is_blamed_where_one_ranker_alone_finds_the_need():
    ranks = {
        "raw_vector": [1, 11, 30],
        "raw_bm25": [90, 90, 90],
        "raw_rrf": [11, 12, 29],
    }
    holds = (
        ["found", "wrong document", "wrong document"]
        + ["wrong document"] * 3
        + ["wrong document"] * 3
    )
    found = lines(ranks, holds)
    assert dict(found["rrf"]) == {"fusion": 1, "rerank": 3}
    assert "fusion" not in dict(found["vector"])


def test_every_change_is_said_in_words_and_places_count_from_one():
    table = needs(raw_vector=[None, 40])
    found = advice_table(
        diagnoses(table, ["split", "wrong document"]),
        table,
        fused_needs(table, RAW, RANKERS),
        RANKERS,
        k=10,
    )
    assert found.place.tolist() == [1, 2]
    assert found.what.tolist() == [CHANGES["boundaries"], CHANGES["rerank"]]
    assert found.failures.tolist() == [2, 2]


def test_a_bound_is_given_only_where_one_was_computed():
    table = needs(raw_vector=[None, 40, 12])
    causes = ["split", "no shared vocabulary; wrong document", "twin; wrong document"]
    found = advice_table(
        diagnoses(table, causes), table, fused_needs(table, RAW, RANKERS), RANKERS, k=10
    ).set_index("change")
    assert found.bound.dropna().to_dict() == {"rerank": 2, "twins": 1}


def test_what_another_system_of_the_run_finds_of_the_needs_is_said():
    ranks = {"raw_vector": [40, 50, 60], "raw_bm25": [1, 99, 2]}
    causes = ["no shared vocabulary; wrong document"] * 3 + ["found", "wrong document", "found"]
    table = needs(**ranks)
    found = advice_table(
        diagnoses(table, causes), table, fused_needs(table, RAW, RANKERS), RANKERS, k=10
    )
    (line,) = found[(found.ranker == "vector") & (found.change == "vocabulary")].tried
    assert line == "in this run ranker bm25 finds 2 of them"  # ranks 1 and 2 of 1, 99, 2


def test_of_split_needs_another_chunker_says_how_many_it_holds_and_finds():
    one, other = needs(raw_vector=[None, None, None]), needs(raw_vector=[4, 30, None])
    table = pd.concat([one.assign(split=True), other.assign(chunker="d")], ignore_index=True)
    table.loc[5, "split"] = True
    causes = ["split"] * 3 + ["found", "wrong document", "split"]
    found = advice_table(
        diagnoses(table, causes), table, fused_needs(table, RAW, RANKERS), RANKERS, k=10
    )
    (line,) = found[(found.chunker == "c") & (found.change == "boundaries")].tried
    assert line == "in this run chunker d holds 2 and finds 1 of them"


def test_evidence_that_is_unknown_asks_for_another_tokenizer_and_not_for_a_longer_window():
    table = needs(raw_vector=[99, 98, 97])
    # All of the unread is unknown; half of it is; none of it is.
    told = diagnoses(table, ["outside; wrong document"] * 3).assign(unknown=[1.0, 0.5, 0.0])
    found = (
        advice_table(told, table, fused_needs(table, RAW, RANKERS), RANKERS, k=10)
        .set_index("change")
        .needs.to_dict()
    )
    assert found == {"tokenizer": 2, "window": 2, "rerank": 3}


def test_a_query_that_is_cut_asks_for_fewer_words_and_one_that_is_unknown_for_another_tokenizer():
    table = needs(raw_vector=[99, 98, 97])
    told = diagnoses(table, ["query unread; wrong document"] * 3)
    # The first is cut, the second unknown, the third both.
    told = told.assign(query_read=[0.4, 0.3, 0.3], query_unknown=[0.0, 0.7, 0.5])
    found = (
        advice_table(told, table, fused_needs(table, RAW, RANKERS), RANKERS, k=10)
        .set_index("change")
        .needs.to_dict()
    )
    assert found == {"long queries": 2, "tokenizer": 2, "rerank": 3}
