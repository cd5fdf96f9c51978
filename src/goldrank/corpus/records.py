"""Records: what every source is read to, whatever it is, each with where it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol, TypeVar, final

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.corpus.read_sessions import read_sessions
from goldrank.corpus.sessions import Session
from goldrank.corpus.tree import USUAL, Files

Boundary = Literal["heading", "record"]
"""What a record begins at: a heading of its document, or where somebody made an entry of it."""


@final
@dataclass(frozen=True, slots=True)
class ReferenceRecord:
    """A section of a document: something to look up.

    `text` is `[start, start + len(text))` of the document, whose address and sha256 it has.
    """

    doc_id: str
    source_uri: str
    sha256: str
    text: str
    start: int
    boundary: Boundary
    path: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A message of a session: something that was said at a time, on a `line` of its file.

    `text` is `[start, start + len(text))` of the session's document.
    """

    doc_id: str
    source_uri: str
    sha256: str
    text: str
    start: int
    role: str
    time: datetime
    line: int
    boundary: Literal["record"] = "record"


R_co = TypeVar("R_co", ReferenceRecord, SessionRecord, covariant=True)


class RecordSource(Protocol[R_co]):
    """Records in the order of their documents.

    Promises, tested for every implementation:
    reading twice gives equal records, addresses and hashes included;
    `source_uri` is absolute, `file://` or `https://`; `sha256` is of the bytes of the document;
    a record lies in its document without gaps of text to the next, and holds some.
    """

    def __iter__(self) -> Iterator[R_co]:
        """Read them."""
        ...


@dataclass(frozen=True, slots=True)
class Documents:
    """The sections of a corpus: a folder, a file, a JSONL or Parquet file, or a snapshot."""

    path: Path
    files: Files = USUAL

    def __iter__(self) -> Iterator[ReferenceRecord]:
        """Read the corpus, then give its sections."""
        return reference_records(read_corpus(self.path, self.files))


@dataclass(frozen=True, slots=True)
class Sessions:
    """The messages of a transcript, or of the transcripts under a folder."""

    path: Path

    def __iter__(self) -> Iterator[SessionRecord]:
        """Read the transcripts, then give their messages."""
        for session in read_sessions(self.path):
            yield from session_records(session)


def reference_records(corpus: Corpus) -> Iterator[ReferenceRecord]:
    """The sections of a corpus that hold more than white space."""
    for document in corpus.documents:
        for section in corpus.outlines[document.doc_id].sections:
            text = document.text[section.start : section.end]
            boundary: Boundary = "record" if section.heading is None else "heading"
            if text.strip():
                yield ReferenceRecord(
                    document.doc_id,
                    document.source_uri,
                    document.sha256,
                    text,
                    section.start,
                    boundary,
                    section.path,
                )


def session_records(session: Session) -> Iterator[SessionRecord]:
    """The messages of a session."""
    document = session.document
    for section, message in zip(session.outline.sections, session.messages, strict=True):
        text = document.text[section.start : section.end]
        yield SessionRecord(
            document.doc_id,
            document.source_uri,
            document.sha256,
            text,
            section.start,
            message.role,
            message.time,
            message.line,
        )
