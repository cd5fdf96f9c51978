"""TREC's collections: topics, qrels, and documents as JSON lines or as TRECTEXT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from goldrank.corpus.jsonl import object_of
from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery
from goldrank.evidence.written import documents_judged
from goldrank.exchange.base import Asked, Format, JudgedSet, needs_corpus
from goldrank.exchange.beir import write_lines
from goldrank.exchange.documents import folder_of, lines_of, plain
from goldrank.exchange.files import text_of
from goldrank.exchange.flat import flattened
from goldrank.exchange.graded import again, judged
from goldrank.exchange.ledger import Ledger
from goldrank.text.trec import decode_id, judgment_rows, write_qrels
from goldrank.types import Document

_TOPIC = re.compile(r"<top(?:ic)?(?:\s[^>]*)?>(.*?)</top(?:ic)?>", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(
    r"<top(?:ic)?\s[^>]*?number\s*=\s*[\"']([^\"']+)|<num>\s*(?:Number:)?\s*([^\s<]+)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"<(?:title|query)>\s*(?:Topic:)?(.*?)(?=<|\Z)", re.DOTALL | re.IGNORECASE)
_MORE = re.compile(r"<(?:desc|description|narr|narrative|question)>", re.IGNORECASE)
_DOC = re.compile(r"<DOC>(.*?)</DOC>", re.DOTALL | re.IGNORECASE)
_TAGGED = r"<{0}>(.*?)</{0}>"


def fits(path: Path) -> bool:
    """Whether it is a folder with one file of topics and one of qrels."""
    return path.is_dir() and all(_files(path, *kind) for kind in (_TOPICS, _QRELS))


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """The documents, and the topics that are judged; a topic's title is the query."""
    topics, qrels = (_one(path, asked.split, *kind) for kind in (_TOPICS, _QRELS))
    documents = _documents(path, asked, ledger)
    queries = again(list(_topics(topics, ledger)), ledger)
    ids = {document.doc_id for document in documents}, {query.query_id for query in queries}
    rows = (
        (_known(query, ids[1]), _known(doc, ids[0]), grade)
        for _, query, doc, grade in judgment_rows(qrels)
    )
    return JudgedSet(documents, judged(queries, rows, ledger, qrels.name))


def write(judged: JudgedSet, folder: Path, ledger: Ledger) -> JudgedSet:
    """corpus.jsonl, topics.tsv and qrels.txt, in which white space in an id is `%XX`."""
    flat = flattened(judged, ledger, "TREC")
    write_lines(folder / "corpus.jsonl", map(object_of, flat.documents))
    lines = []
    for query in flat.queries:
        text = " ".join(query.text.split())
        if text != query.text:
            said = "has white space that a line does not hold: single spaces now"
            ledger.change("query", said, query.query_id)
        if query.tags or query.cluster or not query.answerable:
            said = (
                "loses its tags, its cluster and that nothing answers it, which TREC does not hold"
            )
            ledger.change("query", said, query.query_id)
        lines.append(f"{query.query_id}\t{text}\n")
    (folder / "topics.tsv").write_text("".join(lines), encoding="utf-8", newline="\n")
    write_qrels(
        folder / "qrels.txt",
        (
            (query.query_id, [[pair] for pair in documents_judged(query.needs).items()])
            for query in flat.queries
            if query.needs
        ),
    )
    return flat


_TOPICS = ("topics", ("topics*", "*.topics", "*queries*.tsv"))
_QRELS = ("qrels", ("qrels*", "*.qrels", "*qrels*.txt", "*qrels*.tsv"))
_COLLECTION = ("corpus.jsonl", "docs.jsonl", "collection.jsonl", "*.trectext", "*.sgml", "*.trec")


def _files(folder: Path, _: str, patterns: tuple[str, ...]) -> list[Path]:
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return sorted(found)


def _one(folder: Path, split: str | None, kind: str, patterns: tuple[str, ...]) -> Path:
    found = _files(folder, kind, patterns)
    chosen = [path for path in found if split is None or split in path.name] or found
    if len(chosen) != 1:
        names = ", ".join(path.name for path in chosen[:5]) or "none"
        raise GoldrankError(
            f"{folder}: expected one file of {kind}, got {names}; say with --split what is in the name "
            "of the one that is meant"
        )
    return chosen[0]


def _known(name: str, known: set[str]) -> str:
    """An id as it is known: with white space as `%XX`, as we write it, or as it stands there."""
    decoded = decode_id(name)
    return decoded if decoded in known else name


def _topics(path: Path, ledger: Ledger) -> Iterator[RawQuery]:
    text = text_of(path)
    if path.suffix != ".tsv" and "<top" in text.lower():
        for found in _TOPIC.finditer(text):
            ledger.found("query")
            yield _topic(found, text.count("\n", 0, found.start()) + 1, path.name, ledger)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            ledger.found("query")
            query_id, _, said = line.rstrip("\r").partition("\t")
            yield RawQuery(query_id, said, (), (), number, path.name)


def _topic(found: re.Match[str], line: int, source: str, ledger: Ledger) -> RawQuery:
    number, title = _NUMBER.search(found[0]), _TITLE.search(found[1])
    query_id = (number[1] or number[2]).strip() if number else ""
    if _MORE.search(found[1]):
        ledger.change("query", "has more than a title, which is left", query_id)
    said = " ".join(unescape(title[1]).split()) if title else ""
    return RawQuery(query_id, said, (), (), line, source)


def _documents(path: Path, asked: Asked, ledger: Ledger) -> list[Document]:
    found = _files(path, "documents", _COLLECTION)
    if asked.corpus is not None or not found:
        where = needs_corpus("a TREC folder", asked, path / "docs")
        found = [where]
    documents: list[Document] = []
    for file in found:
        if file.suffix == ".jsonl":
            documents += lines_of(file, ledger)
        elif file.is_dir():
            documents += folder_of(file, ledger)
        else:
            documents += _trectext(text_of(file), ledger)
    return documents


def _trectext(text: str, ledger: Ledger) -> Iterator[Document]:
    for found in _DOC.finditer(text):
        ledger.found("document")
        parts = {name: _inside(name, found[1]) for name in ("DOCNO", "TEXT", "TITLE", "HEADLINE")}
        doc_id = " ".join(parts["DOCNO"]).strip()
        if not doc_id:
            line = text.count("\n", 0, found.start()) + 1
            ledger.leave_out("document", "has no DOCNO", f"line {line}")
            continue
        body = parts["TEXT"] or [re.sub(_TAGGED.format("DOCNO"), "", found[1], flags=_FLAGS)]
        title = " ".join(" ".join([*parts["TITLE"], *parts["HEADLINE"]]).split())
        yield plain(doc_id, "\n".join(each.strip("\r\n") for each in body), title)


_FLAGS = re.DOTALL | re.IGNORECASE


def _inside(tag: str, text: str) -> list[str]:
    return re.findall(_TAGGED.format(tag), text, _FLAGS)


TREC = Format("trec", "a TREC folder: topics, qrels, and documents", fits, read, write)
