"""The wall: chunks of sessions and chunks of documentation, two types that share nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from goldrank.corpus.records import ReferenceRecord, SessionRecord
from goldrank.errors import GoldrankError


@final
@dataclass(frozen=True, slots=True)
class SessionChunk:
    """A stretch `[start, end)` of one message of a session: what a standing query watches.

    Offsets count code points of the session's document, as those of its record do. It is made of a
    `SessionRecord`, so that no text of documentation can be one: a type checker refuses it, and so
    does making it.

    >>> from datetime import datetime, UTC
    >>> said = datetime(2026, 3, 1, 9, tzinfo=UTC)
    >>> record = SessionRecord("a.jsonl", "file:///a.jsonl", "0", "Ask early.", 40, "user", said, 3)
    >>> SessionChunk(record, 44, 50).text, SessionChunk(record, 44, 50).continues
    ('early.', True)
    """

    record: SessionRecord
    start: int
    end: int

    def __post_init__(self) -> None:
        _check(self, SessionRecord, "a message of a session")

    @property
    def text(self) -> str:
        """What it holds of its message."""
        return self.record.text[self.start - self.record.start : self.end - self.record.start]

    @property
    def continues(self) -> bool:
        """Whether text of its message stands before it."""
        return bool(self.record.text[: self.start - self.record.start].strip())


@final
@dataclass(frozen=True, slots=True)
class ReferenceChunk:
    """A stretch `[start, end)` of one section of a document: something to look up.

    Nothing that watches a stream takes one.
    """

    record: ReferenceRecord
    start: int
    end: int

    def __post_init__(self) -> None:
        _check(self, ReferenceRecord, "a section of a document")

    @property
    def text(self) -> str:
        """What it holds of its section, whose heading line is the first."""
        return self.record.text[self.start - self.record.start : self.end - self.record.start]

    @property
    def continues(self) -> bool:
        """Whether text of its section stands before it."""
        return bool(self.record.text[: self.start - self.record.start].strip())


def _check(chunk: SessionChunk | ReferenceChunk, wanted: type, meaning: str) -> None:
    own, found = type(chunk).__name__, type(chunk.record)
    if found is not wanted:
        raise GoldrankError(
            f"{own}: expected {meaning} ({wanted.__name__}), got {found.__name__}; "
            "sessions and documentation are kept apart"
        )
    record, start, end = chunk.record, chunk.start, chunk.end
    first, last = record.start, record.start + len(record.text)
    if not first <= start < end <= last:
        raise GoldrankError(
            f"{own} of {record.doc_id}: expected {first} <= start < end <= {last}, "
            f"got [{start}, {end})"
        )
