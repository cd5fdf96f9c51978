"""A format is a reader and a line of the registry: suffix, text, outline, title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.tiny import run_tiny, write_tiny

from goldrank.corpus import registry
from goldrank.corpus.read import read_corpus
from goldrank.corpus.reader import Parsed, Reader
from goldrank.corpus.tree import Files
from goldrank.errors import GoldrankError
from goldrank.outline import Heading, plain_outline
from goldrank.suites.suite_tables import CorpusSettings

STARS = re.compile(r"^(\*+) (.*)\n", re.MULTILINE)


def parse_stars(text: str) -> Parsed:
    headings = [
        Heading(len(m[1]), m[2], text.count("\n", 0, m.start()) + 1, m.start(), m.end())
        for m in STARS.finditer(text)
    ]
    return Parsed(plain_outline(text, headings), {"kind": "stars"})


STARRED = Reader("stars", suffixes=(".stars",), parse=parse_stars, also=(".notes.bak",))
FILES = {
    "leave.stars": "* Leave\n\nAsk.\n\n** Parental\nIt must be requested 30 days in advance.\n"
}
QUERY = {
    "query_id": "q1",
    "text": "when must parental leave be requested",
    "evidence": [{"doc_id": "leave.stars", "quote": "requested 30 days in advance"}],
}


@pytest.fixture
def with_stars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.READERS, "stars", STARRED)  # type: ignore[arg-type]


@pytest.mark.usefixtures("with_stars")
def test_a_new_format_is_run_with_its_own_headings(tmp_path: Path) -> None:
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n', files=FILES, queries=[QUERY])
    suite.write_text(suite.read_text().replace("[corpus]", '[corpus]\ninclude = ["*.stars"]'))
    run = run_tiny(suite)
    # A chunk a heading, and the breadcrumb is its path: Markdown would have made one of all.
    chunks = run.chunks[run.chunks["chunker"] == "heading"]
    assert list(chunks["section_path"]) == ['["Leave"]', '["Leave", "Parental"]']
    assert not any("read as" in each for each in run.notices)


@pytest.mark.usefixtures("with_stars")
def test_a_reader_gives_metadata_and_its_name_to_the_document(tmp_path: Path) -> None:
    (tmp_path / "A.NOTES.BAK").write_text("* One\n")
    (document,) = read_corpus(tmp_path, Files(include=["*.bak"])).documents
    assert (document.format, document.title) == ("stars", "One")
    assert dict(document.metadata) == {"kind": "stars"}


@pytest.mark.usefixtures("with_stars")
def test_a_line_of_jsonl_may_be_of_any_format_and_an_error_tells_which(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"_id": "a", "text": "* One\\n** Two\\nx\\n", "format": "stars"}\n')
    corpus = read_corpus(path)
    assert [s.path for s in corpus.outlines["a"].sections] == [("One",), ("One", "Two")]
    path.write_text('{"_id": "a", "text": "x", "format": "rst"}\n')
    with pytest.raises(
        GoldrankError, match=r"expected the format text or markdown .*or stars, got"
    ):
        read_corpus(path)


def test_without_a_reader_the_same_file_is_markdown_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.stars").write_text("* One\n")
    corpus = read_corpus(tmp_path, Files(include=["*.stars"]))
    assert corpus.documents[0].format == "markdown"
    (tmp_path / "README").write_text("# A name without suffix says nothing else\n")
    corpus = read_corpus(tmp_path, Files(include=["*.stars", "readme"]))
    assert len(corpus.documents) == 2
    (said,) = corpus.as_markup
    assert said.startswith("1 file is read as Markdown: .stars 1;")


def test_what_is_read_by_default_is_what_the_readers_say() -> None:
    assert registry.INCLUDE[:3] == ("*.md", "*.markdown", "*.txt")
    assert CorpusSettings(path="docs").include == registry.INCLUDE
    for name, format in [("a.md", "markdown"), ("a.MKD", "markdown"), ("b/c.text", "text")]:
        reader = registry.own_reader(name)
        assert reader is not None
        assert reader.format == format
    assert registry.own_reader("md") is None
    assert registry.own_reader("a.html") is None


def test_every_suffix_has_one_reader() -> None:
    suffixes = [s for each in registry.READERS.values() for s in (*each.suffixes, *each.also)]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)
