"""Runs and judgments in TREC's file formats, so that trec_eval agrees to the last digit.

trec_eval orders by score, as a 32-bit float, and breaks ties by id, descending; the rank column
is ignored. Scores are therefore derived from ranks: whole numbers that count down to 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, unquote

from goldrank.errors import GoldrankError

DEPTH = 1000
"""How many units of a ranking are written; at that depth trec_eval's measures equal ours."""

_V = TypeVar("_V")

_EXACT = 2**24  # whole numbers up to here are distinct as 32-bit floats


def write_run(
    path: Path,
    rankings: Iterable[tuple[str, Sequence[str]]],
    tag: str,
    depth: int | None = DEPTH,
) -> None:
    """Write query ids and their unit ids, best first, as `query Q0 unit rank score tag` lines.

    `depth` is how many units of each query are written, `None` for all. Raises `GoldrankError`
    for an empty id, a unit that is ranked twice, or more ranks than 32-bit floats tell apart.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query_id, unit_ids in rankings:
            file.writelines(_run_lines(query_id, unit_ids[:depth], encode_id(tag)))


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Query id to unit id to score, in the order of the file.

    Raises `GoldrankError` for a line that has not six columns or holds a unit twice.
    """
    run: dict[str, dict[str, float]] = {}
    for number, (query_id, _, unit_id, _, score, _) in _decoded(path, 6):
        _put(run.setdefault(query_id, {}), unit_id, _number(score, path, number), path, number)
    return run


def write_qrels(
    path: Path, judgments: Iterable[tuple[str, Sequence[Sequence[tuple[str, int]]]]]
) -> None:
    """Write query ids and their needs, each the ids and grades of its gold units.

    A need without a gold unit is split and becomes one entry that no ranking can hold. A unit
    that is gold for several needs is written once, with its best grade.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query_id, needs in judgments:
            for unit, grade in _entries(needs).items():
                file.write(f"{encode_id(query_id)} 0 {unit} {grade}\n")


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Query id to unit id to grade; a split need's entry reads `%split/1`.

    Raises `GoldrankError` for a line that has not four columns or holds a unit twice.
    """
    qrels: dict[str, dict[str, int]] = {}
    for number, (query_id, _, unit_id, grade) in _decoded(path, 4):
        value = int(_number(grade, path, number))
        _put(qrels.setdefault(query_id, {}), unit_id, value, path, number)
    return qrels


@lru_cache(maxsize=1 << 18)  # a run names each unit once for every query
def encode_id(name: str) -> str:
    """An id without white space: that, `%` and control characters become `%XX` of their UTF-8.

    Raises `GoldrankError` for an empty id.

    >>> encode_id("Q1 plan.md#0-9"), encode_id("100%")
    ('Q1%20plan.md#0-9', '100%25')
    """
    if not name:
        raise GoldrankError("TREC files: expected ids that are not empty, got ''")
    return re.sub(r"[\s%\x00-\x1f\x7f-\x9f]", lambda found: quote(found[0], safe=""), name)


def decode_id(name: str) -> str:
    """The id that `encode_id` was given.

    >>> decode_id("Q1%20plan.md#0-9")
    'Q1 plan.md#0-9'
    """
    return unquote(name)


def _run_lines(query_id: str, unit_ids: Sequence[str], tag: str) -> Iterable[str]:
    if len(set(unit_ids)) != len(unit_ids):
        raise GoldrankError(f"query {query_id}: expected every unit once in its ranking")
    if len(unit_ids) > _EXACT:
        raise GoldrankError(
            f"query {query_id}: expected at most {_EXACT} ranks, got {len(unit_ids)}; lower depth"
        )
    query = encode_id(query_id)
    ranked = zip(map(encode_id, unit_ids), _ranks(len(unit_ids), tag), strict=True)
    return [f"{query} Q0 {unit} {rank}" for unit, rank in ranked]


@lru_cache(maxsize=8)
def _ranks(count: int, tag: str) -> list[str]:
    """The end of every line of a ranking: rank, score and tag."""
    return [f"{rank} {count - rank + 1} {tag}\n" for rank in range(1, count + 1)]


def _entries(needs: Sequence[Sequence[tuple[str, int]]]) -> dict[str, int]:
    entries: dict[str, int] = {}
    for number, need in enumerate(needs, start=1):
        for unit_id, grade in need:
            unit = encode_id(unit_id)
            entries[unit] = max(grade, entries.get(unit, grade))
        if not need:
            entries[f"%split/{number}"] = 1  # `%sp` is no encoding, so no unit has this id
    return entries


def judgment_rows(path: Path, decode: bool = False) -> Iterator[tuple[int, str, str, str]]:
    """The line, query, document and grade of each judgment, as they are written.

    `path` is TREC's qrels, `query 0 document grade`, or BEIR's, a line of heads and then
    `query`, `document` and `grade` between tabs. With `decode` the `%XX` of TREC's ids are what
    they stand for; BEIR's ids have none. Raises `GoldrankError` for another line.
    """
    text = _text(path)
    if not text.split("\n", 1)[0].lower().startswith(("query-id\t", "query_id\t")):
        for number, (query_id, _, doc_id, grade) in _rows(path, text, 4):
            ids = (decode_id(query_id), decode_id(doc_id)) if decode else (query_id, doc_id)
            yield number, *ids, grade
        return
    for number, line in enumerate(text.split("\n"), start=1):
        columns = line.strip("\r").split("\t")
        if number == 1 or not line.strip():
            continue
        if len(columns) != 3:
            raise _width(path, number, 3, len(columns))
        yield number, columns[0], columns[1], columns[2]


def _decoded(path: Path, width: int) -> Iterator[tuple[int, list[str]]]:
    for number, columns in _rows(path, _text(path), width):
        yield number, [decode_id(column) for column in columns]


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldrankError(f"{path}: it is not UTF-8 at byte {error.start}; save it so") from None
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror or error}") from None


def _rows(path: Path, text: str, width: int) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        columns = line.split()
        if columns and len(columns) != width:
            raise _width(path, number, width, len(columns))
        if columns:
            yield number, columns


def _width(path: Path, number: int, expected: int, got: int) -> GoldrankError:
    return GoldrankError(f"{path.name}, line {number}: expected {expected} columns, got {got}")


def _number(text: str, path: Path, line: int) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise GoldrankError(f"{path.name}, line {line}: expected a number, got {text!r}") from error


def _put(held: dict[str, _V], unit_id: str, value: _V, path: Path, line: int) -> None:
    if unit_id in held:
        raise GoldrankError(
            f"{path.name}, line {line}: unit {unit_id!r} stands twice for one query; keep one"
        )
    held[unit_id] = value
