"""LlamaIndex's EmbeddingQAFinetuneDataset: queries, nodes, and which nodes are relevant."""

from __future__ import annotations

from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import UNNAMED, Asked, Format, JudgedSet
from goldrank.exchange.documents import plain
from goldrank.exchange.files import LOOKED_AT, json_of
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import said, table, texts

_KEYS = ("queries", "corpus", "relevant_docs")


def fits(path: Path) -> bool:
    """Whether it is a JSON object with the three tables."""
    if path.suffix != ".json" or not path.is_file():
        return False
    # `relevant_docs` comes last, behind all nodes, so that the end is looked at too.
    with path.open("rb") as file:
        head = file.read(LOOKED_AT)
        file.seek(max(0, path.stat().st_size - LOOKED_AT))
        both = head + file.read(LOOKED_AT)
    return b'"queries"' in head[:200] and (b'"relevant_docs"' in both or b'"mode"' in both)


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """One document a node."""
    data = table(json_of(path))
    missing = [key for key in _KEYS if not isinstance(data.get(key), dict)]
    if missing:
        raise GoldrankError(f"{path}: expected the tables {', '.join(_KEYS)}, without {missing[0]}")
    ledger.found("document", len(data["corpus"]))
    ledger.found("query", len(data["queries"]))
    documents = []
    for doc_id in data["corpus"]:
        if not doc_id or not isinstance(data["corpus"][doc_id], str):
            ledger.leave_out("document", "has no id, or no text", doc_id)
            continue
        documents.append(plain(doc_id, data["corpus"][doc_id]))
    relevant = {query_id: texts(ids) for query_id, ids in data["relevant_docs"].items()}
    queries = []
    for number, query_id in enumerate(data["queries"], start=1):
        needs = tuple((Named(doc_id or UNNAMED),) for doc_id in relevant.pop(query_id, []))
        ledger.found("judgment", len(needs))
        text = said(data["queries"], query_id)
        queries.append(RawQuery(query_id, text, (), needs, number, path.name))
    for query_id, ids in relevant.items():
        ledger.found("judgment", len(ids))
        ledger.leave_out("judgment", "names a query that is not there", query_id, len(ids))
    return JudgedSet(documents, queries)


LLAMA_INDEX = Format("llama-index", "LlamaIndex's QA dataset in JSON", fits, read)
