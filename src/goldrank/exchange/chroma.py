"""Chroma's chunking evaluation: questions and references in CSV, beside a folder of corpora."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import UNNAMED, Asked, Format, JudgedSet, needs_corpus
from goldrank.exchange.documents import by_stem, folder_of
from goldrank.exchange.files import columns_of, csv_rows, has_all
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import items, said, table, whole

QUESTIONS = "questions_df.csv"
_COLUMNS = ("question", "references", "corpus_id")


def fits(path: Path) -> bool:
    """Whether a file, or the one of that name in a folder, has Chroma's columns."""
    file = _file(path)
    is_csv = file.suffix == ".csv" and file.is_file()
    return is_csv and has_all(columns_of(file), *_COLUMNS)


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """Every reference of a question is a need: their recall is over the text of all."""
    file = _file(path)
    where = needs_corpus(str(file), asked, file.parent / "corpora")
    documents = folder_of(where, ledger)
    ids = by_stem(documents)
    queries = [
        _query(row, number, ids, ledger) for number, (_, row) in enumerate(csv_rows(file), start=1)
    ]
    return JudgedSet(documents, queries)


def _file(path: Path) -> Path:
    return path / QUESTIONS if path.is_dir() else path


def _query(row: Mapping[str, Any], number: int, ids: Mapping[str, str], ledger: Ledger) -> RawQuery:
    ledger.found("query")
    corpus, query_id = said(row, "corpus_id"), f"{said(row, 'corpus_id')}-{number}"
    ledger.unread(row, _COLUMNS, query_id)
    needs = []
    for each in _references(said(row, "references"), query_id, ledger):
        ledger.found("judgment")
        reference = table(each)
        start, end = whole(reference.get("start_index")), whole(reference.get("end_index"))
        places = (start, end) if start is not None and end is not None else (None, None)
        doc_id = ids.get(Path(corpus).stem, ids.get(corpus, corpus or UNNAMED))
        needs.append((Named(doc_id, said(reference, "content"), (), *places),))
    tags = (corpus,) if corpus else ()
    return RawQuery(query_id, said(row, "question"), tags, tuple(needs), number, QUESTIONS)


def _references(text: str, query_id: str, ledger: Ledger) -> list[Any]:
    try:
        return items(json.loads(text))
    except (ValueError, RecursionError):
        ledger.change(
            "query", "has references that are no list in JSON, and none are read", query_id
        )
        return []


CHROMA = Format("chroma", "Chroma's questions_df.csv, beside corpora/", fits, read)
