"""SQuAD-like JSON: articles of paragraphs, and questions whose answers have offsets in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import Asked, Format, JudgedSet
from goldrank.exchange.documents import plain
from goldrank.exchange.files import head_of, json_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import items, said, table, whole
from goldrank.types import Document

BETWEEN = "\n\n"
"""What stands between the paragraphs of an article."""


def fits(path: Path) -> bool:
    """Whether it is a JSON file with paragraphs of questions and answers."""
    head = head_of(path) if path.suffix == ".json" else ""
    return all(f'"{key}"' in head for key in ("data", "paragraphs", "context", "qas"))


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """One document an article; the answers of a question are alternatives of one need."""
    data = table(json_of(path)).get("data")
    if not isinstance(data, list):
        raise GoldrankError(f'{path}: expected {{"data": [...]}}, a list of articles')
    documents: list[Document] = []
    queries: list[RawQuery] = []
    for number, each in enumerate(data, start=1):
        article = table(each)
        ledger.found("document")
        title = said(article, "title").strip() or f"article-{number}"
        taken = any(document.doc_id == title for document in documents)
        doc_id = f"{title}-{number}" if taken else title
        contexts: list[str] = []
        for paragraph in map(table, items(article.get("paragraphs"))):
            offset = sum(len(context) + len(BETWEEN) for context in contexts)
            contexts.append(said(paragraph, "context"))
            for asked_of in map(table, items(paragraph.get("qas"))):
                queries.append(_query(asked_of, doc_id, offset, len(queries) + 1, ledger))
        documents.append(plain(doc_id, BETWEEN.join(contexts), title.replace("_", " ")))
    return JudgedSet(documents, queries)


def _query(
    row: Mapping[str, Any], doc_id: str, offset: int, number: int, ledger: Ledger
) -> RawQuery:
    ledger.found("query")
    query_id = said(row, "id") or f"question-{number}"
    ledger.unread(row, ("id", "question", "answers", "is_impossible"), query_id)
    answers = tuple(_named(answer, doc_id, offset) for answer in _distinct(row, query_id, ledger))
    impossible = row.get("is_impossible") is True and not answers
    if impossible:
        said_of = "has no answer in its paragraph: taken as answered by nothing"
        ledger.change("query", said_of, query_id)
    needs = (answers,) if answers else ()
    return RawQuery(
        query_id, said(row, "question"), (), needs, number, "", answerable=not impossible
    )


def _distinct(row: Mapping[str, Any], query_id: str, ledger: Ledger) -> Iterator[Mapping[str, Any]]:
    """The answers, each place once: several people often mark the same."""
    seen = set()
    for answer in map(table, items(row.get("answers"))):
        ledger.found("judgment")
        key = said(answer, "text"), whole(answer.get("answer_start"))
        if key in seen:
            ledger.leave_out("judgment", "is there twice", f"{query_id}: {key[0]}")
            continue
        seen.add(key)
        yield answer


def _named(answer: Mapping[str, Any], doc_id: str, offset: int) -> Named:
    text, start = said(answer, "text"), whole(answer.get("answer_start"))
    if start is None or start < 0:
        return Named(doc_id, text)
    return Named(doc_id, text, (), offset + start, offset + start + len(text))


SQUAD = Format("squad", "SQuAD-like JSON: answers with offsets in paragraphs", fits, read)
