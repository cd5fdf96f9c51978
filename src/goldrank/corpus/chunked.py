"""Chunks as a pipeline exports them, and the documents that they are rebuilt to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from goldrank.errors import GoldrankError

Record = tuple[int, Mapping[str, Any]]
"""The number of a line or row, and what stands there."""

ID_KEYS = ("_id", "doc_id", "id")
_OF_CHUNKS = ("start", "end", "order", "chunk_id")
LONGEST = 1 << 26
"""Code points that offsets may give a document."""


@dataclass(frozen=True, slots=True)
class Given:
    """One chunk of a file: its document, its text, and its offsets or its number in the order."""

    doc_id: str
    text: str
    place: str
    start: int | None = None
    end: int | None = None
    order: float = 0.0


def records_of(path: Path) -> Iterator[Record]:
    """The objects of a JSONL file by line, or the rows of a Parquet file, empty cells left out."""
    if path.suffix.lower() != ".parquet":
        yield from _lines(path)
        return
    import pyarrow
    import pyarrow.parquet as parquet

    try:
        rows = parquet.read_table(path).to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        said = " ".join(str(error).split())[:120]
        raise GoldrankError(f"{path}: expected a Parquet file, got none: {said}") from None
    for number, row in enumerate(rows, 1):
        yield number, {key: value for key, value in row.items() if value is not None}


def _lines(path: Path) -> Iterator[Record]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            data = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if data.strip():
                yield number, _record(data, f"{path}:{number}")


def _record(data: bytes, place: str) -> Mapping[str, Any]:
    try:
        record = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise GoldrankError(f"{place}: expected one JSON object in UTF-8, got {error}") from None
    if not isinstance(record, dict):
        raise GoldrankError(f"{place}: expected a JSON object, got a {type(record).__name__}")
    return record


def is_chunked(records: Sequence[Record]) -> bool:
    """Whether a document stands on several lines, each of which says where in it it belongs."""
    ids = [str(record.get("doc_id")) for _, record in records]
    placed = all("order" in record or {"start", "end"} <= record.keys() for _, record in records)
    return placed and len(set(ids)) < len(ids)


def read_given(path: Path) -> dict[str, list[Given]]:
    """The chunks of a file by document, in their order: that of offsets, else of `order`.

    A file that gives neither has them in the order of its lines.

    Raises:
        GoldrankError: a line is no chunk.
    """
    return given_chunks(list(records_of(path)), path)


def given_chunks(records: Sequence[Record], path: Path) -> dict[str, list[Given]]:
    """The same of records that are read already."""
    found: dict[str, list[Given]] = {}
    for number, record in records:
        chunk = _given(record, f"{path}:{number}", number)
        found.setdefault(chunk.doc_id, []).append(chunk)
    return {
        doc_id: sorted(chunks, key=lambda each: (each.start or 0, each.end or 0, each.order))
        for doc_id, chunks in found.items()
    }


def _given(record: Mapping[str, Any], place: str, number: int) -> Given:
    doc_id, text = record.get("doc_id"), record.get("text")
    start, end = record.get("start"), record.get("end")
    if not isinstance(doc_id, str) or not isinstance(text, str):
        raise GoldrankError(f'{place}: expected a chunk with "doc_id" and "text", two strings')
    if (start is None) != (end is None):
        raise GoldrankError(f'{place}: expected "start" and "end", got one of them')
    if start is not None:
        if not _is_number(start) or not _is_number(end) or not 0 <= start <= end <= LONGEST:
            raise GoldrankError(f"{place}: expected 0 <= start <= end, got [{start}, {end})")
        if len(text) != end - start:
            raise GoldrankError(
                f"{place}: its text has {len(text):,} characters, and its offsets say "
                f"{end - start:,}; offsets count code points, and the end is exclusive"
            )
    order = record.get("order", number)
    if isinstance(order, bool) or not isinstance(order, int | float):
        raise GoldrankError(f'{place}: expected "order" to be a number, got {order!r:.40}')
    return Given(doc_id, text, place, start, end, order)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def rebuilt(records: Sequence[Record], path: Path) -> list[Record]:
    """One record a document: its chunks at their offsets, else joined in order by a blank line.

    What no chunk holds is line ends, so that offsets stay right. Other fields are the first chunk's.

    >>> lines = [{"doc_id": "a", "text": "is", "start": 3, "end": 5}]
    >>> lines += [{"doc_id": "a", "text": "It", "start": 0, "end": 2}]
    >>> rebuilt(list(enumerate(lines, 1)), Path("c.jsonl"))
    [(1, {'doc_id': 'a', 'text': 'It\\nis'})]
    """
    first: dict[str, Record] = {}
    for number, record in records:
        first.setdefault(str(record.get("doc_id")), (number, record))
    made: list[Record] = []
    for doc_id, chunks in given_chunks(records, path).items():
        number, record = first[doc_id]
        placed = all(chunk.start is not None for chunk in chunks)
        text = _at_offsets(chunks) if placed else "\n\n".join(chunk.text for chunk in chunks)
        kept = {key: value for key, value in record.items() if key not in _OF_CHUNKS}
        made.append((number, {**kept, "text": text}))
    return made


def _at_offsets(chunks: Sequence[Given]) -> str:
    characters: list[str] = []
    for chunk in chunks:
        start = chunk.start or 0
        characters += "\n" * (start - len(characters))
        there = "".join(characters[start : start + len(chunk.text)])
        if not chunk.text.startswith(there):
            raise GoldrankError(
                f"{chunk.place}: another chunk of {chunk.doc_id} has another text at the offsets "
                "that both hold; offsets count code points of the document"
            )
        characters += chunk.text[len(there) :]
    return "".join(characters)
