"""Rows of a table, a query in each with what answers it: RAGAS, data sets of a hub, your own CSV.

Which column is which follows from its name, or is asked for (`--query-column question`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import ANYWHERE, UNNAMED, Asked, Format, JudgedSet, needs_corpus
from goldrank.exchange.documents import folder_of, passages
from goldrank.exchange.files import columns_of, rows_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import said, texts, whole
from goldrank.suggest import unknown

USUAL: Mapping[str, Sequence[str]] = {
    "query": ("user_input", "question", "query", "input"),
    "quote": (
        "reference_contexts",
        "gold_contexts",
        "gold_snippets",
        "contexts",
        "context",
        "quote",
    ),
    "document": ("doc_id", "document_id", "corpus-id", "document", "source"),
    "id": ("query_id", "query-id", "question_id", "qid"),
    "start": ("start", "start_index"),
    "end": ("end", "end_index"),
    "grade": ("grade", "score", "relevance"),
    "tags": ("tags", "synthesizer_name", "question_type"),
}
"""What a column may be called, by what it means, the likeliest first."""


def fits(path: Path) -> bool:
    """Whether its columns have a query and what answers it under names that are usual."""
    columns = columns_of(path) if path.is_file() else ()
    named = {meaning for meaning, names in USUAL.items() if set(names) & set(columns)}
    return "query" in named and bool(named & {"quote", "document"})


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """The texts are looked for in the documents of `--corpus`; without it each is a document.

    Rows of one query id, or without ids of one text, are one query.
    """
    asked_for = {"query", *asked.columns}
    names: Mapping[str, str] = {}
    found: dict[str, _Found] = {}
    by_text: dict[str, str] = {}
    for number, row in rows_of(path):
        names = names or _names(list(row), asked, path)
        if missing := asked_for - set(names):
            raise GoldrankError(f"{path}: no column is called as a {missing.pop()} usually is")
        _add(_Row(row, number, names), found, by_text, ledger)
    if not found:
        raise GoldrankError(f"{path}: expected a query in each row, found no row")
    queries = [each.query(query_id, path.name) for query_id, each in found.items()]
    if asked.corpus is None and "document" not in names and "start" not in names:
        return _passages(queries, ledger)
    return JudgedSet(folder_of(needs_corpus(str(path), asked), ledger), queries)


@dataclass(frozen=True, slots=True)
class _Row:
    """One row, and which of its columns means what."""

    values: Mapping[str, Any]
    number: int
    names: Mapping[str, str]

    def said(self, meaning: str) -> str:
        """The text of a column, empty where there is none."""
        return said(self.values, self.names[meaning]) if meaning in self.names else ""

    def cell(self, meaning: str) -> Any:
        """What stands in a column; a list in JSON, as CSV holds lists, is one."""
        value = self.values.get(self.names[meaning]) if meaning in self.names else None
        if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
            try:
                listed = json.loads(value)
            except (ValueError, RecursionError):
                return value
            return listed if isinstance(listed, list) else value
        return value


@dataclass(slots=True)
class _Found:
    """What the rows of one query say."""

    text: str
    line: int
    tags: tuple[str, ...] = ()
    needs: list[tuple[Named, ...]] = field(default_factory=list)

    def query(self, query_id: str, source: str) -> RawQuery:
        return RawQuery(query_id, self.text, self.tags, tuple(self.needs), self.line, source)


def _names(columns: Sequence[str], asked: Asked, path: Path) -> dict[str, str]:
    for column in asked.columns.values():
        if column not in columns:
            raise GoldrankError(f"{path}: {unknown('column', column, columns)}")
    usual = {
        meaning: next(name for name in names if name in columns)
        for meaning, names in USUAL.items()
        if set(names) & set(columns)
    }
    return {**usual, **asked.columns}


def _add(row: _Row, found: dict[str, _Found], by_text: dict[str, str], ledger: Ledger) -> None:
    text = row.said("query")
    key = row.said("id") or by_text.setdefault(text, f"row-{row.number}")
    if key not in found:
        ledger.found("query")
        found[key] = _Found(text, row.number, tuple(tag for tag in texts(row.cell("tags")) if tag))
    elif found[key].text != text:
        which = f"row {row.number}"
        ledger.change("query", "has another text in a later row, which is left", which)
    ledger.unread(row.values, list(row.names.values()), key)
    judged = list(_judgments(row))
    ledger.found("judgment", len(judged))
    for named in judged:
        if (named,) in found[key].needs:
            ledger.leave_out("judgment", "is there twice", f"{key}: {named.quote or named.doc_id}")
        else:
            found[key].needs.append((named,))


def _judgments(row: _Row) -> Iterator[Named]:
    doc_id = (row.said("document") or UNNAMED) if "document" in row.names else ANYWHERE
    grade = whole(row.cell("grade"))
    start, end = whole(row.cell("start")), whole(row.cell("end"))
    if start is None or end is None:
        start = end = None
    quotes: Sequence[str | None] = texts(row.cell("quote"))
    if doc_id != ANYWHERE and not quotes:
        quotes = [None]
    for quote in quotes:
        yield Named(doc_id, quote, (), start, end, grade=1 if grade is None else grade)


def _passages(queries: Sequence[RawQuery], ledger: Ledger) -> JudgedSet:
    """Each text as a document of its own: the haystack holds needles alone, and that is said."""
    quotes = [n.quote or "" for query in queries for group in query.needs for n in group]
    documents, ids = passages([quote for quote in quotes if quote.strip()], ledger)
    said_of = (
        "is made of what answers a query: there is nothing else to find; --corpus names the whole"
    )
    ledger.change("document", said_of, documents[0].doc_id if documents else "none", len(documents))
    settled = [
        RawQuery(
            query.query_id,
            query.text,
            query.tags,
            tuple(tuple(_whole(named, ids) for named in group) for group in query.needs),
            query.line,
            query.source,
        )
        for query in queries
    ]
    return JudgedSet(documents, settled)


def _whole(named: Named, ids: Mapping[str, str]) -> Named:
    return Named(ids.get(named.quote or "", UNNAMED), grade=named.grade)


ROWS = Format("rows", "rows of JSON, CSV or Parquet with a query each (RAGAS, …)", fits, read)
