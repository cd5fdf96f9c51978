"""A folder that nobody prepared becomes a suite that loads, validates and runs."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiny import FILES, QUERIES

from goldrank.cli import main
from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError
from goldrank.progress import Silent
from goldrank.starting.seen import Seen, look_at
from goldrank.starting.written import quoted, suite_text, write_suite
from goldrank.suites.suite import load_suite, make_suite
from goldrank.validation.validate import validate_file

GERMAN = {
    f"seite{n}.txt": "Wer bezahlt die Reise nach Berlin und zurück? Das Amt zahlt sie nicht.\n" * 3
    for n in range(3)
}


def folder_of(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def seen_in(folder: Path, *near: Path) -> Seen:
    return look_at(folder, default_cache_folder(), Silent(), near)


def judged(path: Path) -> Path:
    path.write_text("\n".join(map(json.dumps, QUERIES)) + "\n", encoding="utf-8")
    return path


def test_what_is_there_is_counted(tmp_path: Path):
    files = {**FILES, "notes.txt": "No heading here.\n", "page.xml": "<p>x</p>", "a.png": "x"}
    seen = seen_in(folder_of(tmp_path / "docs", files))
    assert (seen.documents, seen.headed) == (3, 2)
    assert seen.read == {".md": 2, ".txt": 1}
    assert seen.unread == {".xml": 1, ".png": 1}
    assert seen.has_headings
    assert seen.name == "docs"
    # Leave, Leave > Parental, Leave > Sick, Pay, Pay > Bonus, and the notes, which have no path.
    assert seen.sections == 6


def test_judged_questions_are_found_by_their_evidence(tmp_path: Path):
    docs = folder_of(tmp_path / "docs", FILES)
    assert seen_in(docs, tmp_path).queries is None
    other = {"query_id": "q", "text": "x", "evidence": [{"doc_id": "elsewhere.md"}]}
    (docs / "queries.jsonl").write_text(json.dumps(other), encoding="utf-8")
    assert seen_in(docs, tmp_path).queries is None
    mine = judged(tmp_path / "queries.jsonl")
    assert seen_in(docs, tmp_path).queries == mine


def test_the_suite_validates_and_names_what_was_seen(tmp_path: Path):
    docs = folder_of(tmp_path / "docs", FILES)
    queries = judged(tmp_path / "queries.jsonl")
    path = tmp_path / "bench" / "suites" / "default.toml"
    write_suite(path, suite_text(seen_in(docs, tmp_path), path, queries))
    suite = load_suite(path)
    assert (suite.name, suite.language) == ("docs", "english")
    assert [chunker.name for chunker in suite.chunker] == ["heading", "recursive"]
    assert [variant.name for variant in suite.variant] == ["raw", "breadcrumb"]
    assert suite.corpus.include == ("*.md",)
    validation = validate_file(path, default_cache_folder())
    assert not validation.errors
    assert (validation.documents, validation.queries) == (2, 2)


def test_without_headings_no_breadcrumb_is_proposed(tmp_path: Path):
    seen = seen_in(folder_of(tmp_path / "seiten", GERMAN))
    path = tmp_path / "s.toml"
    text = suite_text(seen, path, tmp_path / "queries.jsonl")
    suite = make_suite(tomllib.loads(text), "s", tmp_path)
    assert suite.language == "german"
    assert [chunker.name for chunker in suite.chunker] == ["recursive", "fixed"]
    assert [variant.name for variant in suite.variant] == ["raw"]
    assert "trained on English" in text
    assert "# stemming = " in text


def uncommented(text: str, *starts: str) -> str:
    lines = [
        line.removeprefix("# ") if line.startswith(starts) else line for line in text.split("\n")
    ]
    return "\n".join(lines)


def test_every_choice_in_comments_is_one_that_loads(tmp_path: Path):
    seen = seen_in(folder_of(tmp_path / "docs", FILES))
    text = suite_text(seen, tmp_path / "s.toml", tmp_path / "queries.jsonl")
    offered = (
        "# exclude",
        "# [[",
        "# name",
        "# representation",
        "# stem",
        "# stop",
        "# meas",
        "# max",
    )
    suite = make_suite(tomllib.loads(uncommented(text, *offered)), "s", tmp_path)
    assert [variant.name for variant in suite.variant] == ["raw", "breadcrumb", "abstract"]
    assert suite.bm25.stemming == suite.bm25.stopwords == "english"
    assert suite.corpus.exclude
    assert suite.gate


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_any_text_comes_back_from_the_suite(text: str):
    assert tomllib.loads(f"x = {quoted(text)}")["x"] == text


@given(
    name=st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=20),
    suffix=st.text(st.characters(codec="utf-8", exclude_characters="/\0."), max_size=8),
)
def test_hostile_names_stay_in_their_place(name: str, suffix: str):
    seen = Seen(
        Path("/corpora") / name,
        1,
        9,
        {f".{suffix}": 1},
        {f".{suffix}": 2},
        (),
        1,
        1,
        0,
        (3, 4),
        "",
        None,
    )
    text = suite_text(seen, Path("/suites/s.toml"), Path("/q.jsonl"))
    table = tomllib.loads(text)
    assert set(table) == {
        *("name", "rankers", "corpus", "queries", "encoder", "chunker", "variant", "bm25"),
    }
    assert table["corpus"]["path"] == os.path.relpath(f"/corpora/{name}", "/suites")


def test_a_suite_that_is_there_stays(tmp_path: Path):
    seen = seen_in(folder_of(tmp_path / "docs", FILES))
    path = tmp_path / "s.toml"
    path.write_text("mine", encoding="utf-8")
    text = suite_text(seen, path, tmp_path / "queries.jsonl")
    with pytest.raises(GoldrankError, match="is there already; name another with --suite"):
        write_suite(path, text)
    assert path.read_text(encoding="utf-8") == "mine"
    with pytest.raises(GoldrankError, match="name"):
        write_suite(path, text.replace("name = ", "mane = ", 1), replace=True)
    assert path.read_text(encoding="utf-8") == "mine"
    write_suite(path, text, replace=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["docs", "s.toml"]


def call(monkeypatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["bench", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_init_then_plan_headings_and_run(tmp_path: Path, monkeypatch, capsys):
    folder_of(tmp_path / "docs", FILES)
    monkeypatch.chdir(tmp_path)
    assert call(monkeypatch, "init", "docs") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "wrote bench/suites/default.toml" in said
    assert "write the questions and the quotes that answer them into queries.jsonl" in said
    suite = "bench/suites/default.toml"
    assert call(monkeypatch, "plan", suite) == 0
    assert "no such query file yet" in capsys.readouterr().out
    assert call(monkeypatch, "headings", suite) == 0
    assert call(monkeypatch, "run") == 2
    assert "no such query file" in capsys.readouterr().err
    judged(tmp_path / "queries.jsonl")
    assert call(monkeypatch, "plan", suite) == 0
    assert "queries: 2, all of their evidence found" in capsys.readouterr().out
    assert call(monkeypatch, "init", "docs") == 2
    assert call(monkeypatch, "init", "docs", "--replace", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["has_queries"]
    assert told["headed"] == 2


def test_a_folder_without_documents_is_one_line(tmp_path: Path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    assert call(monkeypatch, "init", "docs") == 2
    assert "expected documents, got 0 files" in capsys.readouterr().err
    assert not (tmp_path / "bench").exists()
