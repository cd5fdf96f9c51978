"""The chunk plan: what would be chunked, found without a model."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from tests.tiny import run_tiny, write_tiny

from goldrank.chunkers.continuation import is_continuation
from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError
from goldrank.frames.rows import rows_of
from goldrank.progress import Silent
from goldrank.report.terminal.plan import plan_report
from goldrank.running.plan import plan_suite
from goldrank.suites.suite import load_suite
from goldrank.text.tokens import WordCounter
from goldrank.types import Chunk


def _plan(suite: Path, cache: Path | None = None):
    return plan_suite(load_suite(suite), cache or suite.parent / "empty cache", Silent())


def _shown(plan) -> str:
    file = io.StringIO()
    Console(file=file, width=200).print(plan_report(plan))
    return file.getvalue()


def test_a_plan_is_what_a_run_chunks(tmp_path: Path):
    suite = write_tiny(tmp_path, rest='[[chunker]]\nname = "fixed"\nlimit = 4\noverlap = 0\n')
    run = run_tiny(suite)
    plan = _plan(suite, suite.parents[1] / "tiny-cache")
    assert (plan.window, plan.window_source) == (12, "measured")
    assert plan.sections.chunks.sum() == len(run.chunks)
    corpus = read_corpus(tmp_path / "corpus")
    texts = {d.doc_id: d.text for d in corpus.documents}
    for row in rows_of(plan.sections):
        mine = [
            Chunk(c["doc_id"], c["start"], c["end"])
            for c in rows_of(run.chunks)
            if c["doc_id"] == row["file"]
            and " > ".join(json.loads(c["section_path"])) == row["section"]
        ]
        counted = [WordCounter().count(texts[c.doc_id][c.start : c.end]) for c in mine]
        after = [is_continuation(corpus.outlines[c.doc_id], c, texts[c.doc_id]) for c in mine]
        assert (row["chunks"], row["tokens"]) == (len(mine), sum(counted))
        assert row["continuations"] == sum(after)


def test_a_window_that_nobody_declares_or_measured_is_unknown_and_said(tmp_path: Path):
    plan = _plan(write_tiny(tmp_path))
    assert plan.window is None
    assert "window: none (declared; bench window measures it); no model was loaded" in _shown(plan)


def test_a_plan_shows_sections_totals_queries_and_what_was_not_read(tmp_path: Path):
    suite = write_tiny(tmp_path)
    (tmp_path / "corpus" / "x.md").write_bytes(b"\xff")
    shown = _shown(_plan(suite))
    assert "Leave > Parental" in shown
    assert "not read: x.md (" in shown
    assert "heading: 2 files, 5 sections, 5 chunks, 0 continuations" in shown
    assert "queries: 2, all of their evidence found" in shown


def test_a_plan_stops_where_a_run_would(tmp_path: Path):
    queries = [{"query_id": "q", "text": "t", "evidence": [{"doc_id": "pay.md", "quote": "June"}]}]
    with pytest.raises(GoldrankError, match='quote "June" is not in pay'):
        _plan(write_tiny(tmp_path, queries=queries))


def test_a_long_plan_is_cut_on_the_screen_and_whole_as_json(tmp_path: Path):
    sections = "".join(f"## S{n}\n\nbody {n}\n\n" for n in range(450))
    query = {"query_id": "q", "text": "t", "evidence": [{"doc_id": "a.md", "quote": "body 449"}]}
    plan = _plan(write_tiny(tmp_path, files={"a.md": sections}, queries=[query]))
    assert "… and 50 more sections; --json prints all" in _shown(plan)
    assert len(plan.to_json()["sections"]) == 450
    json.dumps(plan.to_json(), allow_nan=False)
