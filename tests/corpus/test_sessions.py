"""Session transcripts: two formats, read to documents whose sections are the messages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.corpus.read import read_corpus
from goldrank.corpus.read_sessions import read_sessions
from goldrank.corpus.sessions import is_transcript, session_of
from goldrank.corpus.tree import Files
from goldrank.errors import GoldrankError
from goldrank.formats.base import UnreadableError

MESSAGES = (
    {"role": "user", "content": "Who approves leave?", "time": "2026-03-01T09:00:00Z"},
    {
        "role": "assistant",
        "content": "Your manager.\n\nAsk early.",
        "time": "2026-03-01T10:01:00+01:00",
    },
)
EVENTS = (
    {"type": "summary", "summary": "Leave"},
    {
        "type": "user",
        "timestamp": "2026-03-01T09:00:00.250Z",
        "message": {"role": "user", "content": "Read leave.md"},
    },
    {
        "type": "assistant",
        "timestamp": "2026-03-01T09:00:05Z",
        "message": {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hidden"},
                {"type": "text", "text": "I read it."},
                {"type": "tool_use", "name": "Read", "input": {"path": "leave.md"}},
            ],
        },
    },
    {
        "type": "user",
        "timestamp": "2026-03-01T09:00:06Z",
        "message": {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "content": [
                        {"type": "text", "text": "30 days"},
                        {"type": "image", "source": 1},
                    ],
                }
            ],
        },
    },
)


def lines(records: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_a_message_is_a_section_with_its_role_time_and_line():
    data = lines(MESSAGES)
    session = session_of("a.jsonl", data, "file:///a.jsonl")
    assert session is not None
    document = session.document
    assert document.text == "Who approves leave?\n\nYour manager.\n\nAsk early."
    assert [document.text[s.start : s.end].strip() for s in session.outline.sections] == [
        "Who approves leave?",
        "Your manager.\n\nAsk early.",
    ]
    assert [s.path for s in session.outline.sections] == [("user",), ("assistant",)]
    assert [(m.role, m.time, m.line) for m in session.messages] == [
        ("user", datetime(2026, 3, 1, 9, tzinfo=UTC), 1),
        ("assistant", datetime(2026, 3, 1, 9, 1, tzinfo=UTC), 2),
    ]
    assert document.sha256 == sha256(data).hexdigest()
    assert document.place_at(document.text.index("Ask early")) == "line 2"


def test_an_event_log_gives_texts_calls_and_results_and_counts_the_rest():
    session = session_of("log.jsonl", lines(EVENTS))
    assert session is not None
    assert [session.document.text[s.start : s.end].strip() for s in session.outline.sections] == [
        "Read leave.md",
        'I read it.\n\nRead {"path": "leave.md"}',
        "30 days",
    ]
    assert [m.line for m in session.messages] == [2, 3, 4]
    assert session.document.conversion is not None
    assert session.document.conversion.dropped == {
        "events of kind summary": 1,
        "parts of kind thinking": 1,
        "parts of kind image": 1,
    }


def test_a_corpus_and_a_folder_read_transcripts_as_documents(tmp_path: Path):
    (tmp_path / "a.jsonl").write_bytes(lines(MESSAGES))
    (tmp_path / "b.jsonl").write_bytes(lines(EVENTS))
    (alone,) = read_corpus(tmp_path / "a.jsonl").documents
    both = read_corpus(tmp_path, Files(include=("*.jsonl",)))
    assert [d.doc_id for d in both.documents] == ["a.jsonl", "b.jsonl"]
    assert both.documents[0].text == alone.text
    assert both.documents[0].source_uri == alone.source_uri == (tmp_path / "a.jsonl").as_uri()
    assert both.as_markup == ()
    assert [s.document.doc_id for s in read_sessions(tmp_path)] == ["a.jsonl", "b.jsonl"]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({**MESSAGES[0], "time": "yesterday"}, 'expected a time as "2026-03-01T09:00:00Z"'),
        ({"role": "user", "content": "no time"}, "expected a time"),
        ({**MESSAGES[0], "content": 7}, 'expected "content" to be text, got 7'),
        ({"message": {"role": "user", "content": 7}}, 'expected "content" to be text or parts'),
        ({"message": {"role": "user", "content": [7]}}, "expected a part to be an object, got 7"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(record: Mapping[str, Any], said: str):
    with pytest.raises(UnreadableError, match="line 2: expected") as error:
        session_of("a.jsonl", lines([EVENTS[1] if "message" in record else MESSAGES[0], record]))
    assert said in str(error.value)


def test_a_file_of_documents_is_no_session(tmp_path: Path):
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(lines([{"_id": "1", "text": "Ask early."}]))
    assert not is_transcript(path)
    with pytest.raises(GoldrankError, match="expected a session transcript, got a file of some"):
        read_sessions(path)
    assert len(read_corpus(path).documents) == 1


def test_a_folder_without_transcripts_and_a_path_that_is_not_there_are_said(tmp_path: Path):
    (tmp_path / "a.md").write_text("# A\n\nb\n")
    with pytest.raises(GoldrankError, match="expected transcripts"):
        read_sessions(tmp_path)
    with pytest.raises(GoldrankError, match="no such file or folder"):
        read_sessions(tmp_path / "none")
    with pytest.raises(GoldrankError, match="expected a session transcript"):
        read_sessions(tmp_path / "a.md")


TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=6)


@given(TEXTS)
def test_every_message_that_holds_text_is_a_section_of_exactly_that(texts: list[str]):
    held = [text.strip().replace("\0", "\ufffd") for text in texts if text.strip()]
    data = lines([{**MESSAGES[0], "content": text} for text in texts])
    if not held:
        with pytest.raises(UnreadableError, match="got none that holds text"):
            session_of("a.jsonl", data)
        return
    session = session_of("a.jsonl", data)
    assert session is not None
    sections = session.outline.sections
    assert [session.document.text[s.start : s.end].strip() for s in sections] == [
        text.strip() for text in held
    ]
    assert "".join(session.document.text[s.start : s.end] for s in sections) == (
        session.document.text
    )
