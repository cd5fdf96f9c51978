"""Session transcripts: documents whose sections are the messages, in the order of the file."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from goldrank.corpus import event_log, messages
from goldrank.corpus.transcript import Said, Transcript, Unsaid
from goldrank.formats.base import UnreadableError
from goldrank.outline import Outline, Section, plain_outline
from goldrank.types import Conversion, Document

TRANSCRIPTS: Mapping[str, Transcript] = {
    "messages": Transcript("messages", messages.takes, messages.message),
    "event-log": Transcript("event-log", event_log.takes, event_log.message),
}
"""Formats of transcripts by name: a new one is a file and a line here."""

SUFFIXES = (".jsonl", ".ndjson")
BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Message:
    """Who spoke and when; it stands on `line` of its file, which counts from 1."""

    role: str
    time: datetime
    line: int


@dataclass(frozen=True, slots=True)
class Session:
    """A transcript as a document; `outline.sections` and `messages` are of one length.

    The document's text is that of the messages with a blank line between two, so every chunker cuts
    it as it cuts anything, and a message is what a section is elsewhere.
    """

    document: Document
    outline: Outline
    messages: tuple[Message, ...]


def transcript_of(records: Sequence[Mapping[str, Any]]) -> Transcript | None:
    """The format of a file's objects, `None` where they are no transcript.

    Every line of a file of messages is one; an event log holds events without a message too.

    >>> transcript_of([{"_id": "7", "text": "Ask early."}]) is None
    True
    """
    if records and all(map(messages.takes, records)):
        return TRANSCRIPTS["messages"]
    return TRANSCRIPTS["event-log"] if any(map(event_log.takes, records)) else None


def is_transcript(path: Path) -> bool:
    """Whether a file holds a session, and nothing but that."""
    if not path.name.lower().endswith(SUFFIXES):
        return False
    try:
        return transcript_of([record for _, record in _lines(path.read_bytes())]) is not None
    except UnreadableError:
        return False


def session_of(doc_id: str, data: bytes, source_uri: str = "") -> Session | None:
    """The session that the bytes of a file hold, `None` where they hold something else.

    Raises:
        UnreadableError: a line that is no JSON object, or a message without time; says which.
    """
    lines = _lines(data)
    transcript = transcript_of([record for _, record in lines])
    if transcript is None:
        return None
    said, dropped = _said(lines, transcript)
    if not said:
        raise UnreadableError("expected messages, got none that holds text")
    text, starts = _joined([each.text for _, each in said])
    read = plain_outline(text)
    ends = [*starts[1:], len(text)]
    sections = tuple(
        Section((each.role,), None, start, start, end, (each.role,))
        for (_, each), start, end in zip(said, starts, ends, strict=True)
    )
    marks = tuple((at, f"line {line}") for at, (line, _) in zip(starts, said, strict=True))
    document = Document(
        doc_id=doc_id,
        text=text,
        title="",  # an id makes no title: it would stand in every breadcrumb
        source_uri=source_uri,
        sha256=hashlib.sha256(data).hexdigest(),
        format=transcript.name,
        conversion=Conversion(f"{transcript.name} 1", MappingProxyType(dict(dropped)), marks),
    )
    outline = Outline(0, (), sections, read.blocks)
    return Session(document, outline, tuple(Message(e.role, e.time, n) for n, e in said))


def _lines(data: bytes) -> list[tuple[int, dict[str, Any]]]:
    found = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            found.append((number, _object(line, number)))
    return found


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"line {number}: expected a JSON object, got {error}") from None
    if not isinstance(record, dict):
        raise UnreadableError(f"line {number}: expected an object, got {type(record).__name__}")
    return record


def _said(
    lines: Sequence[tuple[int, Mapping[str, Any]]], transcript: Transcript
) -> tuple[list[tuple[int, Said]], Counter[str]]:
    """The messages that hold text by line, and what is not read, counted."""
    found: list[tuple[int, Said]] = []
    dropped: Counter[str] = Counter()
    for number, read in _each(lines, transcript):
        if isinstance(read, Unsaid):
            dropped[read.kind] += 1
            continue
        dropped.update(read.dropped)
        if read.text.strip():
            found.append((number, read))
        else:
            dropped["messages without text"] += 1
    return found, dropped


def _each(
    lines: Sequence[tuple[int, Mapping[str, Any]]], transcript: Transcript
) -> Iterator[tuple[int, Said | Unsaid]]:
    for number, record in lines:
        try:
            yield number, transcript.message(record)
        except UnreadableError as error:
            raise UnreadableError(f"line {number}: {error}") from None


def _joined(texts: Sequence[str]) -> tuple[str, list[int]]:
    """All texts with a blank line between two, and where each begins."""
    whole, starts, length = [], [], 0
    for text in texts:
        shown = text.strip().replace("\0", "\ufffd")
        # A lone surrogate is no character: JSON can write it, UTF-8 cannot.
        shown = shown.encode("utf-8", "replace").decode()
        starts.append(length)
        whole.append(shown)
        length += len(shown) + len(BETWEEN)
    return BETWEEN.join(whole), starts
