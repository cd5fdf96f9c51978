"""Data sets by their ids in the library ir_datasets, where it and their files are there already."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery
from goldrank.exchange.base import Asked, Format, JudgedSet
from goldrank.exchange.documents import plain
from goldrank.exchange.graded import again, judged
from goldrank.exchange.ledger import Ledger

PREFIX = "ir_datasets:"
LIBRARY = "ir_datasets"


def fits(path: Path) -> bool:
    """Whether it is written as an id of the library: `ir_datasets:beir/scifact/test`."""
    return str(path).startswith(PREFIX)


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """Its documents, and the queries that are judged. Nothing is fetched."""
    name = str(path).removeprefix(PREFIX)
    try:
        library = importlib.import_module(LIBRARY)
    except ImportError:
        raise GoldrankError(
            f"{name}: the library ir_datasets is not installed; pip install ir_datasets, or give the "
            "folder of the data set"
        ) from None
    try:
        # It tells of its work on standard error, line over line.
        with _offline(library), redirect_stderr(StringIO()):
            return _read(library.load(name), name, ledger)
    except GoldrankError:
        raise
    except Exception as error:  # it is foreign code: it may raise anything
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise GoldrankError(f"ir_datasets {name}: {what}") from None


def _read(dataset: Any, name: str, ledger: Ledger) -> JudgedSet:
    lacking = [what for what in ("docs", "queries", "qrels") if not dataset.has(what)]
    if lacking:
        raise GoldrankError(
            f"ir_datasets {name}: it has no {lacking[0]}; name a part that is judged"
        )
    documents = []
    for document in dataset.docs_iter():
        ledger.found("document")
        documents.append(
            plain(document.doc_id, _text(document), getattr(document, "title", "") or "")
        )
    raw = []
    for number, query in enumerate(dataset.queries_iter(), start=1):
        ledger.found("query")
        raw.append(RawQuery(query.query_id, _text(query), (), (), number, name))
    rows = ((each.query_id, each.doc_id, str(each.relevance)) for each in dataset.qrels_iter())
    return JudgedSet(documents, judged(again(raw, ledger), rows, ledger, name))


def _text(entry: Any) -> str:
    """The text of a document or a query, whatever other fields its kind has."""
    for name in ("text", "title", "query"):
        if isinstance(value := getattr(entry, name, None), str):
            return value
    return str(entry.default_text())


@contextmanager
def _offline(library: Any) -> Iterator[None]:
    """The library without what it fetches with."""
    lazy = getattr(library, "lazy_libs", None)
    before = getattr(lazy, "requests", None)

    def refuse() -> None:
        raise GoldrankError(
            "the files of this data set are not there, and nothing is fetched here; let ir_datasets "
            "fetch them first"
        )

    if before is None:
        yield
        return
    lazy.requests = refuse  # type: ignore[union-attr]
    try:
        yield
    finally:
        lazy.requests = before  # type: ignore[union-attr]


IR_DATASETS = Format("ir-datasets", "ir_datasets:ID, where its files are there", fits, read)
