"""`bench validate`: what it prints, what it leaves with, and what it mends."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from goldrank.cli import main
from goldrank.evidence.problems import Problem
from goldrank.report.terminal.validate import SHOWN, validation_report
from goldrank.validation.validate import Validation

LEAVE = "# Leave\n\nAsk first.\n\n## Parental\n\nIt must be asked for 30 days ahead.\n"
SUITE = '[corpus]\npath = "docs"\n[queries]\npath = "q.jsonl"\n'
MOVED = {"doc_id": "leave.md", "section": ["Gone"], "quote": "It must be asked for 30 days ahead."}
CHANGED = {"doc_id": "leave.md", "quote": "It must be asked for 21 days ahead."}
FINE = {"doc_id": "leave.md", "quote": "Ask first."}

Bench = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch, capsys) -> Bench:
    """`bench validate` in `tmp_path`: exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["bench", "validate", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return run


def write(tmp_path: Path, *evidence: dict[str, object]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "leave.md").write_text(LEAVE)
    entries = [*evidence, *([FINE] * 6)]
    lines = [
        json.dumps({"query_id": f"q{n}", "text": f"alpha{n} beta{n}", "evidence": [entry]})
        for n, entry in enumerate(entries)
    ]
    (tmp_path / "q.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "s.toml").write_text(SUITE)


def test_a_suite_with_nothing_wrong_is_one_line_and_exit_0(bench: Bench, tmp_path: Path):
    write(tmp_path)
    code, out, _ = bench("s.toml")
    # All six name one place, in the one document.
    assert (code, out.splitlines()) == (
        0,
        [
            "doubt: 6 of 6 needs (100%) have the evidence of another query's need, in 1 place: what "
            "ranks it well is counted more than once (first q0 and q1 and q2 and q3 and q4 and q5)",
            "doubt: evidence is in 1 of 1 documents; half of it is in 1, and 100% of the needs in "
            "leave.md",
            "s: 1 documents, 6 queries; 0 errors, 0 warnings",
        ],
    )


def test_a_corpus_and_queries_are_checked_without_a_suite(bench: Bench, tmp_path: Path):
    write(tmp_path, CHANGED)
    code, out, _ = bench("--corpus", "docs", "--queries", "q.jsonl")
    assert code == 1
    assert "q.jsonl:1: error" in out
    assert "docs: 1 documents, 7 queries; 1 error" in out
    code, _, err = bench("--corpus", "docs")
    assert code == 2
    assert "--corpus needs --queries" in err


@pytest.mark.parametrize(("answer", "written"), [("y", True), ("n", False)])
def test_in_a_terminal_a_fix_is_shown_and_asked_for(
    bench: Bench, tmp_path: Path, monkeypatch, answer: str, written: bool
):
    write(tmp_path, MOVED)
    before = (tmp_path / "q.jsonl").read_text()
    terminal = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    code, out, err = bench("s.toml", "--fix")
    assert out.count('+{"query_id": "q0"') == 1
    assert "Write this?" in err
    assert ((tmp_path / "q.jsonl").read_text() != before) == written
    assert code == (0 if written else 1)
    assert ("1 fixed" in out) == written


def test_a_problem_stands_on_one_line_with_its_place_and_the_next_is_ready_to_paste(
    bench: Bench, tmp_path: Path
):
    write(tmp_path, CHANGED)
    code, out, _ = bench("s.toml")
    first, second, *_ = out.splitlines()
    assert code == 1
    assert first.startswith("q.jsonl:1: error missing: query q0: quote ")
    assert second == '  paste: "quote": "It must be asked for 30 days ahead."'


def test_fix_prints_the_diff_and_what_is_left(bench: Bench, tmp_path: Path):
    write(tmp_path, MOVED, CHANGED)
    before = (tmp_path / "q.jsonl").read_text()
    assert bench("s.toml")[1].count("--fix writes: ") == 1
    code, out, _ = bench("s.toml", "--fix")
    after = (tmp_path / "q.jsonl").read_text()
    assert code == 1
    assert after == before.replace('["Gone"]', '["Parental"]')
    assert "--- a/q.jsonl\n+++ b/q.jsonl\n@@ -1 +1 @@\n" in out
    assert "error moved" not in out
    assert "1 error, 0 warnings; 1 fixed" in out


def test_fix_leaves_with_0_where_nothing_is_left_and_is_silent_the_second_time(
    bench: Bench, tmp_path: Path
):
    write(tmp_path, MOVED)
    assert bench("s.toml", "--fix")[0] == 0
    code, out, _ = bench("s.toml", "--fix")
    assert (code, "fixed" in out, "--- a/" in out) == (0, False, False)


def test_fix_refuses_a_file_that_is_not_writable_and_says_so(bench: Bench, tmp_path: Path):
    write(tmp_path, MOVED)
    (tmp_path / "q.jsonl").chmod(0o444)
    code, _, err = bench("s.toml", "--fix")
    assert code == 2
    assert "q.jsonl is not writable, so nothing was fixed" in err


def test_json_has_everything_and_nothing_else_on_standard_output(bench: Bench, tmp_path: Path):
    write(tmp_path, MOVED, CHANGED)
    code, out, _ = bench("s.toml", "--json", "--fix")
    told = json.loads(out)
    assert code == 1
    assert (told["errors"], told["warnings"], told["queries"]) == (1, 0, 8)
    (problem,) = told["problems"]
    assert {"query_id": "q1", "line": 2, "kind": "missing"}.items() <= problem.items()
    (fixed,) = told["fixed"]
    assert fixed["fixes"] == [{"path": ["evidence", 0, "section"], "value": ["Parental"]}]
    assert told["diff"].startswith("--- a/q.jsonl")


def test_warnings_fail_with_strict(bench: Bench, tmp_path: Path):
    write(tmp_path)
    (tmp_path / "docs" / "bare.md").write_text("# Bare\n")
    assert bench("s.toml")[0] == 0
    assert bench("s.toml", "--strict")[0] == 1


def test_a_suite_that_is_not_there_is_exit_2(bench: Bench):
    code, out, err = bench("none.toml")
    assert (code, out) == (2, "")
    assert "no such suite" in err


def report(*problems: Problem) -> str:
    console = Console(width=80, record=True, file=None, quiet=False, force_terminal=False)
    with console.capture() as capture:
        validation = Validation("s", 1, len(problems), problems)
        console.print(validation_report(validation, [], Path("/w")), soft_wrap=True)
    return capture.get()


def test_many_warnings_of_a_kind_are_counted_and_errors_are_all_shown():
    made = [
        Problem(f"q{n}", "/w/q.jsonl", n, "split", "is split", level=level)
        for n in range(1, SHOWN + 4)
        for level in ("error", "warning")
    ]
    out = report(*made)
    assert out.count(": error split:") == SHOWN + 3
    assert out.count(": warning split:") == SHOWN
    assert "… and 3 more of kind split; --json has all" in out


def test_hostile_texts_steer_no_terminal_and_make_no_markup():
    out = report(
        Problem("q\x1b[2J", "/w/q\x07.jsonl", 1, "missing", "[red]x[/red]\x1b]0;t\x07", "\x9b")
    )
    assert not {"\x1b", "\x07", "\x9b"} & set(out)
    assert "[red]x[/red]" in out
