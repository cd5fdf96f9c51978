"""A corpus from one JSON object a line, as BEIR publishes its collections, or of Parquet rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from goldrank.corpus.chunked import ID_KEYS, is_chunked, rebuilt, records_of
from goldrank.corpus.corpus import Corpus, first_title, parse_text
from goldrank.corpus.registry import READERS
from goldrank.corpus.sessions import session_of, transcript_of
from goldrank.errors import GoldrankError
from goldrank.formats.base import UnreadableError
from goldrank.outline import Outline
from goldrank.text.stand_ins import stand_in
from goldrank.types import Document

_OWN_KEYS = {*ID_KEYS, "text", "title", "abstract", "metadata", "format", "source_uri"}


def read_jsonl(path: Path, format: str = "text") -> Corpus:
    """Read `{"_id": ..., "title": ..., "text": ...}`, one document a line.

    `_id` may be called `doc_id` or `id`. Optional: `title`, `abstract`, `source_uri`, `format`
    (`text` or `markdown`, else the argument), `metadata`; whatever else stands there joins the
    metadata. A document without a title has the first level-1 heading, or none. `sha256` is of
    the text in UTF-8. A byte-order mark before the first line is none of its text; one inside
    a `text` is, and counts in every offset.

    Where an id stands on several lines, each with `start` and `end` or with `order`, the lines are
    chunks, and each document is rebuilt of its own. A session transcript is one document, whose
    sections are its messages.

    Raises `GoldrankError` with file and line for JSON that does not parse, a field that is
    missing or of another type, and an id that was used before.

    Source: the corpus files of BEIR (Thakur et al. 2021).
    """
    path = Path(path)
    if not path.is_file():
        raise GoldrankError(f"corpus {path}: expected a file of one JSON object a line, got none")
    if (reason := stand_in(path)) is not None:
        raise GoldrankError(f"corpus {path}: expected one JSON object a line, got {reason}")
    uri = path.resolve().as_uri()
    lines: dict[str, int] = {}
    parsed: list[tuple[Document, Outline]] = []
    records = list(records_of(path))
    if (session := _session(path, [record for _, record in records])) is not None:
        return Corpus.of([session], root=str(path.resolve()))
    for number, record in rebuilt(records, path) if is_chunked(records) else records:
        place = f"{path}:{number}"
        document, outline = document_of(record, place, f"{uri}#L{number}", format)
        earlier = lines.setdefault(document.doc_id, number)
        if earlier != number:
            raise GoldrankError(
                f"{place}: expected each id once, got {document.doc_id!r} again "
                f"(first on line {earlier}); rename one"
            )
        parsed.append((document, outline))
    if not parsed:
        raise GoldrankError(f"corpus {path}: expected documents, got 0 lines that hold one")
    return Corpus.of(parsed, root=str(path.resolve()))


def _session(path: Path, records: Sequence[Mapping[str, Any]]) -> tuple[Document, Outline] | None:
    """The document of a session transcript, `None` where the file holds documents."""
    if transcript_of(records) is None:
        return None
    try:
        session = session_of(path.name, path.read_bytes(), path.resolve().as_uri())
    except UnreadableError as error:
        raise GoldrankError(f"corpus {path}: {error}") from None
    return None if session is None else (session.document, session.outline)


def document_of(
    record: Mapping[str, Any], place: str, uri: str = "", default: str = "text"
) -> tuple[Document, Outline]:
    """The document of one object; `place` is where it stands, for errors.

    >>> document_of({"_id": 7, "text": "Ask early."}, "corpus.jsonl:1")[0].doc_id
    '7'
    """
    format = _text(record, "format", place) or default
    if format not in READERS:
        known = " or ".join(dict.fromkeys([default, *READERS]))
        raise GoldrankError(f"{place}: expected the format {known}, got {format!r}")
    text = _required(record, place)
    try:
        sha256 = hashlib.sha256(text.encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise GoldrankError(f"{place}: its text cannot be written in UTF-8: {error}") from None
    read, outline = parse_text(READERS[format], _doc_id(record, place), text, sha256)
    document = Document(
        doc_id=read.doc_id,
        text=read.text,
        title=_text(record, "title", place) or _title_inside(read, outline),
        abstract=_text(record, "abstract", place) or read.abstract,
        metadata=MappingProxyType({**read.metadata, **_metadata(record, place)}),
        source_uri=_text(record, "source_uri", place) or uri,
        sha256=read.sha256,
        format=read.format,
    )
    return document, outline


def _title_inside(document: Document, outline: Outline) -> str:
    # An id makes no title: it would stand in every breadcrumb.
    return document.title if "title" in document.metadata else first_title(outline) or ""


def _doc_id(record: Mapping[str, Any], place: str) -> str:
    value = next((record[key] for key in ID_KEYS if key in record), None)
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise GoldrankError(f'{place}: expected "_id" or "doc_id", a string, got {value!r}')
    return str(value)


def _required(record: Mapping[str, Any], place: str) -> str:
    value = record.get("text")
    if not isinstance(value, str):
        raise GoldrankError(f'{place}: expected "text", a string, got {value!r:.60}')
    return value


def _text(record: Mapping[str, Any], key: str, place: str) -> str | None:
    value = record.get(key)
    if value is not None and not isinstance(value, str):
        raise GoldrankError(f'{place}: expected "{key}" to be a string, got {value!r:.60}')
    return value or None


def _metadata(record: Mapping[str, Any], place: str) -> dict[str, Any]:
    metadata = record.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        raise GoldrankError(f'{place}: expected "metadata" to be an object, got {metadata!r:.60}')
    others = {key: value for key, value in record.items() if key not in _OWN_KEYS}
    return {**others, **(metadata or {})}


def object_of(document: Document) -> dict[str, Any]:
    """The object of a line that reads back as `document`, but for where it came from.

    >>> object_of(Document("7", "Ask early.", "Leave", format="text"))
    {'_id': '7', 'title': 'Leave', 'text': 'Ask early.'}
    """
    made: dict[str, Any] = {"_id": document.doc_id, "title": document.title, "text": document.text}
    if document.abstract:
        made["abstract"] = document.abstract
    if document.format != "text":
        made["format"] = document.format if document.conversion is None else "markdown"
    if document.metadata:
        made["metadata"] = dict(document.metadata)
    return made
