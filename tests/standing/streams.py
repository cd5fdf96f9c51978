"""Sessions made in memory, for tests of standing queries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from goldrank.corpus.records import ReferenceRecord, SessionRecord
from goldrank.corpus.sessions import Session, session_of
from goldrank.standing.chunks import ReferenceChunk, SessionChunk
from goldrank.standing.cut import budget_of, session_chunks
from goldrank.standing.stream import Stream, stream_of
from goldrank.text.tokens import WordCounter

NINE = datetime(2026, 3, 1, 9, tzinfo=UTC)
WORDS = WordCounter()


def session(name: str, said: Sequence[tuple[int, str]]) -> Session:
    """A session of messages, each said some minutes after nine."""
    lines = (
        {"role": "user", "content": text, "time": (NINE + timedelta(minutes=at)).isoformat()}
        for at, text in said
    )
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    made = session_of(name, data, f"file:///{name}")
    assert made is not None
    return made


def chunks_of(*sessions: Session, limit: int | None = None) -> list[SessionChunk]:
    return list(session_chunks(sessions, budget_of(WORDS, limit)))


def stream(*sessions: Session, limit: int | None = None) -> Stream:
    return stream_of(chunks_of(*sessions, limit=limit))


def reference() -> ReferenceChunk:
    text = "# Leave\n\nAsk early."
    record = ReferenceRecord("leave.md", "file:///leave.md", "0", text, 0, "heading", ("Leave",))
    return ReferenceChunk(record, 0, len(text))


def message() -> SessionRecord:
    return SessionRecord("a.jsonl", "file:///a.jsonl", "0", "Ask early.", 0, "user", NINE, 1)
