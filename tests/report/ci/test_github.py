"""Annotations and job summaries for GitHub Actions."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.gate_results import HOSTILE, hostile, need, policy, result

from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import Drift, Verdict
from goldrank.report.ci.github import (
    command,
    gate_annotations,
    job_summary,
    write_summary,
)
from goldrank.report.ci.written import Outputs

FOLDER = Path("/w")
COMMAND = re.compile(r"::(error|warning|notice)(?: ([^:]*))?::(.*)")


def unescaped(text: str) -> str:
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def read(line: str) -> tuple[str, dict[str, str], str]:
    """What the runner reads of a line, as actions/runner does: properties up to the next `::`."""
    match = COMMAND.fullmatch(line)
    assert match is not None, line
    pairs = [pair.partition("=") for pair in (match[2] or "").split(",") if pair]
    return match[1], {key: unescaped(value) for key, _, value in pairs}, unescaped(match[3])


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(TEXT, TEXT, st.integers(1, 10**6))
def test_the_runner_reads_back_what_was_meant(message: str, file: str, line: int):
    level, properties, said = read(command("error", message, file, line))
    shown = re.compile(r"[^\r\n]")
    expected = {"line": str(line)} | ({"file": file} if file else {})
    assert level == "error"
    assert set(properties) == set(expected)
    # Signs that could steer a terminal are replaced; everything else comes through.
    for got, wanted in ((said, message), (properties.get("file", ""), file)):
        assert len(got) == len(wanted)
        assert all(
            a == b or a == "\ufffd" for a, b in zip(got, wanted, strict=True) if shown.match(b)
        )


def test_what_fails_is_one_error_and_each_query_is_one_at_its_line():
    failed = policy(Verdict.FAIL, True)
    lines = gate_annotations(result(failed, worse=(need(7), need(7, 2, 5, "b/raw/rrf"))), FOLDER)
    assert [read(line) for line in lines] == [
        ("error", {"title": "handbook: gate"}, failed.sentence),
        (
            "error",
            {"file": "q.jsonl", "line": "7", "title": "q7 ranks lower"},
            "text 7\nq7: rank 1 -> not found (heading/raw/bm25)\nq7: rank 2 -> rank 5 (b/raw/rrf)",
        ),
    ]


def test_where_the_gate_passes_queries_that_rank_lower_are_warnings():
    lines = gate_annotations(result(policy(Verdict.PASS), worse=(need(7),)), FOLDER)
    assert [read(line)[0] for line in lines] == ["warning"]


def test_an_inconclusive_policy_is_a_warning_unless_the_build_fails_on_it():
    allowed = gate_annotations(result(policy(Verdict.INCONCLUSIVE)), FOLDER)
    refused = gate_annotations(result(policy(Verdict.INCONCLUSIVE, True)), FOLDER)
    assert [read(line)[0] for line in allowed] == ["warning"]
    assert [read(line)[0] for line in refused] == ["error"]


def test_a_gate_with_nothing_to_say_says_nothing():
    assert gate_annotations(result(policy(Verdict.PASS)), FOLDER) == []


def test_no_more_than_ten_of_a_level_and_the_largest_falls_first():
    worse = tuple(need(n, before=n + 1, after=None) for n in range(1, 31))
    lines = gate_annotations(result(policy(Verdict.FAIL, True), worse=worse[::-1]), FOLDER)
    assert len(lines) == 10
    # One for the policies, eight queries, and the last for the other 22.
    assert [read(line)[1].get("line") for line in lines[1:9]] == [str(n) for n in range(1, 9)]
    assert read(lines[9])[2].startswith("22 more queries rank lower")


def test_ten_queries_that_fit_are_all_shown():
    worse = tuple(need(n) for n in range(1, 11))
    lines = gate_annotations(result(policy(Verdict.PASS), worse=worse), FOLDER)
    assert len(lines) == 10
    assert "more queries" not in lines[-1]


def test_hostile_texts_make_no_command_of_their_own():
    lines = gate_annotations(hostile(), FOLDER)
    assert len(lines) == 2
    for line in lines:
        assert "\n" not in line
        assert "\r" not in line
        read(line)
    assert set(read(lines[1])[1]) == {"file", "line", "title"}


def test_the_summary_begins_with_the_verdict_and_tables_what_decided_it():
    of = result(policy(Verdict.FAIL, True), worse=(need(7),))
    of = replace(of, drift=(Drift("corpus", "The corpus changed."),))
    lines = job_summary(of, FOLDER).splitlines()
    assert lines[0] == "## ❌ FAIL: handbook"
    assert "| ❌ | MRR | heading/raw/bm25 | .5000 | .4500 | −.0500 | .0100 | .012 |" in lines
    assert "- The corpus changed." in lines
    assert "| q7 | text 7 | rank 1 → not found | heading/raw/bm25 | q.jsonl:7 |" in lines


def test_a_summary_of_thousands_of_needs_stays_small():
    worse = tuple(need(n) for n in range(1, 5001))
    text = job_summary(result(policy(Verdict.FAIL, True), worse=worse), FOLDER)
    assert len(text) < 20_000
    assert "… and 4,950 more." in text


def test_a_need_that_fell_under_several_systems_is_one_row_of_the_summary():
    worse = (need(7, 3, 4), need(7, 1, 9, "b/raw/rrf"))
    text = job_summary(result(policy(Verdict.PASS), worse=worse), FOLDER)
    assert "| q7 | text 7 | rank 1 → rank 9 | b/raw/rrf and 1 more | q.jsonl:7 |" in text
    assert text.count("| q7 |") == 1


def test_a_chance_too_small_to_print_is_not_printed_as_none():
    small = replace(policy(Verdict.FAIL, True), p_value=0.0001)
    assert "| &lt; .001 |" in job_summary(result(small), FOLDER)


def test_hostile_texts_stay_in_their_cells():
    text = job_summary(hostile(), FOLDER)
    assert "<b>" not in text
    assert not {"\x00", "\x1b", "\x0b", "\r", "\ud800"} & set(text)
    text.encode()
    for line in text.splitlines():
        if line.startswith("| "):
            # A bar inside a cell is escaped: 8 columns of policies, 5 of needs.
            assert len(re.findall(r"(?<!\\)\|", line)) in (9, 6)
        assert not line.startswith("::")


def test_a_summary_is_appended_where_the_environment_says(tmp_path: Path):
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    assert write_summary("é\n", {"GITHUB_STEP_SUMMARY": str(path)})
    assert path.read_text(encoding="utf-8") == "before\né\n"
    assert not write_summary("x", {})
    with pytest.raises(GoldrankError, match="cannot write the job summary"):
        write_summary("x", {"GITHUB_STEP_SUMMARY": str(tmp_path)})


def test_a_refusal_leaves_all_three_outputs(tmp_path: Path):
    summary = tmp_path / "s.md"
    environment = {"GITHUB_STEP_SUMMARY": str(summary)}
    outputs = Outputs(tmp_path / "j.xml", True, environment, tmp_path)
    lines = outputs.of_refusal("handbook", GoldrankError(HOSTILE))
    assert [read(line)[0] for line in lines] == ["error"]
    assert "<error" in (tmp_path / "j.xml").read_text(encoding="utf-8")
    assert summary.read_text(encoding="utf-8").startswith("## ❌ No verdict: handbook")


def test_paths_are_relative_to_the_checkout_not_to_the_working_folder(tmp_path: Path):
    outputs = Outputs(None, True, {"GITHUB_WORKSPACE": "/w"}, Path("/w/sub"))
    (line,) = outputs.of_result(result(policy(Verdict.PASS), worse=(need(7),)))
    assert read(line)[1]["file"] == "q.jsonl"


def test_nothing_is_written_or_said_where_nothing_was_asked_for(tmp_path: Path):
    outputs = Outputs(None, False, {"GITHUB_STEP_SUMMARY": str(tmp_path / "s")}, tmp_path)
    assert outputs.of_result(result(policy(Verdict.FAIL, True))) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["judgments", "policies", "baseline"])
def test_a_pass_that_was_asked_otherwise_is_annotated(what):
    passed = replace(result(policy(Verdict.PASS)), drift=(Drift(what, "It is not what it was."),))
    assert gate_annotations(passed, FOLDER) == [
        "::warning title=handbook%3A asked otherwise::It is not what it was."
    ]
    plain = replace(passed, drift=(Drift("corpus", "The corpus changed."),))
    assert gate_annotations(plain, FOLDER) == []
