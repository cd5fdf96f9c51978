"""BEIR's folders: corpus.jsonl, queries.jsonl, and judgments of whole documents in qrels/."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldrank.corpus.jsonl import object_of
from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery
from goldrank.evidence.written import documents_judged
from goldrank.exchange.base import Asked, Format, JudgedSet
from goldrank.exchange.documents import lines_of
from goldrank.exchange.files import json_lines
from goldrank.exchange.flat import flattened
from goldrank.exchange.graded import again, judged
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import said, table, texts
from goldrank.suggest import unknown
from goldrank.text.trec import judgment_rows

SPLITS = ("test", "dev", "train")
"""Which judgments are read where none are asked for: the first that are there."""


_KEYS = ("_id", "query_id", "id", "text", "query", "metadata")
_MORE = ("tags", "cluster", "answerable")
"""What we write into the metadata of a query."""


def fits(path: Path) -> bool:
    """Whether it has the files of BEIR."""
    return (path / "corpus.jsonl").is_file() and (path / "qrels").is_dir()


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """The documents, and the queries that one split judges."""
    split = _split(path / "qrels", asked.split)
    documents = lines_of(path / "corpus.jsonl", ledger)
    rows = json_lines(path / "queries.jsonl")
    queries = again([_query(row, line, ledger) for line, row in rows], ledger)
    grades = ((query, doc, grade) for _, query, doc, grade in judgment_rows(split))
    return JudgedSet(documents, judged(queries, grades, ledger, f"{split.stem}.tsv"))


def write(judged: JudgedSet, folder: Path, ledger: Ledger) -> JudgedSet:
    """A folder as BEIR's own tools read it: what a query is besides stands in its metadata."""
    flat = flattened(judged, ledger, "BEIR")
    write_lines(folder / "corpus.jsonl", map(object_of, flat.documents))
    write_lines(folder / "queries.jsonl", map(_object, flat.queries))
    write_judged(folder, {query.query_id: documents_judged(query.needs) for query in flat.queries})
    return flat


def write_judged(folder: Path, judged: Mapping[str, Mapping[str, int]]) -> None:
    """qrels/test.tsv, by query and document the grade."""
    (folder / "qrels").mkdir()
    rows = ["query-id\tcorpus-id\tscore"]
    for query_id, grades in judged.items():
        rows += [f"{query_id}\t{doc_id}\t{grade}" for doc_id, grade in grades.items()]
    text = "\n".join(rows) + "\n"
    (folder / "qrels" / "test.tsv").write_text(text, encoding="utf-8", newline="\n")


def write_lines(path: Path, objects: Any) -> None:
    """One JSON object a line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for each in objects:
            file.write(json.dumps(each, ensure_ascii=False, default=str) + "\n")


def _split(folder: Path, asked: str | None) -> Path:
    found = {path.stem: path for path in sorted(folder.glob("*.tsv"))}
    if asked is None:
        asked = next((name for name in SPLITS if name in found), next(iter(found), None))
    if asked is None:
        raise GoldrankError(f"{folder}: expected judgments such as test.tsv, found none")
    if asked not in found:
        raise GoldrankError(f"--split: {unknown('split', asked, found)}")
    return found[asked]


def _query(row: Mapping[str, Any], line: int, ledger: Ledger) -> RawQuery:
    ledger.found("query")
    more = table(row.get("metadata"))
    cluster = more.get("cluster")
    query_id = said(row, "_id", "query_id", "id")
    ledger.unread({**more, **row}, (*_KEYS, *_MORE), query_id)
    return RawQuery(
        query_id,
        said(row, "text", "query"),
        tuple(tag for tag in texts(more.get("tags")) if tag),
        (),
        line,
        "queries.jsonl",
        cluster if isinstance(cluster, str) else "",
        more.get("answerable") is not False,
    )


def _object(query: RawQuery) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if query.tags:
        more["tags"] = list(query.tags)
    if query.cluster:
        more["cluster"] = query.cluster
    if not query.answerable:
        more["answerable"] = False
    return {"_id": query.query_id, "text": query.text, "metadata": more}


BEIR = Format("beir", "a BEIR folder: corpus.jsonl, queries.jsonl, qrels/*.tsv", fits, read, write)
