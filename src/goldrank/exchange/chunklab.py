"""chunklab's questions.yaml: slots of snippets, which stand somewhere in a folder of documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import ANYWHERE, Asked, Format, JudgedSet, needs_corpus
from goldrank.exchange.documents import folder_of
from goldrank.exchange.files import head_of, text_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import items, said, table, texts
from goldrank.text.yaml_values import yaml_mapping


def fits(path: Path) -> bool:
    """Whether it is a YAML file with questions and snippets."""
    head = head_of(path) if path.suffix in (".yaml", ".yml") else ""
    return "questions:" in head and "query:" in head


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """Every slot is a need; the snippets of a slot are alternatives."""
    try:
        data = yaml_mapping(text_of(path))
    except (yaml.YAMLError, GoldrankError, RecursionError, ValueError) as error:
        if isinstance(error, GoldrankError) and str(path) in str(error):
            raise
        said_of = " ".join(str(error).split())[:200]
        raise GoldrankError(f"{path}: expected YAML, got {said_of}") from None
    questions = table(data).get("questions")
    if not isinstance(questions, list):
        raise GoldrankError(f"{path}: expected a list of questions under the key questions")
    documents = folder_of(needs_corpus(str(path), asked, path.parent / "docs"), ledger)
    queries = [_query(table(each), number, ledger) for number, each in enumerate(questions, 1)]
    return JudgedSet(documents, queries)


def _query(row: Mapping[str, Any], number: int, ledger: Ledger) -> RawQuery:
    ledger.found("query")
    query_id = said(row, "id") or f"question-{number}"
    ledger.unread(row, ("id", "query", "gold_snippets", "tags", "reviewed"), query_id)
    if row.get("reviewed") is False:
        ledger.change("query", "is a draft that nobody reviewed", query_id)
    slots = [texts(slot) for slot in items(row.get("gold_snippets"))]
    needs = tuple(tuple(Named(ANYWHERE, snippet) for snippet in slot) for slot in slots if slot)
    ledger.found("judgment", sum(map(len, needs)))
    empty = sum(not slot for slot in slots)
    ledger.change("query", "has a slot without a snippet", query_id, empty)
    tags = tuple(tag for tag in texts(row.get("tags")) if tag)
    return RawQuery(query_id, said(row, "query"), tags, needs, number, "")


CHUNKLAB = Format("chunklab", "chunklab's questions.yaml, with --corpus", fits, read)
