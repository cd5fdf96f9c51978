"""A file is converted once; what cannot be converted is named, and a fault is the file's."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tiny import run_tiny, write_tiny

from goldrank.corpus.read import read_corpus
from goldrank.corpus.registry import EVERY, INCLUDE
from goldrank.corpus.tree import Files
from goldrank.errors import GoldrankError
from goldrank.formats import registry
from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.convert import convert

PAGES = {
    "leave.html": "<title>T</title><h1>Leave</h1><h2 id=p>Parental</h2><p>Ask 30 days before.<img>",
    "pay.htm": "<title>About pay</title><p>Monthly.<script></script>",
    "n.md": "# Note\n\ntext\n",
}
QUERY = {
    "query_id": "q1",
    "text": "when to ask for parental leave",
    "evidence": [{"doc_id": "leave.html", "quote": "Ask 30 days"}],
}


def folder(root: Path) -> Path:
    for name, text in PAGES.items():
        (root / name).write_text(text)
    return root


def counting(calls: list[bytes]) -> Format:
    def made(data: bytes, encoding: str) -> Converted:
        calls.append(data)
        return Converted(
            data.decode(encoding) + "\0", ((0, "line 1"),), {"images": 1}, {"title": "é"}
        )

    return replace(registry.FORMATS["html"], convert=made, packages=())


def test_a_file_is_converted_once_for_its_bytes_and_the_version_of_what_converts_it(
    tmp_path: Path,
) -> None:
    calls: list[bytes] = []
    format = counting(calls)

    def read(data: bytes, by: Format = format) -> Converted:
        return convert(by, data, hashlib.sha256(data).hexdigest(), "utf-8", tmp_path)

    first = read(b"a")
    assert first.text == "a\ufffd"
    assert read(b"a") == first
    assert len(calls) == 1
    read(b"b")
    read(b"a", replace(format, version=2))
    assert calls == [b"a", b"b", b"a"]


def test_a_damaged_outcome_is_made_anew(tmp_path: Path) -> None:
    calls: list[bytes] = []
    for damage in ("", "{", "[]", '{"text": 1}'):
        convert(counting(calls), b"a", "0" * 64, "utf-8", tmp_path)
        (kept,) = tmp_path.rglob("*.json")
        kept.write_text(damage)
    assert len(calls) == 4


def test_a_package_that_is_missing_is_one_line_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = replace(registry.FORMATS["html"], packages=("no-such-package",))
    monkeypatch.setitem(registry.FORMATS, "html", lacking)  # type: ignore[arg-type]
    corpus = read_corpus(folder(tmp_path), Files(include=EVERY))
    said = "HTML needs no-such-package; install with pip install 'goldrank[html]'"
    assert [(s.path, s.reason) for s in corpus.skipped] == [("leave.html", said), ("pay.htm", said)]
    with pytest.raises(GoldrankError, match=r"2 could not be read, first leave\.html \(HTML needs"):
        read_corpus(tmp_path, Files(include=EVERY, strict=True))


def test_a_fault_of_a_converter_is_of_the_file_and_has_its_reason() -> None:
    def broken(data: bytes, encoding: str) -> Converted:
        raise ZeroDivisionError("by zero")

    format = replace(registry.FORMATS["html"], convert=broken, packages=())
    with pytest.raises(
        UnreadableError, match="no HTML that can be read: ZeroDivisionError: by zero"
    ):
        convert(format, b"", "0" * 64)


def test_a_document_says_what_converted_it_what_is_not_in_it_and_where_it_stands(
    tmp_path: Path,
) -> None:
    corpus = read_corpus(folder(tmp_path), Files(include=EVERY))
    leave, note, pay = corpus.documents
    assert (leave.title, pay.title, note.title) == ("Leave", "About pay", "Note")
    assert (leave.format, note.conversion) == ("html", None)
    assert leave.place_at(leave.text.index("Ask")) == "#p"
    assert corpus.not_read == (
        "1 image, 1 script in 2 documents are not read; bench read DOC shows what is",
    )


def test_without_a_pattern_that_names_them_they_are_not_read(tmp_path: Path) -> None:
    assert "*.html" not in INCLUDE
    corpus = read_corpus(folder(tmp_path))
    assert [document.doc_id for document in corpus.documents] == ["n.md"]
    assert corpus.unread.suffixes == {".htm": 1, ".html": 1}


def test_a_run_judges_by_the_converted_text_and_records_what_converted_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n', files=PAGES, queries=[QUERY])
    suite.write_text(suite.read_text().replace("[corpus]", '[corpus]\ninclude = ["*.htm*"]'))
    run = run_tiny(suite)
    assert list(run.evidence.quote) == ["Ask 30 days"]
    converter = registry.FORMATS["html"].converter
    assert run.fingerprints["converters"] == {".htm": converter, ".html": converter}
    newer = replace(registry.FORMATS["html"], version=2)
    monkeypatch.setitem(registry.FORMATS, "html", newer)  # type: ignore[arg-type]
    assert run_tiny(suite).fingerprints["corpus"] != run.fingerprints["corpus"]
    assert any("1 image, 1 script in 2 documents are not read" in each for each in run.notices)


def test_every_suffix_has_one_format_and_each_says_what_it_keeps() -> None:
    suffixes = [suffix for each in registry.FORMATS.values() for suffix in each.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(each.keeps and each.title for each in registry.FORMATS.values())
    assert all(bool(each.packages) == bool(each.extra) for each in registry.FORMATS.values())
