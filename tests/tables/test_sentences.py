"""What a colleague would say, on tables that are made for each sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import KINDS
from goldrank.tables.claims import Claims
from goldrank.tables.sentences import queries_left_out, sentences_of

NAN = float("nan")


RANKERS = named_rankers([], KINDS, {})
QUERIES = 40


def _system(variant: str, ranker: str, rr: float, **more: Any) -> dict[str, Any]:
    base = {
        "chunker": "heading",
        "variant": variant,
        "ranker": ranker,
        "RR": rr,
        "queries": QUERIES,
        "buried@20": 0.1,
        "document_RR": 0.5,
        "in_document_RR": 0.5,
        "tied": 0.0,
    }
    return base | more


def _spread(mean: float, spread: float, half: int = QUERIES // 2) -> list[float]:
    """Values of `mean` that are as far above it as below, query by query."""
    return [mean + spread, mean - spread] * half


def _covered(variant: str, **more: Any) -> dict[str, Any]:
    base = {
        "chunker": "heading",
        "variant": variant,
        "chunks": 100,
        "inputs": 100,
        "coverage": 1.0,
        "body_characters": 1000,
        "covered_characters": 1000,
        "cut_rate": 0.0,
        "prefix_share": 0.0 if variant == "raw" else 0.1,
        "similarity": 0.2,
    }
    return base | more


NEEDS = pd.DataFrame(
    {"chunker": ["heading"], "variant": ["raw"], "ranker": ["vector"], "split": [False]}
)
NOTHING = pd.DataFrame(columns=["chunker", "variant", "coverage"])


def _claims(systems: list[dict[str, Any]], clusters: int = QUERIES) -> Claims:
    """Every query has its system's mean, unless `values` lists them."""
    count = len(next((row["values"] for row in systems if "values" in row), [0.0] * QUERIES))
    return Claims(
        {
            (row["chunker"], row["variant"], row["ranker"]): np.array(
                row.get("values", [row["RR"]] * count)
            )
            for row in systems
        },
        tuple(f"d{n % clusters}" for n in range(count)),
        queries=tuple(f"q{n}" for n in range(count)),
    )


def _said(
    systems: list[dict[str, Any]],
    coverage=None,
    needs: pd.DataFrame = NEEDS,
    clusters: int = QUERIES,
) -> str:
    covered = NOTHING if coverage is None else pd.DataFrame(coverage)
    claims = _claims(systems, clusters)
    said = "\n".join(sentences_of(pd.DataFrame(systems), covered, needs, "raw", claims, RANKERS))
    assert "nan" not in said
    return said


def test_the_best_variant_is_named_with_its_numbers():
    said = _said([_system("raw", "vector", 0.5), _system("crumb", "vector", 0.75)])
    assert "By vector, crumb lifts MRR from 0.500 to 0.750 (p < 0.001)." in said
    worse = _said([_system("raw", "vector", 0.5), _system("crumb", "vector", 0.4)])
    assert "no variant has a higher MRR than raw (0.500)" in worse
    assert "the nearest is crumb with 0.400, lower (p < 0.001)." in worse


def test_a_gain_that_chance_explains_is_not_called_one():
    # As many queries lose .4 as gain .44: the mean of .02 is nothing beside it.
    moved = _spread(0.52, 0.42)
    systems = [_system("raw", "vector", 0.5), _system("crumb", "vector", 0.52, values=moved)]
    said = _said(systems)
    assert "crumb has MRR 0.520 against 0.500: too little to be told from chance" in said
    assert "lifts" not in said


def test_a_loss_that_chance_explains_is_not_called_lower():
    moved = _spread(0.48, 0.42)
    said = _said([_system("raw", "vector", 0.5), _system("crumb", "vector", 0.48, values=moved)])
    assert "the nearest is crumb with 0.480, a difference that chance may explain." in said
    assert "lower" not in said


def test_queries_of_one_document_are_one_piece_of_evidence():
    systems = [_system("raw", "vector", 0.5), _system("crumb", "vector", 0.75)]
    assert "lifts" in _said(systems, clusters=8)
    # Five clusters: 2 of 2^5 turns, p = .06.
    said = _said(systems, clusters=5)
    assert "too little to be told from chance with 40 queries in 5 clusters" in said


