"""The diagnosis as the terminal shows it."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
from rich.console import Console
from tests.tiny import run_tiny, write_tiny

from goldrank.diagnosis.advice import COLUMNS
from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import KINDS
from goldrank.report.terminal.diagnosis import (
    _nothing_fails,
    advice_lines,
    diagnosis_counts,
    diagnosis_summary,
    language_lines,
)
from goldrank.tables.best import best_system
from goldrank.types import System


def rows(*named: tuple[str, str]) -> pd.DataFrame:
    columns = ["chunker", "variant", "ranker", "diagnosis"]
    return pd.DataFrame([("c", v, "vector", d) for v, d in named], columns=columns)


def test_counts_stand_in_the_order_of_precedence_and_leave_out_what_is_never_named():
    table = rows(
        ("raw", "wrong chunk"), ("raw", "found"), ("raw", "wrong chunk"), ("other", "split")
    )
    counts = diagnosis_counts(table)
    assert counts.columns.tolist()[3:] == ["found", "split", "wrong chunk"]
    assert counts.variant.tolist() == ["raw", "other"]
    assert counts.iloc[0, 3:].tolist() == [1, 0, 2]


def test_the_best_system_is_not_the_oracle():
    systems = pd.DataFrame(
        {
            "chunker": "c",
            "variant": ["raw", "raw", "crumb"],
            "ranker": ["oracle", "vector", "vector"],
            "RR": [1.0, 0.4, 0.6],
        }
    )
    rankers = named_rankers([], KINDS, {})
    assert best_system(systems, rankers) == System("c", "crumb", "vector")


def test_the_summary_counts_the_needs_of_the_first_ranker_and_says_what_to_change(tmp_path):
    queries = [
        {
            "query_id": "q1",
            "text": "when is it due",
            "evidence": [{"doc_id": "a.md", "start": 5, "end": 24}],
        }
    ]
    files = {"a.md": "# A\n\nhalf one\n\n## B\n\ntwo\n"}
    run = run_tiny(write_tiny(tmp_path, files=files, queries=queries))
    console = Console(width=120)
    with console.capture() as capture:
        console.print(diagnosis_summary(run))
    shown = capture.get()
    assert "Why needs fail, by vector (found: in the first 10)" in shown
    assert "(1 needs fail)" in shown
    assert "1. 1 need: move the chunk boundaries" in shown


def test_advice_says_how_many_lines_it_leaves_out(tmp_path):
    run = run_tiny(write_tiny(tmp_path))
    system = [list(run.systems[["chunker", "variant", "ranker"]].iloc[0])]
    lines = [
        (*system[0], n + 1, f"c{n}", 9 - n, None, 9, f"do {n}", "in this run x finds 1 of them")
        for n in range(6)
    ]
    advice = pd.DataFrame(lines, columns=list(COLUMNS)).astype({"bound": "Int64"})
    best = run.systems.assign(RR=[1.0] + [0.0] * (len(run.systems) - 1))
    shown = [line.plain for line in advice_lines(replace(run, advice=advice, systems=best))]
    assert shown[1] == "1. 9 needs: do 0; in this run x finds 1 of them"
    assert shown[-1] == "… and 1 more"  # six lines, of which five are shown


def test_where_the_language_is_not_known_it_is_said(tmp_path):
    run = run_tiny(write_tiny(tmp_path))
    assert language_lines(run) == []
    unknown = replace(run, diagnoses=run.diagnoses.assign(language=""))
    assert language_lines(unknown)[0].plain.startswith("· The language is not known")
    korean = replace(run, diagnoses=run.diagnoses.assign(language="korean"))
    assert language_lines(korean)[0].plain == (
        "· There is no list of some words in korean: it is not known whether a query names a "
        "subject nor which words are forms of one, and no cause says so."
    )
    assert language_lines(replace(run, diagnoses=run.diagnoses.drop(columns="language"))) == []


def test_one_query_without_a_failure_is_no_reason_to_change_nothing():
    said = _nothing_fails("heading/raw/bm25", {"q1": "a.md"}, 10)
    assert "Nothing to change" not in said
    # One cluster: a share of .95 that fails leaves one such query unharmed in 5 %.
    assert "every need of 1 query in the first 10." in said
    assert "up to 95% of such needs may still fail" in said
    # 58 clusters: .95^58 = 5.1 %; 59: 4.8 %.
    for count, enough in ((58, False), (59, True)):
        told = _nothing_fails("a", {f"q{n}": f"d{n}" for n in range(count)}, 10)
        assert told.startswith("Nothing to change") is enough
    together = _nothing_fails("a", {f"q{n}": "one.md" for n in range(500)}, 10)
    assert "Nothing to change" not in together
