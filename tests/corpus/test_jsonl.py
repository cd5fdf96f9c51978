from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError


def read(tmp_path: Path, *records: dict[str, Any] | bytes, **options: Any) -> Corpus:
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in records]
    (tmp_path / "corpus.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return read_jsonl(tmp_path / "corpus.jsonl", **options)


def test_one_line_is_one_document_sorted_by_id(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        {"_id": "2", "title": "Two", "text": "b # c"},
        {"doc_id": "1", "text": "a", "metadata": {"year": 1999}, "url": "https://x.test/1"},
    )
    one, two = corpus.documents
    assert (one.doc_id, one.title, one.metadata) == (
        "1",
        "",
        {"year": 1999, "url": "https://x.test/1"},
    )
    assert (two.title, two.text, two.format) == ("Two", "b # c", "text")
    assert two.sha256 == hashlib.sha256(b"b # c").hexdigest()
    assert two.source_uri == (tmp_path.resolve() / "corpus.jsonl").as_uri() + "#L1"


def test_markdown_is_read_as_such_when_asked(tmp_path: Path) -> None:
    record = {"_id": 7, "text": "---\nsummary: S\n---\n# Heading\n"}
    (document,) = read(tmp_path, record, format="markdown").documents
    assert (document.doc_id, document.title, document.abstract) == ("7", "Heading", "S")
    (document,) = read(tmp_path, {**record, "format": "markdown"}).documents
    assert document.title == "Heading"


def test_a_mark_blank_lines_crlf_and_u2028_do_no_harm(tmp_path: Path) -> None:
    (document,) = read(
        tmp_path, b"\xef\xbb\xbf", b" \r", '{"_id": "a", "text": "x\u2028y"}\r'.encode()
    ).documents
    assert document.text == "x\u2028y"


def test_an_empty_text_is_a_document(tmp_path: Path) -> None:
    (document,) = read(tmp_path, {"_id": "a", "text": "", "title": ""}).documents
    assert (document.text, document.title) == ("", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"_id": "b", "text": ', r"corpus\.jsonl:2: expected one JSON object in UTF-8, got Exp"),
        (b"\xff", r"corpus\.jsonl:2: expected one JSON object in UTF-8, got 'utf-8'"),
        (b"[" * 100_000, r"corpus\.jsonl:2: expected one JSON object"),
        (b"[1]", r"corpus\.jsonl:2: expected a JSON object, got a list"),
        (b'{"text": "x"}', r'corpus\.jsonl:2: expected "_id" or "doc_id", a string, got None'),
        (b'{"_id": "", "text": "x"}', r"a string, got ''"),
        (b'{"_id": "b"}', r'corpus\.jsonl:2: expected "text", a string, got None'),
        (b'{"_id": "b", "text": ["x"]}', r"expected \"text\", a string, got \['x'\]"),
        (b'{"_id": "b", "text": "x", "title": 3}', r'expected "title" to be a string, got 3'),
        (b'{"_id": "b", "text": "x", "metadata": 3}', r'"metadata" to be an object, got 3'),
        (b'{"_id": "b", "text": "x", "format": "pdf"}', r"format text or markdown, got 'pdf'"),
        (b'{"_id": "b", "text": "\\ud800"}', r"cannot be written in UTF-8"),
        (b'{"_id": "a", "text": "x"}', r"got 'a' again \(first on line 1\); rename one"),
    ],
)
def test_an_error_names_file_and_line(tmp_path: Path, line: bytes, message: str) -> None:
    with pytest.raises(GoldrankError, match=message):
        read(tmp_path, {"_id": "a", "text": "x"}, line)


def test_a_missing_file_and_one_without_documents_are_errors(tmp_path: Path) -> None:
    with pytest.raises(GoldrankError, match="expected a file of one JSON object a line, got none"):
        read_corpus(tmp_path / "gone.jsonl")
    with pytest.raises(GoldrankError, match="got 0 lines that hold one"):
        read(tmp_path, b"")


def test_cranfield_is_read_whole(shared_data: Path) -> None:
    corpus = read_corpus(shared_data / "cranfield" / "corpus.jsonl")
    assert len(corpus.documents) == 1400
    empty = [document.doc_id for document in corpus.documents if not document.text]
    assert empty == ["471", "995"]


def test_a_mark_that_begins_a_text_is_a_character_of_it(tmp_path: Path) -> None:
    text = "\ufeff# Cats\n\nThey purr.\n"
    for format in ("text", "markdown"):
        (document,) = read(tmp_path, {"_id": "a", "text": text}, format=format).documents
        assert document.text == text
        assert document.text[text.index("They") :] == "They purr.\n"


def test_a_mark_that_begins_a_markdown_text_hides_neither_heading_nor_front_matter(
    tmp_path: Path,
) -> None:
    for front in ("", "---\ntitle: T\n---\n"):
        text = "\ufeff" + front + "# Cats\n\nThey purr.\n"
        corpus = read(tmp_path, {"_id": "a", "text": text}, format="markdown")
        (section,) = corpus.outlines["a"].sections
        assert (section.path, section.start) == (("Cats",), text.index("#"))
        assert section.heading is not None
        assert section.heading.line == 1 + front.count("\n")


def test_a_corpus_that_is_a_pointer_says_so(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(
        b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n"
    )
    with pytest.raises(GoldrankError, match="a Git LFS pointer for a file of 9 bytes"):
        read_jsonl(path)
