"""Finding evidence: what is written is what was said, at once, and another session goes on there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.judging.finding import corpus_of, opened
from tests.tiny import FILES, random_files

from goldrank.errors import GoldrankError
from goldrank.evidence.locate import locate_queries
from goldrank.evidence.queries import read_queries
from goldrank.judging.find import Finding, open_finding
from goldrank.judging.session import (
    Accept,
    Action,
    Back,
    Done,
    Look,
    Move,
    NextNeed,
    Nothing,
    Quit,
    Reject,
    Skip,
    Undo,
)
from goldrank.types import Span

NOTICE = "It must be requested 30 days in advance."
TWICE = {"a.md": "# A\n\n## One\n\nAsk first.\n\n## Two\n\nAsk first.\n\nAsk first.\n"}


def _lines(finding: Finding) -> list[dict[str, Any]]:
    if not finding.file.path.exists():
        return []
    return [json.loads(line) for line in finding.file.path.read_text("utf-8").splitlines()]


def test_an_accepted_passage_is_in_the_file_before_the_question_is_done(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    start = FILES["leave.md"].index(NOTICE)
    place = {"doc_id": "leave.md", "quote": NOTICE, "start": start, "end": start + len(NOTICE)}
    said = {"query_id": "q1", "text": "when must leave be requested", "evidence": [place]}
    assert _lines(finding) == [{**said, "unfinished": True}]
    finding.do(Done())
    assert _lines(finding) == [said]


def test_another_session_goes_on_at_the_first_question_that_is_not_answered(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    assert opened(tmp_path).state.answer == finding.state.answer
    for action in (Done(), Skip(), Nothing()):
        finding.do(action)
    assert finding.state.is_over
    again = opened(tmp_path)
    assert (again.state.question.query_id, again.state.open_questions) == ("q2", 1)
    assert [(e["query_id"], e.get("answerable")) for e in _lines(again)] == [
        ("q1", None),
        ("q3", False),
    ]


def test_what_is_trimmed_is_the_evidence(tmp_path: Path):
    finding = opened(tmp_path)
    start = FILES["leave.md"].index("30 days")
    finding.do(Accept(Span(start, start + 7)))
    finding.do(Done())
    (query,) = locate_queries(read_queries(finding.file.path), corpus_of())
    assert [each.quote for need in query.needs for each in need.evidence] == ["30 days"]


@pytest.mark.parametrize(("which", "named"), [(0, {"section": ["A", "One"]}), (1, None), (2, None)])
def test_a_quote_that_stands_again_is_named_by_its_section_or_by_its_offsets(
    tmp_path: Path, which: int, named: dict[str, Any] | None
):
    finding = opened(tmp_path, "ask first?\n", TWICE)
    places = [at for at in range(len(TWICE["a.md"])) if TWICE["a.md"].startswith("Ask first.", at)]
    finding.do(Look("ask"))
    while not (
        finding.state.passage
        and finding.state.passage.start <= places[which] < finding.state.passage.end
    ):
        finding.do(Move(1))
    finding.do(Accept(Span(places[which], places[which] + 10)))
    finding.do(Done())
    entry = _lines(finding)[0]["evidence"][0]
    offsets = {"start": places[which], "end": places[which] + 10}
    assert entry == {"doc_id": "a.md", "quote": "Ask first.", **(named or offsets)}
    assert finding.known.said(finding.state.questions[0]).places[0].start == places[which]


def test_needs_and_alternatives_are_told_apart(tmp_path: Path):
    finding = opened(tmp_path)
    for action in (
        Accept(),
        Look("manager"),
        Accept(),
        NextNeed(),
        Look("bonus"),
        Accept(),
        Done(),
    ):
        finding.do(action)
    (query,) = locate_queries(read_queries(finding.file.path), corpus_of())
    assert [[each.doc_id for each in need.evidence] for need in query.needs] == [
        ["leave.md", "leave.md"],
        ["pay.md"],
    ]


def test_rejected_passages_are_kept_and_not_shown_first_again(tmp_path: Path):
    finding = opened(tmp_path)
    first = finding.state.passage
    finding.do(Reject())
    assert first is not None
    assert _lines(finding)[0]["rejected"] == [
        {"doc_id": first.doc_id, "start": first.start, "end": first.end}
    ]
    assert opened(tmp_path).state.passage == finding.state.passage != first


def test_taking_everything_back_leaves_no_line(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    finding.do(Undo())
    assert _lines(finding) == []


def test_a_question_is_opened_again_with_what_was_said_of_it(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    said = finding.state.answer
    finding.do(Done())
    finding.do(Back())
    assert (finding.state.question.query_id, finding.state.answer) == ("q1", said)
    assert _lines(finding)[0]["unfinished"] is True


@pytest.mark.parametrize(
    ("before", "action", "said"),
    [
        ((), Done(), "nothing is accepted yet"),
        ((Accept(),), Nothing(), "a passage is accepted already"),
        ((), Undo(), "nothing to take back"),
        ((), Back(), "the first question"),
        ((), NextNeed(), "nothing is accepted for this need"),
        ((), Move(-1), "before the first"),
        ((), Look("xylophone"), "no passage has a word"),
        ((Accept(), Move(-1)), Reject(), "accepted already"),
    ],
)
def test_what_is_not_possible_is_said_and_changes_nothing(
    tmp_path: Path, before: tuple[Action, ...], action: Action, said: str
):
    finding = opened(tmp_path)
    for each in before:
        finding.do(each)
    state, lines = finding.state, _lines(finding)
    with pytest.raises(GoldrankError, match=said):
        finding.do(action)
    assert (finding.state, _lines(finding)) == (state, lines)


def test_behind_the_last_passage_nothing_can_be_accepted(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Move(len(finding.state.found)))
    assert finding.state.passage is None
    with pytest.raises(GoldrankError, match="all passages were shown"):
        finding.do(Accept())


def test_questions_that_come_with_evidence_are_copied_and_not_asked(tmp_path: Path):
    judged = {"query_id": "a", "text": "x", "evidence": [{"doc_id": "pay.md"}], "extra": [1]}
    rows = [judged, {"query_id": "b", "text": "bonus", "tags": ["pay"], "origin": "synthetic"}]
    finding = opened(tmp_path, "\n".join(map(json.dumps, rows)), name="q.jsonl")
    assert finding.state.question.query_id == "b"
    finding.do(Accept())
    finding.do(Done())
    copied, found = _lines(finding)
    assert copied == judged
    assert found["tags"] == ["pay", "origin:synthetic"]


def test_answers_may_be_written_into_the_list_itself(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": "b", "text": "bonus", "note": 1}', encoding="utf-8")
    finding = open_finding(path, corpus_of(), path)
    finding.do(Accept())
    finding.do(Done())
    (line,) = _lines(finding)
    assert (line["evidence"][0]["doc_id"], line["note"]) == ("pay.md", 1)
    for action in (Back(), Undo()):
        finding.do(action)
    assert _lines(finding) == [{"query_id": "b", "text": "bonus", "note": 1}]


def test_keys_of_a_question_that_nobody_knows_go_with_it(tmp_path: Path):
    finding = opened(tmp_path, '{"query_id": "b", "text": "bonus", "note": 1}', name="q.jsonl")
    finding.do(Nothing())
    assert _lines(finding)[0]["note"] == 1


def test_lines_that_another_program_adds_meanwhile_stay(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    other = b'{"query_id": "z", "text": "other"}'
    with finding.file.path.open("ab") as file:
        file.write(other)  # and no end of line
    finding.do(Done())
    assert finding.file.path.read_bytes().splitlines()[1] == other
    finding.file.path.write_bytes(finding.file.path.read_bytes().rstrip())
    finding.do(Nothing())
    assert [entry["query_id"] for entry in _lines(finding)] == ["q1", "z", "q2"]


def test_a_line_that_another_program_has_changed_is_not_written_over(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Accept())
    theirs = '{"query_id": "q1", "text": "when must leave be requested"}\n'
    finding.file.path.write_text(theirs, encoding="utf-8")
    with pytest.raises(GoldrankError, match="another program has changed the line of query q1"):
        finding.do(Done())
    assert finding.file.path.read_text("utf-8") == theirs
    assert not finding.state.is_over


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "q.judged.jsonl").write_text("# notes\n", encoding="utf-8")
    with pytest.raises(GoldrankError, match=r"judged\.jsonl:1: expected one query a line"):
        opened(tmp_path)


def test_an_id_that_asks_something_else_in_the_file_is_refused(tmp_path: Path):
    (tmp_path / "q.jsonl").write_text('{"query_id": "a", "text": "new"}', encoding="utf-8")
    (tmp_path / "q.judged.jsonl").write_text(
        '{"query_id": "a", "text": "old", "answerable": false}\n', encoding="utf-8"
    )
    with pytest.raises(GoldrankError, match="query a asks 'old' there and 'new' in"):
        opened(tmp_path, name="q.jsonl")


def test_a_question_that_is_put_into_a_plain_list_later_moves_no_answer(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Nothing())
    (tmp_path / "q.txt").write_text("a new one\n" + (tmp_path / "q.txt").read_text(), "utf-8")
    again = opened(tmp_path)
    assert [(q.query_id, q.text) for q in again.state.questions][:2] == [
        ("q2", "a new one"),
        ("q1", "when must leave be requested"),
    ]
    assert again.state.finished == {"q1"}


def test_quitting_says_nothing(tmp_path: Path):
    finding = opened(tmp_path)
    finding.do(Quit())
    assert (finding.state.is_over, _lines(finding)) == (True, [])


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_the_file_is_read_back_as_it_was_said(tmp_path: Path, seed: int):
    stream = np.random.default_rng(seed)
    files = random_files(seed)
    finding = opened(tmp_path, "w1 w2\nw3\nw4 w5 w6\n", files)
    choices: list[Action] = [
        *(Accept(), Accept(), Reject(), Move(1), Move(-1), NextNeed(), Undo()),
        *(Look("w7 w8"), Done(), Nothing(), Skip(), Back()),
    ]
    for number in stream.integers(0, len(choices), size=120):
        if finding.state.is_over:
            finding = opened(tmp_path, files=files)
            if finding.state.is_over:
                break
        try:
            finding.do(choices[number])
        except GoldrankError:
            continue
        if not finding.state.is_over:
            read = finding.known.said(finding.state.question)
            assert read.places == finding.state.answer.places
            assert read.rejected == finding.state.answer.rejected
    if _lines(finding):
        locate_queries(read_queries(finding.file.path), corpus_of(files))
