"""Files of somebody else, read as data and within bounds: JSON, JSON lines, CSV, Parquet, text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.text.stand_ins import stand_in

MAX_WHOLE = 1 << 28
"""Bytes of a file that is held whole: 256 MiB."""
MAX_FIELD = 1 << 26
"""Characters of one cell of a CSV file, and bytes of one line of JSON: 64 MiB."""
MAX_TABLE = 1 << 31
"""Bytes that a Parquet file may unpack to: 2 GiB."""
LOOKED_AT = 1 << 16
"""Bytes of a file that are looked at to tell its format."""

Row = Mapping[str, Any]


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, a byte-order mark left out, line ends as they are."""
    try:
        if (size := path.stat().st_size) > MAX_WHOLE:
            raise GoldrankError(
                f"{path}: expected at most {MAX_WHOLE:,} bytes, got {size:,}; split it, or give it as "
                "one JSON object a line"
            )
        if (reason := stand_in(path)) is not None:
            raise GoldrankError(f"{path}: expected its text, got {reason}")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldrankError(f"{path}: it is not UTF-8 at byte {error.start}; save it so") from None
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror or error}") from None


def json_of(path: Path) -> Any:
    """The one JSON value of a file."""
    try:
        return json.loads(text_of(path))
    except (ValueError, RecursionError) as error:
        raise GoldrankError(f"{path}: expected JSON, got {error}") from None


def json_lines(path: Path) -> Iterator[tuple[int, Row]]:
    """The object of each line that is not blank, with its number from 1."""
    try:
        if (reason := stand_in(path)) is not None:
            raise GoldrankError(f"{path}: expected one JSON object a line, got {reason}")
        with path.open("rb") as lines:
            number = 0
            while line := lines.readline(MAX_FIELD + 1):
                number += 1
                yield from _line(line, number, path)
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror or error}") from None


def _line(line: bytes, number: int, path: Path) -> Iterator[tuple[int, Row]]:
    if len(line) > MAX_FIELD:
        raise GoldrankError(f"{path}:{number}: expected at most {MAX_FIELD:,} bytes in a line")
    data = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
    if not data.strip():
        return
    try:
        value = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise GoldrankError(f"{path}:{number}: expected a JSON object, got {error}") from None
    if not isinstance(value, dict):
        raise GoldrankError(f"{path}:{number}: expected an object, got {value!r:.60}")
    yield number, value


def csv_rows(path: Path, delimiter: str = ",") -> Iterator[tuple[int, Row]]:
    """The rows of a CSV file by the names of its columns, with the line each ends on."""
    before = csv.field_size_limit(MAX_FIELD)
    try:
        rows = csv.reader(io.StringIO(text_of(path), newline=""), delimiter=delimiter, strict=True)
        head = next(rows, [])
        if len(set(head)) < len(head):
            raise GoldrankError(f"{path}: expected columns of different names, got {head!r:.200}")
        for row in rows:
            if not row:
                continue
            if len(row) != len(head):
                raise GoldrankError(
                    f"{path}:{rows.line_num}: expected {len(head)} cells, as in the first line, got "
                    f"{len(row)}"
                )
            yield rows.line_num, dict(zip(head, row, strict=True))
    except csv.Error as error:
        raise GoldrankError(f"{path}: expected CSV, got {error}") from None
    finally:
        csv.field_size_limit(before)


def parquet_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a Parquet file, from 1."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            meta = file.metadata
            size = sum(meta.row_group(n).total_byte_size for n in range(meta.num_row_groups))
            if size > MAX_TABLE:
                raise GoldrankError(
                    f"{path}: expected at most {MAX_TABLE:,} bytes unpacked, got {size:,}"
                )
            number = 0
            for batch in file.iter_batches():
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pa.ArrowException, OSError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise GoldrankError(f"{path}: expected a Parquet file, got {said}") from None


def rows_of(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a table in any of these forms, as its suffix says."""
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        return parquet_rows(path)
    if suffix in (".csv", ".tsv"):
        return csv_rows(path, "\t" if suffix == ".tsv" else ",")
    if suffix == ".json":
        return _listed(path)
    return json_lines(path)


def _listed(path: Path) -> Iterator[tuple[int, Row]]:
    value = json_of(path)
    rows = value if isinstance(value, list) else None
    if isinstance(value, dict):
        rows = next((each for each in value.values() if isinstance(each, list)), None)
    if rows is None:
        raise GoldrankError(f"{path}: expected a list of objects, got {type(value).__name__}")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise GoldrankError(f"{path}: entry {number}: expected an object, got {row!r:.60}")
        yield number, row


def head_of(path: Path) -> str:
    """The beginning of a file as text, to look at; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LOOKED_AT).decode("utf-8-sig", "ignore")
    except OSError:
        return ""


def columns_of(path: Path) -> Sequence[str]:
    """The names of the columns of a table, to look at; none where it is no such file."""
    if path.suffix.lower() not in (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".json"):
        return ()
    try:
        first = next(rows_of(path), None)
    except GoldrankError:
        return ()
    return tuple(map(str, first[1])) if first else ()


def has_all(columns: Sequence[str], *wanted: str) -> bool:
    """Whether all of these are columns."""
    return set(wanted) <= set(columns)
