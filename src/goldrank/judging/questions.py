"""Questions to find evidence for: a plain list, a table, or a query file that has no evidence yet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery, query_of_object, read_queries
from goldrank.text.stand_ins import stand_in

TEXT_COLUMNS = ("text", "query", "question")
ID_COLUMNS = ("query_id", "id", "_id")
_TABLES = {".csv": ",", ".tsv": "\t"}
QUERY_FILES = (".jsonl", ".ndjson", ".json")


def read_questions(path: Path, known: Mapping[str, str] | None = None) -> list[RawQuery]:
    """The questions of a file, each once.

    `.jsonl` and `.json` are query files; `.csv` and `.tsv` have a column `text`, `query` or
    `question`, and may have `query_id` and `tags` (with a space between); all else is one question
    a line. A question without an id keeps the one under which `known` (ids to texts) has its text,
    and is else numbered: q1, q2, …

    Raises `GoldrankError` for a file that is not UTF-8, has no question, or has one id twice.
    """
    suffix = path.suffix.lower()
    if suffix in QUERY_FILES:
        return read_queries(path)
    text = _text_of(path)
    rows = _table(path, text, _TABLES[suffix]) if suffix in _TABLES else _lines(text)
    questions = _each_once(path, rows, known or {})
    if not questions:
        raise GoldrankError(f"{path}: expected one question a line, found none")
    return questions


_Row = tuple[int, Mapping[str, str]]


def _each_once(path: Path, rows: Iterator[_Row], known: Mapping[str, str]) -> list[RawQuery]:
    listed = list(rows)
    ids = {text: query_id for query_id, text in known.items()}
    taken = {*known, *(row["query_id"] for _, row in listed if row.get("query_id"))}
    fresh = (
        name
        for number in range(1, len(listed) + len(taken) + 1)
        if (name := f"q{number}") not in taken
    )
    found: dict[str, RawQuery] = {}
    texts: set[str] = set()
    for line, row in listed:
        named = row.get("query_id", "")
        if not named and row["text"] in texts:
            continue  # the same question again is asked once
        query_id = named or ids.get(row["text"]) or next(fresh)
        if query_id in found:
            raise GoldrankError(
                f"{path}:{line}: query_id {query_id!r} stands already on line "
                f"{found[query_id].line}; give each question an id of its own"
            )
        texts.add(row["text"])
        entry = {"query_id": query_id, "text": row["text"], "tags": row.get("tags", "").split()}
        found[query_id] = query_of_object(entry, line, path)
    return list(found.values())


def _lines(text: str) -> Iterator[_Row]:
    for line, question in enumerate(text.splitlines(), start=1):
        if question.strip():
            yield line, {"text": question.strip()}


def _table(path: Path, text: str, delimiter: str) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [name.strip().casefold() for name in next(reader, [])]
        of_text, of_id, of_tags = (
            _column(columns, names) for names in (TEXT_COLUMNS, ID_COLUMNS, ("tags",))
        )
        if of_text is None:
            raise GoldrankError(
                f"{path}: expected a first row that names a column {', '.join(TEXT_COLUMNS)}; got "
                f"{', '.join(columns) or 'an empty file'}"
            )
        for row in reader:
            if any(cell.strip() for cell in row):
                yield _row(path, reader.line_num, row, of_text, of_id, of_tags)
    except csv.Error as error:
        raise GoldrankError(
            f"{path}:{reader.line_num}: not a table of questions: {error}"
        ) from error


def _row(
    path: Path, line: int, row: Sequence[str], text: int, query_id: int | None, tags: int | None
) -> _Row:
    cells = {
        name: row[place].strip() if place is not None and place < len(row) else ""
        for name, place in (("text", text), ("query_id", query_id), ("tags", tags))
    }
    if not cells["text"]:
        raise GoldrankError(
            f"{path}:{line}: expected a question, got an empty cell; leave the row out"
        )
    return line, cells


def _column(columns: Sequence[str], names: Sequence[str]) -> int | None:
    return next((columns.index(name) for name in names if name in columns), None)


def _text_of(path: Path) -> str:
    try:
        if (reason := stand_in(path)) is not None:
            raise GoldrankError(f"{path}: expected one question a line, got {reason}")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise GoldrankError(f"no such list of questions: {path}") from None
    except IsADirectoryError:
        raise GoldrankError(f"{path} is a folder; expected a list of questions") from None
    except UnicodeDecodeError:
        raise GoldrankError(f"cannot read {path}: it is not UTF-8; save it so") from None
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror}") from error
