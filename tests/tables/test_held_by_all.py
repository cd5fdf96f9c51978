"""Chunkers on equal terms, against means computed by hand."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run
from goldrank.tables.held_by_all import held_by_all, mean_reciprocal

TWO = '[[chunker]]\nname = "whole"\n[[chunker]]\nname = "fixed"\nlimit = 4\nreserve = 0\n'
RARE = "Whoever leaves early must return keys, badges and laptops to reception"


def _run(folder: Path, ranker: str = "bm25", rest: str = TWO, **given) -> Run:
    return run_tiny(write_tiny(folder, f'rankers = ["{ranker}"]\n', rest, **given))


def _by_hand(needs: pd.DataFrame, kept: set[tuple[str, int]]) -> float:
    best: dict[str, float] = {}
    for row in rows_of(needs):
        if (row["query_id"], row["need"]) in kept:
            value = 0.0 if pd.isna(row["rank"]) else 1.0 / row["rank"]
            best[row["query_id"]] = max(best.get(row["query_id"], 0.0), value)
    return sum(best.values()) / len(best)


def test_chunkers_are_compared_on_the_needs_that_each_of_them_holds(tmp_path: Path):
    late = {"doc_id": "leave.md", "quote": "Call before nine"}
    run = _run(tmp_path, queries=[QUERIES[0], {**QUERIES[1], "evidence": [late]}])
    # Four words hold "Call before nine" and cannot hold "requested 30 days in advance".
    split = {row["chunker"]: row["split"] for row in rows_of(run.systems)}
    assert split == {"whole": 0, "fixed": 1}
    assert set(run.systems.held) == {1}
    assert held_by_all(run.needs).sum() == len(run.systems)
    for row in rows_of(run.systems):
        mine = run.needs[
            (run.needs.chunker == row["chunker"]) & (run.needs.variant == row["variant"])
        ]
        assert row["RR_held"] == _by_hand(mine, {("q2", 0)})
        assert row["RR"] == _by_hand(mine, {("q1", 0), ("q2", 0)})
    (said,) = [s for s in run.sentences if s.startswith("Needs that no single chunk holds")]
    assert "of 2: whole 0, fixed 1. MRR over the 1 that every chunker holds, raw: by bm25" in said


def test_where_no_chunker_splits_a_need_all_are_compared_on_the_same(tmp_path: Path):
    rest = '[[chunker]]\nname = "whole"\n[[chunker]]\nname = "section"\n'
    run = _run(tmp_path, rest=rest)
    assert run.systems.RR_held.tolist() == run.systems.RR.tolist()
    assert any(s.startswith("No chunker splits any of the 2 needs") for s in run.sentences)
    alone = _run(tmp_path / "alone", rest="")
    assert not any("chunker splits" in s for s in alone.sentences)


def test_the_mean_is_over_queries_by_the_best_of_their_needs():
    rows = [("q1", 0, 4), ("q1", 1, 2), ("q2", 0, None)]
    needs = pd.DataFrame(rows, columns=["query_id", "need", "rank"]).astype({"rank": "Int64"})
    needs = needs.assign(chunker="c", variant="v", ranker="r")
    assert mean_reciprocal(needs) == {("c", "v", "r"): pytest.approx((1 / 2 + 0) / 2)}


def test_what_repeats_in_other_documents_do_to_mrr_is_said_both_ways(tmp_path: Path):
    filler = " ".join(f"w{n}" for n in range(3000))
    files = {
        **FILES,
        "a.md": f"# A\n\n{RARE}.\n\n{filler}\n",
        "b.md": f"# B\n\nkeys keys.\n\n{RARE}.\n",
    }
    start = files["a.md"].index(RARE)
    evidence = [{"doc_id": "a.md", "start": start, "end": start + len(RARE)}]
    query = {"query_id": "q3", "text": "keys", "evidence": evidence}
    run = _run(tmp_path, rest='[[chunker]]\nname = "whole"\n', files=files, queries=[query])
    raw = run.systems[run.systems.variant == "raw"].iloc[0]
    # "keys" stands three times in b and once in a, which is far longer.
    assert (raw.RR, raw.RR_here) == (1.0, 0.5)
    (said,) = [s for s in run.sentences if "word for word in other documents" in s]
    assert "The evidence of 1 need stands" in said
    assert "whole/raw/bm25 1.000 with them and 0.500 without" in said
    assert any("(1 of them in other documents)" in notice for notice in run.notices)


def test_queries_with_several_needs_are_counted(tmp_path: Path):
    both = {**QUERIES[0], "evidence": [*QUERIES[0]["evidence"], *QUERIES[1]["evidence"]]}
    run = _run(tmp_path, rest="", queries=[both, QUERIES[1]])
    assert any(s.startswith("1 of 2 queries has several needs: recall") for s in run.sentences)
    plain = _run(tmp_path / "plain", rest="")
    assert not any("several needs" in s for s in plain.sentences)
