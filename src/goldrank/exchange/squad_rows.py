"""SQuAD as a hub has it: rows with a context, a question, and its answers with offsets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import Asked, Format, JudgedSet
from goldrank.exchange.documents import passages
from goldrank.exchange.files import columns_of, has_all, rows_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import items, said, table, whole


def fits(path: Path) -> bool:
    """Whether its rows have a context, a question and answers."""
    return path.is_file() and has_all(columns_of(path), "context", "question", "answers")


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """One document a context; the answers of a question are alternatives of one need."""
    rows = list(rows_of(path))
    contexts = [said(row, "context") for _, row in rows]
    documents, ids = passages((each for each in contexts if each.strip()), ledger)
    queries = [_query(row, number, ids, ledger) for number, row in rows]
    return JudgedSet(documents, queries)


def _query(row: Mapping[str, Any], number: int, ids: Mapping[str, str], ledger: Ledger) -> RawQuery:
    ledger.found("query")
    query_id = said(row, "id") or f"row-{number}"
    ledger.unread(row, ("id", "title", "context", "question", "answers"), query_id)
    answers = table(row.get("answers"))
    starts = [whole(start) for start in items(answers.get("answer_start"))]
    found: dict[Named, None] = {}
    for index, text in enumerate(items(answers.get("text"))):
        ledger.found("judgment")
        quote = text if isinstance(text, str) else ""
        start = starts[index] if index < len(starts) else None
        place = (None, None) if start is None else (start, start + len(quote))
        named = Named(ids.get(said(row, "context"), "?"), quote, (), *place)
        if named in found:
            ledger.leave_out("judgment", "is there twice", f"{query_id}: {quote}")
        found[named] = None
    if not found:
        ledger.change(
            "query", "has no answer in its context: taken as answered by nothing", query_id
        )
    needs = (tuple(found),) if found else ()
    text = said(row, "question")
    return RawQuery(query_id, text, (), needs, number, "", answerable=bool(needs))


SQUAD_ROWS = Format("squad-rows", "SQuAD as rows: context, question, answers", fits, read)