def test_a_variant_that_would_lift_by_itself_does_not_as_the_best_of_twelve():
    rng = np.random.default_rng(3)
    raw = _system("raw", "vector", 0.5)
    # Nine queries better, one worse: p = 22 of 1,024 by itself, about 12 times that as the best.
    gain = np.array([0.5, -0.5, *[0.5] * 8])
    best = _system("v0", "vector", 0.9, values=0.5 + gain)
    noise = [
        _system(f"v{n}", "vector", 0.5, values=0.5 + 0.5 * rng.choice([-1, 1], 10))
        for n in range(1, 12)
    ]
    assert "v0 lifts" in _said([raw, best])
    assert "v0 has MRR 0.900 against 0.500: too little" in _said([raw, best, *noise])


def test_a_run_of_bm25_alone_gets_sentences():
    said = _said([_system("raw", "bm25", 0.5), _system("crumb", "bm25", 0.75)])
    assert "By BM25, crumb lifts MRR from 0.500 to 0.750" in said
    alone = _said([_system("raw", "bm25", 0.5, values=_spread(0.5, 0.4))])
    assert "By BM25, raw has MRR 0.500 over 40 queries (95 % interval 0.3" in alone
    assert "10.0% of the needs are buried beyond 20." in alone


def test_whose_gain_it_is_is_said_for_each_answer():
    for dense, words, expected in (
        (0.7, 0.6, "The gain of crumb is on both sides: +0.200 by vector and +0.100 by BM25."),
        (0.7, 0.5, "The gain of crumb is the vector side's alone: +0.200 by vector"),
        (0.5, 0.6, "The gain of crumb is BM25's alone: +0.000 by vector and +0.100 by BM25."),
        (0.5, 0.4, "crumb gains on neither side: +0.000 by vector and -0.100 by BM25."),
    ):
        systems = [
            _system("raw", "vector", 0.5),
            _system("raw", "bm25", 0.5),
            _system("crumb", "vector", dense),
            _system("crumb", "bm25", words),
        ]
        assert expected in _said(systems)


def test_a_gain_is_nobody_s_alone_where_the_other_side_s_is_not_told_from_it():
    systems = [
        _system("raw", "vector", 0.5),
        _system("raw", "bm25", 0.5),
        _system("crumb", "vector", 0.6),
        _system("crumb", "bm25", 0.56, values=_spread(0.56, 0.44)),
    ]
    said = _said(systems)
    assert "alone" not in said
    assert "crumb gains by vector; what it changes by BM25 is told neither from chance nor" in said
    assert "+0.100 by vector and +0.060 by BM25" in said


def test_a_prefix_that_makes_chunks_the_same_input_is_said_to_overflow():
    systems = [_system("raw", "vector", 0.5), _system("abstract", "vector", 0.1)]
    coverage = [_covered("raw"), _covered("abstract", inputs=30, cut_rate=0.9, coverage=0.25)]
    said = _said(systems, coverage)
    assert "abstract overflows the window (MRR -0.400 by vector)" in said
    assert "its 100 chunks are only 30 different inputs, coverage is 25.0%" in said


def test_chunks_that_are_alike_from_the_start_are_no_overflow():
    systems = [_system("raw", "vector", 0.5), _system("crumb", "vector", 0.5)]
    coverage = [_covered("raw", inputs=30), _covered("crumb", inputs=30)]
    assert "overflows" not in _said(systems, coverage)


def _places(variant: str, document: list[int], inside: list[int]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "chunker": "heading",
            "variant": variant,
            "ranker": "vector",
            "split": False,
            "query_id": [f"q{n}" for n in range(len(document))],
            "need": 0,
            "document_rank": document,
            "rank_in_document": inside,
        }
    )


def _hiding(inside: list[int], similarity: float = 0.6) -> str:
    """What is said where every document goes from 2 to 1, and chunks within them to `inside`."""
    hidden = sum(1 / rank for rank in inside) / len(inside)
    systems = [
        _system("raw", "vector", 0.5),
        _system("abstract", "vector", 0.4, document_RR=1.0, in_document_RR=hidden),
    ]
    many = len(inside)
    needs = pd.concat(
        [_places("raw", [2] * many, [2] * many), _places("abstract", [1] * many, inside)]
    )
    return _said(systems, [_covered("raw"), _covered("abstract", similarity=similarity)], needs)


