"""Runs of others are judged as trec_eval judges their files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.exchange.exports.export import Export, export
from goldrank.inspection.inspect import inspect
from goldrank.rankers.hits import Places
from goldrank.rankers.order import NOT_RETRIEVED
from goldrank.rankers.trec_run import TrecRun, read_rankings
from goldrank.runs.record import save
from goldrank.runs.run_suite import run_suite
from goldrank.suites.others_runs import with_runs
from goldrank.suites.suite import load_suite
from goldrank.text.trec import read_qrels
from goldrank.types import Chunk

MEASURES = 'measures = ["RR", "R@5", "nDCG@10", "AP"]\n'
TREC = {"RR": "recip_rank", "R@5": "recall_5", "nDCG@10": "ndcg_cut_10", "AP": "map"}
ASKED = {"recip_rank", "recall.5", "ndcg_cut.10", "map"}


def _rows(run, ranker: str, variant: str = "raw") -> pd.DataFrame:
    table = run.measurements
    chosen = table[(table.ranker == ranker) & (table.variant == variant)]
    return chosen.set_index("query_id")[list(TREC)]


def test_our_own_run_comes_back_with_the_ranks_that_it_had(tmp_path: Path):
    files = random_files(5)
    suite = write_tiny(
        tmp_path, 'rankers = ["bm25"]\n' + MEASURES, files=files, queries=random_queries(files, 5)
    )
    run = run_tiny(suite)
    save(run, tmp_path / "out", {}, {})
    export(tmp_path / "out", tmp_path / "trec", Export("trec"))
    path = tmp_path / "trec" / "heading_raw_bm25.run"
    table = f'[[ranker]]\nname = "theirs"\nkind = "trec_run"\npath = "{path}"\n'
    again = write_tiny(
        tmp_path / "again",
        'rankers = ["bm25", "theirs"]\n' + MEASURES,
        table,
        files,
        random_queries(files, 5),
    )
    both = run_tiny(again)
    pd.testing.assert_frame_equal(_rows(both, "theirs"), _rows(run, "bm25"))
    known = both.systems[both.systems.ranker == "theirs"].iloc[0]
    assert (known.known_to, known.unplaced, known.repeats) == (1000, 0, 0)


def test_measures_of_a_run_with_ties_are_trec_evals_on_its_file(tmp_path: Path):
    files = random_files(6)
    queries = random_queries(files, 6)
    top = 'unit = "document"\nrankers = ["bm25"]\n' + MEASURES
    suite = write_tiny(tmp_path, top, files=files, queries=queries)
    stream = np.random.default_rng(6)
    lines = [
        f"{query['query_id']} Q0 {name} 0 {stream.integers(0, 3) / 7} theirs\n"
        for query in queries
        for name in stream.permutation(sorted(files))[:6]
    ]
    (tmp_path / "theirs.run").write_text("".join(lines), encoding="utf-8")
    asked = with_runs(load_suite(suite), [Path("theirs.run")], tmp_path)
    run = run_suite(asked, tmp_path / "cache", depth=None)
    assert set(run.systems[run.systems.ranker == "theirs"].variant) == {"raw"}
    save(run, tmp_path / "out", {}, {})
    export(tmp_path / "out", tmp_path / "trec", Export("trec"))
    qrels = read_qrels(tmp_path / "trec" / "heading.qrels")
    with (tmp_path / "theirs.run").open() as file:
        theirs = pytrec_eval.RelevanceEvaluator(qrels, ASKED).evaluate(pytrec_eval.parse_run(file))
    ours = _rows(run, "theirs")
    assert set(ours.index) == set(qrels)
    for query_id in qrels:
        for name, trec_name in TREC.items():
            assert ours[name][query_id] == pytest.approx(theirs[query_id][trec_name], abs=1e-12)


def test_a_unit_is_found_by_its_id_or_by_its_place_and_no_other_text_is_taken_for_one():
    places = Places(["a#0-5", "a#6-9"], [Chunk("a", 0, 5), Chunk("a", 6, 9)], {"a": "gone b c9"})
    ranked = {"q": ["gone", "a#7-9", "a#0-5", "b#0-5", "a#6-9"]}
    index = TrecRun(ranked, "sha", 10).fit(places)
    assert index.scores(["q", "other"]).tolist() == [[9, 10], [NOT_RETRIEVED, NOT_RETRIEVED]]
    placed = index.placed["q"]
    assert (placed.how, placed.repeats, len(placed.lost)) == (("place", "id"), 1, 2)


def test_a_run_is_read_in_trec_evals_order(tmp_path: Path):
    # 0.9000000002 and 0.9000000001 are one 32-bit float: the last id comes first.
    text = "q Q0 a 1 0.9000000002 x\nq Q0 z 2 0.9000000001 x\nq Q0 m 3 2 x\n"
    (tmp_path / "run").write_text(text, encoding="utf-8")
    assert read_rankings(tmp_path / "run") == {"q": ["m", "z", "a"]}
    assert read_rankings(tmp_path / "run", 2) == {"q": ["m", "z"]}


def test_a_file_cannot_be_asked_and_a_missing_one_is_named(tmp_path: Path):
    suite = write_tiny(
        tmp_path,
        'rankers = ["bm25", "both"]\n',
        '[[ranker]]\nname = "theirs"\nkind = "trec_run"\npath = "their.run"\n'
        '[[ranker]]\nname = "both"\nkind = "rrf"\nof = ["bm25", "theirs"]\n',
    )
    with pytest.raises(GoldrankError, match=r"no such run file: .*their\.run"):
        run_tiny(suite)
    (tmp_path / "their.run").write_text("q1 Q0 leave.md#40-90 1 1 x\n")
    run = run_tiny(suite)
    assert inspect(run, "q1", ranker="bm25", corpus=tmp_path / "corpus")
    with pytest.raises(GoldrankError, match="theirs is a file of rankings and cannot be asked"):
        inspect(run, "q1", system="heading/raw/both", corpus=tmp_path / "corpus")
