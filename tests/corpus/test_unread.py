"""Files that are no documents are counted by suffix, and markup that is read is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.tree import Files, read_tree
from goldrank.errors import GoldrankError


def folder(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("# A\n\ntext\n")
    return root


MIXED = ("a.md", "b.txt", "c.rst", "d.html", "e.mdx", "f.ipynb", "sub/g.pdf")


SAID = (
    "5 of 7 files are not read, for no pattern of include names them: .html 1, .ipynb 1, .mdx 1, "
    ".pdf 1, .rst 1"
)


def test_files_that_no_pattern_names_are_counted_by_suffix(tmp_path: Path) -> None:
    corpus = read_tree(folder(tmp_path, *MIXED))
    assert len(corpus.documents) == 2
    assert corpus.unread.remarks == (SAID,)


def test_strict_wants_each_file_read_or_excluded_but_pictures(tmp_path: Path) -> None:
    root = folder(tmp_path, *MIXED, "logo.png", "fonts/a.woff2")
    with pytest.raises(GoldrankError, match=r"7 of 9 files are not read, .*name them in exclude"):
        read_tree(root, Files(strict=True))
    left = ["*.rst", "*.html", "*.mdx", "*.ipynb", "*.pdf"]
    # The picture and the font are said all the same.
    assert read_tree(root, Files(strict=True, exclude=left)).unread.remarks == (
        "2 of 4 files are not read, for no pattern of include names them: .png 1, .woff2 1",
    )


def test_a_pattern_that_names_a_place_leaves_the_same_files_elsewhere_out_in_silence(
    tmp_path: Path,
) -> None:
    root = folder(tmp_path, "hr/a.md", "it/b.md", "it/c.md", "it/d.rst")
    assert read_tree(root, Files(["hr/*"])).unread.remarks == (
        "1 of 2 files is not read, for no pattern of include names it: .rst 1",
    )
    (root / "it/d.rst").unlink()
    assert read_tree(root, Files(["hr/*"], strict=True)).unread.remarks == ()


def test_the_most_frequent_suffixes_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    names = [f"{letter}.s{letter}" for letter in "abcdefghij"]
    corpus = read_tree(folder(tmp_path, "a.md", "x.PNG", "y.png", "LICENSE", ".hidden", *names))
    (said,) = corpus.unread.remarks
    assert said.startswith("13 of 14 files are not read")
    assert ": .png 2, without suffix 1, .sa 1, " in said
    # Twelve kinds, of which eight are named.
    assert said.endswith(", and 4 more kinds")


def test_one_kind_more_is_said_in_the_singular(tmp_path: Path) -> None:
    corpus = read_tree(folder(tmp_path, "a.md", *(f"{letter}.s{letter}" for letter in "abcdefghi")))
    assert corpus.unread.remarks[0].endswith(", .sh 1, and 1 more kind")


def test_one_file_is_said_in_the_singular_and_none_is_not_said(tmp_path: Path) -> None:
    assert read_tree(folder(tmp_path, "a.md")).unread.remarks == ()
    assert read_tree(folder(tmp_path, "x.pdf")).unread.remarks == (
        "1 of 2 files is not read, for no pattern of include names it: .pdf 1",
    )


def test_a_folder_without_documents_says_what_it_holds(tmp_path: Path) -> None:
    with pytest.raises(
        GoldrankError, match=r"2 of 2 files are not read, .*: \.rst 2; give another"
    ):
        read_tree(folder(tmp_path, "a.rst", "b.rst"))


def test_markup_and_other_text_that_a_pattern_takes_are_said_to_be_read_as_they_stand(
    tmp_path: Path,
) -> None:
    names = ("a.md", "b.txt", "c.org", "d.xml", "e.json", "sub/g.wiki", "h.html")
    corpus = read_tree(folder(tmp_path, *names), Files(["*"]))
    assert corpus.unread.remarks == ()
    markup, other = corpus.as_markup
    assert markup.startswith("2 files are indexed as markup, with their tags or code as text: ")
    assert ": .json 1, .xml 1;" in markup
    assert other.startswith("2 files are read as Markdown: .org 1, .wiki 1; headings of any other")


def test_a_single_file_of_markup_is_said_and_ids_of_a_jsonl_file_are_not(tmp_path: Path) -> None:
    (said,) = read_tree(folder(tmp_path, "a.xml") / "a.xml").as_markup
    assert said.startswith("1 file is indexed as markup, with its tags")
    (tmp_path / "c.jsonl").write_text('{"_id": "a.xml", "text": "t", "format": "markdown"}\n')
    assert read_jsonl(tmp_path / "c.jsonl").as_markup == ()