def test_a_prefix_that_fits_and_hides_the_chunk_in_its_document_is_said():
    said = _hiding([4] * QUERIES)
    assert "(mean similarity 0.20 to 0.60)" in said
    assert "higher (mean reciprocal rank 0.500 to 1.000)" in said
    assert "lower (mean reciprocal rank 0.500 to 0.250)" in said
    assert "alike" not in _hiding([4] * QUERIES, similarity=0.1)


def test_a_chunk_that_moves_within_its_document_by_chance_is_not_called_lower():
    # Nineteen gain .5, twenty-one lose .5 or nearly: a mean of -.02 that chance explains.
    said = _hiding([1] * 19 + [50] * 21)
    assert "among its own document's" not in said


def test_nothing_is_said_of_chunks_within_documents_where_there_are_none():
    systems = [
        _system("raw", "vector", 0.5, document_RR=NAN, in_document_RR=NAN),
        _system("crumb", "vector", 0.7, document_RR=NAN, in_document_RR=NAN),
    ]
    _said(systems, [_covered("raw", similarity=NAN), _covered("crumb", similarity=NAN)])


def test_without_the_baseline_nothing_is_compared_with_it():
    systems = [_system("crumb", "vector", 0.5), _system("b", "vector", 0.4)]
    coverage = [_covered("crumb", inputs=3, cut_rate=1.0), _covered("b")]
    assert _said(systems, coverage) == ""


def test_variants_that_find_everything_are_not_ranked():
    said = _said([_system("raw", "vector", 1.0), _system("crumb", "vector", 1.0, tied=0.5)])
    assert said == "By vector, every variant has MRR 1.000: these queries cannot tell them apart."


def test_split_needs_are_counted_as_what_no_header_can_help():
    needs = pd.concat([NEEDS, NEEDS.assign(split=True), NEEDS.assign(ranker="bm25", split=True)])
    said = _said([_system("raw", "vector", 0.5)], needs=needs)
    assert "1 of 2 needs is split: no single chunk of heading holds their evidence" in said


def test_text_in_no_vector_is_counted_for_the_chunker_that_loses_most():
    coverage = [
        _covered("raw", coverage=0.9, covered_characters=900, cut_rate=0.2),
        _covered("raw", chunker="whole", coverage=0.4, covered_characters=400, cut_rate=1.0),
    ]
    said = _said([_system("raw", "vector", 0.5)], coverage)
    assert "With whole, 600 body characters (60.0%) are in no vector even raw; 100.0% of" in said


def _chunkers(fixed: list[float], heading: list[float]) -> str:
    """What is said of two chunkers whose queries have these RR, each in a document of its own."""
    ids = [f"q{n}" for n in range(len(fixed))]
    held = {"fixed": fixed, "heading": heading}
    measurements = pd.DataFrame(
        [
            {"chunker": c, "variant": "raw", "ranker": "vector", "query_id": q, "RR": rr}
            for c, values in held.items()
            for q, rr in zip(ids, values, strict=True)
        ]
    )
    listed = pd.DataFrame({"query_id": ids, "cluster": ids})
    claims = Claims.of(measurements, listed, pd.DataFrame(columns=["query_id", "doc_id"]))
    systems = pd.DataFrame(
        [_system("raw", "vector", sum(v) / len(v), chunker=c) for c, v in held.items()]
    )
    return "\n".join(sentences_of(systems, NOTHING, NEEDS, "raw", claims, RANKERS))


def test_a_chunker_leads_where_chance_does_not_explain_it():
    # Twelve of twelve queries are better: 2 of 2^12 signs.
    said = _chunkers([1.0] * 12, [0.5] * 12)
    expected = "by vector fixed leads with MRR 1.000 (p < 0.001), heading the lowest with 0.500"
    assert f"Among the chunkers, raw: {expected}." in said


def test_a_chunker_that_is_ahead_by_chance_leads_nowhere():
    # Four of twelve differ: 2 of 2^4 signs, p = .125.
    said = _chunkers([1.0] * 12, [0.5] * 4 + [1.0] * 8)
    assert "leads" not in said
    assert "by vector fixed has the highest MRR, 1.000, and heading the lowest, 0.833" in said


