"""LegalBench-RAG: benchmarks/*.json with spans of files, beside the folder corpus/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import UNNAMED, Asked, Format, JudgedSet, needs_corpus
from goldrank.exchange.documents import folder_of
from goldrank.exchange.files import head_of, json_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import items, said, table, texts, whole


def fits(path: Path) -> bool:
    """Whether it is such a file, or a folder with some in benchmarks/."""
    if path.is_dir():
        return (path / "corpus").is_dir() and any((path / "benchmarks").glob("*.json"))
    head = head_of(path) if path.suffix == ".json" else ""
    return '"tests"' in head and '"snippets"' in head


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """Every snippet of a query is a need."""
    files = _files(path, asked.split)
    beside = path / "corpus" if path.is_dir() else path.parent.parent / "corpus"
    if not beside.is_dir():
        beside = path.parent / "corpus"
    documents = folder_of(needs_corpus(str(path), asked, beside), ledger)
    queries = [query for file in files for query in _queries(file, ledger)]
    return JudgedSet(documents, queries)


def _files(path: Path, split: str | None) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted((path / "benchmarks").glob("*.json"))
    chosen = [file for file in found if split is None or file.stem == split]
    if not chosen:
        names = ", ".join(file.stem for file in found)
        raise GoldrankError(f"--split: expected one of {names or 'no file at all'}, got {split!r}")
    return chosen


def _queries(file: Path, ledger: Ledger) -> Iterator[RawQuery]:
    tests = table(json_of(file)).get("tests")
    if not isinstance(tests, list):
        raise GoldrankError(f'{file}: expected {{"tests": [...]}}, a list of queries')
    for number, test in enumerate(tests, start=1):
        ledger.found("query")
        row = table(test)
        needs = tuple((_named(table(each), ledger),) for each in items(row.get("snippets")))
        query_id = f"{file.stem}-{number}"
        ledger.unread(row, ("query", "snippets", "tags"), query_id)
        tags = (file.stem, *(tag for tag in texts(row.get("tags")) if tag))
        yield RawQuery(query_id, said(row, "query"), tags, needs, number, file.name)


def _named(snippet: Mapping[str, Any], ledger: Ledger) -> Named:
    ledger.found("judgment")
    span = [whole(each) for each in items(snippet.get("span"))]
    start, end = span if len(span) == 2 and None not in span else (None, None)
    quote = snippet.get("answer")
    held = quote if isinstance(quote, str) else None
    if start is None and held is None:
        held = ""  # of no place: it is left out, and said
    return Named(said(snippet, "file_path") or UNNAMED, held, (), start, end)


LEGALBENCH = Format("legalbench-rag", "LegalBench-RAG's benchmarks/*.json and corpus/", fits, read)
