"""Documents of a judged set, from lines of JSON, from plain texts, or from a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from goldrank.corpus.corpus import parse_text
from goldrank.corpus.jsonl import document_of
from goldrank.corpus.plain_text import TEXT
from goldrank.corpus.read import read_corpus
from goldrank.corpus.tree import Files
from goldrank.errors import GoldrankError
from goldrank.exchange.files import MAX_FIELD, json_lines
from goldrank.exchange.ledger import Ledger
from goldrank.types import Document

_FILES = Files(max_bytes=MAX_FIELD, gitignore=False)


def lines_of(path: Path, ledger: Ledger) -> list[Document]:
    """The documents of a file with one JSON object a line, as BEIR writes them."""
    found = []
    for number, record in json_lines(path):
        ledger.found("document")
        try:
            made = document_of(record, f"line {number}")[0]
        except GoldrankError as error:
            ledger.leave_out("document", "is no object with an id and a text", str(error))
            continue
        found.append(made)
    return found


def plain(doc_id: str, text: str, title: str = "") -> Document:
    """A document of plain text; half of a surrogate pair, which no file holds, becomes U+FFFD."""
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return replace(parse_text(TEXT, doc_id, text, sha256)[0], title=title)


def folder_of(path: Path, ledger: Ledger) -> list[Document]:
    """The documents under a folder, or of a file of them; what is skipped is said."""
    corpus = read_corpus(path) if path.is_file() else read_corpus(path, _FILES)
    ledger.found("document", len(corpus.documents) + len(corpus.skipped))
    for skipped in corpus.skipped:
        ledger.leave_out("document", skipped.reason, skipped.path)
    return list(corpus.documents)


def passages(texts: Iterable[str], ledger: Ledger) -> tuple[list[Document], dict[str, str]]:
    """A document for each different text, and its id by the text, in the order they come in."""
    ids: dict[str, str] = {}
    for text in texts:
        ids.setdefault(text, f"passage-{len(ids) + 1}")
    ledger.found("document", len(ids))
    return [plain(doc_id, text) for text, doc_id in ids.items()], ids


def by_stem(documents: Iterable[Document]) -> dict[str, str]:
    """Document ids by the stem of their names; a stem that several have is none.

    >>> by_stem([Document("corpora/wiki.md", "", ""), Document("a/x.md", "", ""), Document("b/x.md", "", "")])
    {'wiki': 'corpora/wiki.md'}
    """
    found: dict[str, list[str]] = {}
    for document in documents:
        found.setdefault(PurePosixPath(document.doc_id).stem, []).append(document.doc_id)
    return {stem: ids[0] for stem, ids in found.items() if len(ids) == 1}