def test_chunkers_that_rank_alike_are_not_compared():
    assert "Among the chunkers" not in _chunkers([0.5] * 12, [0.5] * 12)


def test_ties_that_decide_often_are_said_but_not_of_rankers_that_are_no_retriever():
    assert "Ties" not in _said([_system("raw", "oracle", 1.0, tied=1.0)])
    said = _said([_system("raw", "rrf", 0.5, tied=0.4)])
    assert "heading/raw/rrf has a tie among the first ten of 40% of its queries" in said


def test_queries_without_evidence_are_counted():
    assert queries_left_out([1, 2, 3], 3) == ""
    assert queries_left_out([1, 2, 3], 1).startswith("2 of 3 queries have no evidence")


def _rankers(vector: float, bm25: float, rrf: float, variant: str = "raw") -> list[dict[str, Any]]:
    means = {"vector": vector, "bm25": bm25, "rrf": rrf}
    return [_system(variant, ranker, mean) for ranker, mean in means.items()]


def test_a_ranker_that_is_far_ahead_of_the_other_is_named_with_what_to_look_at():
    said = _said(_rankers(0.04, 0.84, 0.8))
    assert (
        "With raw, BM25 is far ahead of vector: MRR 0.840 against 0.040 (p < 0.001, 40 queries); "
        "the encoder does not tell apart what the words do" in said
    )
    said = _said(_rankers(0.84, 0.04, 0.8))
    assert "With raw, vector is far ahead of BM25: MRR 0.840 against 0.040" in said
    assert "stemming fit the language" in said


def test_a_ranker_is_not_far_ahead_by_a_little_or_by_less_than_twice():
    assert "far ahead" not in _said(_rankers(0.1, 0.29, 0.2))  # .19 is less than .2
    assert "far ahead" in _said(_rankers(0.1, 0.31, 0.2))
    assert "far ahead" not in _said(_rankers(0.5, 0.9, 0.9))  # less than twice


def test_a_fusion_far_below_the_better_ranker_is_said_with_its_cost():
    said = _said(_rankers(0.04, 0.84, 0.3))
    assert "With raw, RRF falls far below BM25 alone: MRR 0.840 against 0.300 (p < 0.001" in said
    assert "falls far below" not in _said(_rankers(0.04, 0.84, 0.63))  # three quarters
    assert "falls far below" not in _said(_rankers(0.05, 0.2, 0.11))  # .09 is less than .1


def test_no_ranker_is_far_ahead_where_chance_explains_it():
    # The means are .3 apart, and as many queries say so as not: two documents hold them all.
    assert "far ahead" in _said(_rankers(0.1, 0.4, 0.4))
    assert "far ahead" not in _said(_rankers(0.1, 0.4, 0.4), clusters=2)


def test_of_several_variants_the_widest_gap_is_said_once():
    said = _said([*_rankers(0.1, 0.4, 0.4), *_rankers(0.1, 0.8, 0.7, "crumb")])
    assert said.count("far ahead") == 1
    assert "With crumb, BM25 is far ahead" in said


def _unknown(share: float, **more: Any) -> dict[str, Any]:
    return _covered("raw", coverage=1 - share, unknown_share=share, **more)


def test_what_the_tokenizer_does_not_know_is_said_above_a_few_per_cent():
    said = _said([_system("raw", "vector", 0.5)], [_unknown(0.6)])
    assert "60.0% of the corpus (600 body characters, with heading) is unknown" in said
    assert "ties decide" not in said
    assert "are in no vector" not in said  # the window cuts nothing
    assert "unknown" not in _said([_system("raw", "vector", 0.5)], [_unknown(0.02)])


def test_ties_are_blamed_on_what_is_unknown_where_there_are_many():
    said = _said([_system("raw", "vector", 0.5, tied=0.9)], [_unknown(1.0)])
    assert "by vector, 90% of the queries have a tie among their first ten, and ties decide" in said


def test_what_the_window_cuts_is_counted_without_what_is_unknown():
    # Of 1,000 characters 300 are unknown, and 600 are read: the window cuts 100.
    row = _covered("raw", coverage=0.6, unknown_share=0.3, cut_rate=0.5)
    said = _said([_system("raw", "vector", 0.5)], [row])
    assert "100 body characters (10.0%) are in no vector even raw" in said
