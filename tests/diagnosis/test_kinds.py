"""Corpora that once got a false cause, through a whole run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.tiny import run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run

SUITE = """
[[chunker]]
name = "heading"
kind = "heading"
include_heading = false
limit = 60
reserve = 0
"""


def ran(
    folder: Path, files: dict[str, str], asked: list[tuple[str, Any]], rest: str = SUITE
) -> Run:
    """A run of queries, each with the quotes that it needs as (document, quote)."""
    queries = [
        {
            "query_id": f"q{n}",
            "text": text,
            "evidence": [{"doc_id": doc, "quote": quote} for doc, quote in quotes],
        }
        for n, (text, quotes) in enumerate(asked)
    ]
    return run_tiny(write_tiny(folder, "found_at = 1\n", rest, files, queries))


def told(run: Run, ranker: str, query: str = "q0", need: int = 0) -> dict[str, Any]:
    table = run.diagnoses
    mine = table[(table.ranker == ranker) & (table.query_id == query) & (table.need == need)]
    return rows_of(mine)[0]


def test_texts_without_headings_have_no_empty_heading(tmp_path: Path):
    files = {
        "a.txt": "the door of the shed opens with the red key when it is asked\n",
        "b.txt": "the red door, the red door and the red door opens with what it is\n",
        "c.txt": "the keys are with the porter and it is he who opens the gate\n",
    }
    run = ran(tmp_path, files, [("red door of the cellar", [("a.txt", "shed opens")])])
    # The title is the file's name, "a": no heading, though it tells nothing either.
    assert told(run, "vector")["breadcrumb_bits"] == 0
    assert told(run, "vector")["holds"] == "no shared vocabulary; wrong document"


def test_a_twin_that_is_gold_of_the_same_query_is_no_cause(tmp_path: Path):
    body = "Late badge returns cost {} euros each plus postage to the office."
    files = {"a.md": f"# A\n\n## One\n\n{body.format('four')}\n\n## Two\n\n{body.format('nine')}\n"}
    quotes = [("a.md", "cost four euros"), ("a.md", "cost nine euros")]
    run = ran(tmp_path, files, [("late badge returns cost", quotes)])
    rows = [told(run, "bm25", need=need) for need in (0, 1)]
    # Two needs, one place within k = 1: the other need is behind its own query's gold.
    assert sorted(row["diagnosis"] == "found" for row in rows) == [False, True]
    assert all("twin" not in row["holds"] and not row["twin"] for row in rows)
    only = ran(tmp_path / "one", files, [("late badge returns cost", quotes[1:])])
    row = told(only, "bm25")
    assert (row["diagnosis"], row["repair"], row["repaired_rank"]) == (
        "twin",
        "without its twins",
        1,
    )


def test_a_question_about_this_report_names_no_subject(tmp_path: Path):
    files = {
        f"{n}.md": f"# Study {n}\n\n## Conclusion\n\nThe report has word{n} and more of it.\n"
        for n in range(4)
    }
    quote = [("3.md", "has word3 and more")]
    run = ran(tmp_path, files, [("What is the conclusion of this report?", quote)])
    row = told(run, "bm25")
    assert row["diagnosis"] in ("no subject", "found")
    assert "no subject" in row["holds"]


def test_inflection_and_compounds_are_no_missing_vocabulary(tmp_path: Path):
    files = {
        "garten.md": "# Orte\n\n## Eins\n\nDer Sächsischer Garten ist im Mai und im Juni geöffnet.\n",
        "haus.md": "# Orte\n\n## Zwei\n\nWann das Haus in den Ferien und am Abend zu ist, steht hier.\n",
        "zeit.md": "# Orte\n\n## Drei\n\nDie Kasse ist von acht bis zehn und auch am Abend offen.\n",
    }
    asked = [
        ("Wann sind die Sächsischen Gärten in den Ferien zu", [("garten.md", "Juni geöffnet")])
    ]
    run = ran(tmp_path, files, asked)
    assert told(run, "bm25")["language"] == "german"
    assert told(run, "bm25")["diagnosis"] == "word form"
    assert told(run, "bm25")["other_forms"] == "sächsischen gärten"
    # Its two words are counted once they are stemmed; before, the text was not retrieved by them.
    assert told(run, "bm25")["stemmed_rank"] <= 3
    assert told(run, "vector")["shared"] == "sächsischen gärten"


def test_a_phrase_of_common_characters_that_stands_in_gold_is_shared(tmp_path: Path):
    # Each character of 住房公積 stands in every text; the phrase in one.
    files = {
        "a.md": "# 甲\n\n## 一\n\n住房公積由僱員付\n",
        "b.md": "# 乙\n\n## 二\n\n公住積房，房住積公\n",
        "c.md": "# 丙\n\n## 三\n\n積住公房，房公住積\n",
    }
    run = ran(tmp_path, files, [("住房公積", [("a.md", "由僱員付")])])
    for ranker in ("vector", "bm25"):
        row = told(run, ranker)
        assert row["shared"] == "住房公積"
        assert "no shared vocabulary" not in row["holds"]
