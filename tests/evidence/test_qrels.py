"""Judgments in a file of their own count as those in the query file do."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.evidence.qrels import with_qrels
from goldrank.evidence.queries import RawQuery
from goldrank.evidence.written import documents_judged
from goldrank.validation.validate import validate_file

ASKED = [RawQuery(name, "?", (), (), 1, "queries.jsonl") for name in ("q 1", "q2", "q3")]
TREC = "q%201 0 a%25.md 2\nq2 0 b.md -2\nq2 0 c.md 1\n"
BEIR = "query-id\tcorpus-id\tscore\nq 1\ta%.md\t2\nq2\tb.md\t0\nq2\tc.md\t1\n"


@pytest.mark.parametrize("text", [TREC, BEIR, BEIR.replace("\n", "\r\n")])
def test_each_judged_document_is_a_need_with_its_grade(text, tmp_path: Path):
    (tmp_path / "qrels").write_text(text, encoding="utf-8", newline="")
    judged = with_qrels(ASKED, tmp_path / "qrels")
    assert [documents_judged(query.needs) for query in judged] == [
        {"a%.md": 2},
        {"b.md": 0, "c.md": 1},
        {},
    ]
    assert [len(query.needs) for query in judged] == [1, 2, 0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q2 0 b.md\n", "line 1: expected 4 columns, got 3"),
        ("q2 0 b.md 1\nq2 0 b.md 1\n", ":2: q2 b.md is judged again"),
        ("q2 0 b.md good\n", ":1: expected a whole number as grade, got 'good'"),
        ("q9 0 b.md 1\n", "judges 1 queries that no query file holds: q9"),
        ("query-id\tcorpus-id\tscore\nq2\tb.md\n", "line 2: expected 3 columns, got 2"),
    ],
)
def test_what_is_no_judgment_is_named_by_its_line(text, said, tmp_path: Path):
    (tmp_path / "qrels").write_text(text, encoding="utf-8")
    with pytest.raises(GoldrankError, match=said):
        with_qrels(ASKED, tmp_path / "qrels")


def _suite(folder: Path, evidence: bool, qrels: str = "") -> Path:
    found = {"q1": "leave.md", "q2": "pay.md"}
    queries = [
        {"query_id": name, "text": f"what of {name}", "evidence": [{"doc_id": doc}] * evidence}
        for name, doc in found.items()
    ]
    suite = write_tiny(folder, 'unit = "document"\n', queries=queries)
    (folder / "qrels.txt").write_text(qrels or "q1 0 leave.md 1\nq2 0 pay.md 1\n")
    if not evidence:
        text = suite.read_text().replace("[queries]", '[queries]\nqrels = "qrels.txt"')
        suite.write_text(text)
    return suite


def test_a_suite_with_qrels_measures_what_one_with_evidence_does(tmp_path: Path):
    beside, inside = (run_tiny(_suite(tmp_path / str(e), bool(e))) for e in (0, 1))
    pd.testing.assert_frame_equal(beside.needs, inside.needs)
    assert beside.settings["queries"]["qrels"] == "qrels.txt"
    assert json.dumps(inside.settings).count("qrels") == 0


def test_validate_reads_them_and_says_what_is_wrong(tmp_path: Path):
    fine = _suite(tmp_path / "fine", False)
    assert validate_file(fine, tmp_path / "cache").errors == []
    wrong = _suite(tmp_path / "wrong", False, "q1 0 leave.md 1\nq7 0 pay.md 1\n")
    errors = [str(problem) for problem in validate_file(wrong, tmp_path / "cache").errors]
    assert any("judges 1 queries that no query file holds: q7" in error for error in errors)
    gone = _suite(tmp_path / "gone", False, "q1 0 leave.md 1\nq2 0 pary.md 1\n")
    errors = [str(problem) for problem in validate_file(gone, tmp_path / "cache").errors]
    assert errors == ["query q2: no document pary.md in the corpus; did you mean pay.md?"]


def test_evidence_in_both_places_is_an_error(tmp_path: Path):
    suite = _suite(tmp_path, True)
    text = suite.read_text().replace("[queries]", '[queries]\nqrels = "qrels.txt"')
    suite.write_text(text)
    with pytest.raises(GoldrankError, match=r"it has evidence in .* judges it too"):
        run_tiny(suite)
