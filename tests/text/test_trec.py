"""What is written says to trec_eval what we say ourselves."""

from __future__ import annotations

import json

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import mean, parse_measure
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.order import full_ranks, ordered
from goldrank.text.trec import (
    decode_id,
    encode_id,
    read_qrels,
    read_run,
    write_qrels,
    write_run,
)

NAMES = {
    "RR": "recip_rank", "AP": "map", "nDCG": "ndcg", "Rprec": "Rprec", "R@10": "recall_10",
    "P@5": "P_5", "Success@5": "success_5", "nDCG@10": "ndcg_cut_10", "AP@10": "map_cut_10",
}  # fmt: skip
ASKED = {
    "recip_rank",
    "map",
    "ndcg",
    "Rprec",
    "recall.10",
    "P.5",
    "success.5",
    "ndcg_cut.10",
    "map_cut.10",
}


def evaluate(qrels_path, run_path) -> dict[str, dict[str, float]]:
    """pytrec_eval on the files themselves, by its own readers."""
    with qrels_path.open() as qrels, run_path.open() as run:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), ASKED)
        return evaluator.evaluate(pytrec_eval.parse_run(run))


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory):
    return tmp_path_factory.mktemp("runs")  # one for all examples of a property


def test_a_run_counts_down_to_one(tmp_path):
    write_run(tmp_path / "run", [("q1", ["b", "a", "c"])], tag="heading/raw/bm25")
    assert (tmp_path / "run").read_bytes() == (
        b"q1 Q0 b 1 3 heading/raw/bm25\nq1 Q0 a 2 2 heading/raw/bm25\nq1 Q0 c 3 1 heading/raw/bm25\n"
    )


def test_trec_eval_orders_an_export_as_we_do_where_its_floats_would_tie(tmp_path):
    # 0.9000000002 and 0.9000000001 are one 32-bit float, and trec_eval would put z first.
    scores = {"q": {"a": 0.9000000002, "z": 0.9000000001}}
    naive = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate(scores)
    assert naive["q"]["recip_rank"] == 0.5
    write_run(tmp_path / "run", [("q", ["a", "z"])], tag="t")
    write_qrels(tmp_path / "qrels", [("q", [[("a", 1)]])])
    assert read_run(tmp_path / "run") == {"q": {"a": 2.0, "z": 1.0}}
    assert evaluate(tmp_path / "qrels", tmp_path / "run")["q"]["recip_rank"] == 1.0


def test_scores_stay_distinct_as_32_bit_floats_at_any_depth(tmp_path):
    ids = [f"c{i}" for i in range(100_000)]
    write_run(tmp_path / "run", [("q", ids)], tag="t", depth=None)
    scores = np.array(list(read_run(tmp_path / "run")["q"].values()), dtype=np.float32)
    assert (np.diff(scores) < 0).all()


def test_a_run_is_1000_deep_unless_told(tmp_path):
    ids = [f"c{i}" for i in range(1200)]
    write_run(tmp_path / "run", [("q", ids)], tag="t")
    held = read_run(tmp_path / "run")["q"]
    assert list(held) == ids[:1000]
    assert held["c0"] == 1000.0


def test_a_split_need_is_an_entry_that_is_never_retrieved(tmp_path):
    needs = [[("a", 1)], [], [("a", 2), ("b", 1)], [], [("a", 1)]]
    write_qrels(tmp_path / "qrels", [("q", needs)])
    assert read_qrels(tmp_path / "qrels") == {"q": {"a": 2, "%split/2": 1, "b": 1, "%split/4": 1}}
    write_run(tmp_path / "run", [("q", ["x", "a"])], tag="t")
    theirs = evaluate(tmp_path / "qrels", tmp_path / "run")["q"]
    gold = {"a": 2, "b": None}
    ours = Judgments.of([[[Gold(gold[u], g, u) for u, g in need] for need in needs]])
    for name, their_name in NAMES.items():
        assert parse_measure(name)(ours)[0] == pytest.approx(theirs[their_name], abs=1e-12), name


def test_no_unit_can_take_the_name_of_a_split_need(tmp_path):
    write_qrels(tmp_path / "qrels", [("q", [[], [("%split/1", 1)]])])
    lines = (tmp_path / "qrels").read_text().splitlines()
    assert lines == ["q 0 %split/1 1", "q 0 %25split/1 1"]


@given(st.text(min_size=1))
def test_any_id_survives_and_is_one_word(name):
    encoded = encode_id(name)
    assert encoded.split() == [encoded]
    assert decode_id(encoded) == name


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1, unique=True)
)
def test_a_run_reads_back_in_order_whatever_the_ids(folder, ids):
    path = folder / "run"
    write_run(path, [("q one", ids)], tag="a tag", depth=None)
    assert list(read_run(path)["q one"]) == ids


def test_what_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(GoldrankError, match="query q: expected every unit once"):
        write_run(tmp_path / "run", [("q", ["a", "a"])], tag="t")
    with pytest.raises(GoldrankError, match="not empty"):
        write_run(tmp_path / "run", [("q", [""])], tag="t")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q Q0 a 1 2.0", "run, line 1: expected 6 columns, got 5"),
        ("\nq Q0 a 1 high t", "run, line 2: expected a number, got 'high'"),
        ("q Q0 a 1 2 t\nq Q0 a 2 1 t", "run, line 2: unit 'a' stands twice"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(tmp_path, text, message):
    (tmp_path / "run").write_text(text)
    with pytest.raises(GoldrankError, match=message):
        read_run(tmp_path / "run")


def rows(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_cranfield_by_bm25_measures_the_same_here_and_by_trec_eval(shared_data, tmp_path):
    corpus = sorted(rows(shared_data / "cranfield" / "corpus.jsonl"), key=lambda row: row["_id"])
    queries = rows(shared_data / "cranfield" / "queries.jsonl")
    assert (len(corpus), len(queries)) == (1400, 225)
    ids, asked = [row["_id"] for row in corpus], [query["query_id"] for query in queries]
    place = {unit: position for position, unit in enumerate(ids)}
    index = Bm25().fit([row["text"] for row in corpus])
    assert index.tokenless == 2  # abstracts 471 and 995 are empty
    block = index.scores([query["text"] for query in queries])
    # The codes serve as grades here: whether 4 is best or worst makes no difference to parity.
    qrels = [[[(e["doc_id"], e["code"])] for e in query["evidence"]] for query in queries]
    orders = [[ids[position] for position in ordered(row)] for row in block]
    write_run(tmp_path / "run", zip(asked, orders, strict=True), tag="bm25", depth=None)
    write_qrels(tmp_path / "qrels", zip(asked, qrels, strict=True))
    theirs = evaluate(tmp_path / "qrels", tmp_path / "run")
    ours = Judgments.of(
        [
            [[Gold(int(row[place[u]]) or None, grade, u) for u, grade in need] for need in needs]
            for row, needs in zip(full_ranks(block), qrels, strict=True)
        ]
    )
    for name, their_name in NAMES.items():
        expected = [theirs[query_id][their_name] for query_id in asked]
        assert np.abs(parse_measure(name)(ours) - expected).max() < 1e-12, name
    assert mean(parse_measure("RR")(ours)) > 0.4  # BM25 works: a random order has about 0.02
