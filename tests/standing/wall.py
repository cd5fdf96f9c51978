"""What nobody may write. Each line that ends with `# wall` is an error of types, and no other is.

Read by test_wall.py with type checkers; never run.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.records import Documents, ReferenceRecord, SessionRecord, Sessions
from goldrank.corpus.sessions import Session
from goldrank.standing.chunks import ReferenceChunk, SessionChunk
from goldrank.standing.cut import budget_of, reference_chunks, session_chunks
from goldrank.standing.query import StandingQuery
from goldrank.standing.replay import replay
from goldrank.standing.scores import Bm25InTime
from goldrank.standing.stream import stream_of
from goldrank.text.tokens import WordCounter
from goldrank.types import Chunk, Document

QUERY = StandingQuery("leave", "who changes the rules of leave?")
SCORERS = [Bm25InTime()]
BUDGET = budget_of(WordCounter(), None)


def sessions_are_watched(sessions: list[Session], chunk: SessionChunk) -> None:
    replay(QUERY, session_chunks(sessions, BUDGET), SCORERS)
    replay(QUERY, [chunk, chunk], SCORERS)
    stream_of((chunk,))


def documentation_is_not(
    corpus: Corpus, chunk: ReferenceChunk, document: Document, record: ReferenceRecord
) -> None:
    replay(QUERY, reference_chunks(corpus, BUDGET), SCORERS)  # wall
    replay(QUERY, [chunk], SCORERS)  # wall
    replay(QUERY, (each for each in [chunk]), SCORERS)  # wall
    replay(QUERY, [document], SCORERS)  # wall
    replay(QUERY, [record], SCORERS)  # wall
    replay(QUERY, corpus.documents, SCORERS)  # wall
    replay(QUERY, Documents(Path("docs")), SCORERS)  # wall
    stream_of([chunk])  # wall


def nothing_between_the_two_is(
    session: SessionChunk, reference: ReferenceChunk, either: SessionChunk | ReferenceChunk
) -> None:
    replay(QUERY, [session, reference], SCORERS)  # wall
    replay(QUERY, [either], SCORERS)  # wall
    replay(QUERY, [Chunk("leave.md", 0, 10)], SCORERS)  # wall
    replay(QUERY, "Parental leave is requested early.", SCORERS)  # wall
    replay(QUERY, Sessions(Path("sessions")), SCORERS)  # wall


def documentation_is_made_no_session(
    corpus: Corpus, record: ReferenceRecord, chunk: ReferenceChunk, message: SessionRecord
) -> None:
    SessionChunk(message, 0, 10)
    ReferenceChunk(record, 0, 10)
    SessionChunk(record, 0, 10)  # wall
    SessionChunk(chunk, 0, 10)  # wall
    SessionChunk(chunk.record, chunk.start, chunk.end)  # wall
    ReferenceChunk(message, 0, 10)  # wall
    session_chunks([corpus], BUDGET)  # wall
    session_chunks(corpus.documents, BUDGET)  # wall


def a_name_is_no_way_round(chunk: ReferenceChunk, chunks: list[ReferenceChunk]) -> None:
    watched: SessionChunk = chunk  # wall
    stream: Iterator[SessionChunk] = iter(chunks)  # wall
    replay(QUERY, [watched, *stream], SCORERS)


class Disguised(SessionChunk):  # wall
    pass


def a_question_is_no_text(chunk: SessionChunk, when: datetime) -> None:
    replay("who changes the rules of leave?", [chunk], SCORERS)  # wall
    replay(None, [chunk], SCORERS)  # wall
    StandingQuery("leave", when)  # wall
    StandingQuery("leave")  # wall


def no_switch_opens_the_wall(chunk: SessionChunk, chunks: list[ReferenceChunk]) -> None:
    replay(QUERY, [chunk], SCORERS, skip_gate=True)  # wall
    replay(QUERY, [chunk], SCORERS, True)  # wall
