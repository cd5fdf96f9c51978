"""Records to chunks: one a record, and several only where one alone is over the limit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from goldrank.chunkers.base import Budget
from goldrank.chunkers.heading import HeadingChunker
from goldrank.corpus.corpus import Corpus
from goldrank.corpus.records import (
    ReferenceRecord,
    SessionRecord,
    reference_records,
    session_records,
)
from goldrank.corpus.sessions import Session
from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.standing.chunks import ReferenceChunk, SessionChunk
from goldrank.text.tokens import TokenCounter
from goldrank.types import Document

R = TypeVar("R", SessionRecord, ReferenceRecord)

CHUNKER: Final = HeadingChunker("record", reserve=0)
"""Cuts sessions and documents alike: it is handed text and outline, never where they came from."""


def budget_of(counter: TokenCounter, limit: int | None) -> Budget:
    """Room for so many tokens a chunk, nothing put in front; `None` is no limit."""
    return Budget(counter, limit, lambda document, outline, offset: "")


def session_chunks(sessions: Iterable[Session], budget: Budget) -> Iterator[SessionChunk]:
    """The chunks of sessions, session by session; a message over the budget gives several."""
    for session in sessions:
        if type(session) is not Session:
            found = type(session).__name__
            raise GoldrankError(f"expected the sessions of read_sessions, got a {found}")
        records = list(session_records(session))
        for record, start, end in _cut(session.document, session.outline, budget, records):
            yield SessionChunk(record, start, end)


def reference_chunks(corpus: Corpus, budget: Budget) -> Iterator[ReferenceChunk]:
    """The chunks of a corpus, document by document; a section over the budget gives several."""
    by_document: dict[str, list[ReferenceRecord]] = {}
    for record in reference_records(corpus):
        by_document.setdefault(record.doc_id, []).append(record)
    for document in corpus.documents:
        records = by_document.get(document.doc_id, [])
        outline = corpus.outlines[document.doc_id]
        for record, start, end in _cut(document, outline, budget, records):
            yield ReferenceChunk(record, start, end)


def _cut(
    document: Document, outline: Outline, budget: Budget, records: Sequence[R]
) -> Iterator[tuple[R, int, int]]:
    starts = [record.start for record in records]
    for chunk in CHUNKER(document, outline, budget):
        yield records[bisect_right(starts, chunk.start) - 1], chunk.start, chunk.end
