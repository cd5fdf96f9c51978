from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from goldrank.corpus.corpus import Corpus, Skipped
from goldrank.corpus.read import read_corpus
from goldrank.corpus.tree import Files, read_tree
from goldrank.errors import GoldrankError


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def ids(corpus: Corpus) -> list[str]:
    return [document.doc_id for document in corpus.documents]


def reasons(corpus: Corpus) -> dict[str, str]:
    return {skipped.path: skipped.reason for skipped in corpus.skipped}


def test_a_tree_is_read_in_the_order_of_its_ids(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "# B", "a/z.markdown": "# Z", "a.txt": "plain", "c.rst": "no"})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.txt", "a/z.markdown", "b.md"]
    assert [document.format for document in corpus.documents] == ["text", "markdown", "markdown"]
    assert [document.title for document in corpus.documents] == ["a", "Z", "B"]
    assert set(corpus.outlines) == set(ids(corpus))
    assert corpus.root == str(tmp_path.resolve())


def test_a_document_knows_its_absolute_place_and_the_hash_of_its_bytes(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf# A b\r\n"
    write(tmp_path, {"a b.md": data})
    (document,) = read_tree(tmp_path).documents
    assert document.source_uri == (tmp_path.resolve() / "a b.md").as_uri()
    assert document.source_uri.endswith("/a%20b.md")
    assert document.sha256 == hashlib.sha256(data).hexdigest()
    assert document.text == "# A b\r\n"


def test_links_end_and_are_reported(tmp_path: Path) -> None:
    root = write(tmp_path / "docs", {"a.md": "# A", "sub/b.md": "# B"})
    (root / "sub" / "up").symlink_to("..")
    (root / "alias.md").symlink_to("a.md")
    (root / "broken.md").symlink_to("gone.md")
    corpus = read_tree(root)
    assert ids(corpus) == ["a.md", "sub/b.md"]
    assert reasons(corpus) == {
        "alias.md": "same file as a.md",
        "broken.md": "broken link",
        "sub/up": "directory link not followed",
    }


def test_a_link_before_its_file_does_not_take_its_place(tmp_path: Path) -> None:
    write(tmp_path, {"z.md": "# Z"})
    (tmp_path / "a.md").symlink_to("z.md")
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["z.md"]
    assert corpus.skipped == (Skipped("a.md", "same file as z.md", 0),)


def test_a_link_to_a_file_outside_is_not_read_and_listed(tmp_path: Path) -> None:
    write(tmp_path, {"out.md": "# Out", "docs/a.md": "# A"})
    (tmp_path / "docs" / "b.md").symlink_to(tmp_path / "out.md")
    (tmp_path / "docs" / "c.md").symlink_to(tmp_path / "out.md")
    (tmp_path / "docs" / "d.md").symlink_to("../docs/a.md")
    corpus = read_tree(tmp_path / "docs")
    assert ids(corpus) == ["a.md"]
    outside = "link to a file outside the corpus"
    assert reasons(corpus) == {"b.md": outside, "c.md": outside, "d.md": "same file as a.md"}
    with pytest.raises(GoldrankError, match=outside):
        read_tree(tmp_path / "docs", Files(strict=True))


def test_a_corpus_that_is_itself_named_by_a_link_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"docs/a.md": "# A"})
    (tmp_path / "link").symlink_to("docs")
    (tmp_path / "docs" / "b.md").symlink_to(tmp_path / "link" / "a.md")
    assert ids(read_tree(tmp_path / "link")) == ["a.md"]


def test_hard_links_are_one_file(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "# B"})
    os.link(tmp_path / "b.md", tmp_path / "a.md")
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.md"]
    assert reasons(corpus) == {"b.md": "same file as a.md"}


def test_a_link_to_itself_and_a_pipe_are_reported_and_never_opened(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# A"})
    (tmp_path / "self.md").symlink_to("self.md")
    os.mkfifo(tmp_path / "pipe.md")
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.md"]
    assert reasons(corpus) == {
        "pipe.md": "not a regular file",
        "self.md": "too many levels of symbolic links",
    }


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads files of mode 000")
def test_an_unreadable_file_and_folder_are_reported_by_a_user(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# A", "locked.md": "# L", "shut/b.md": "# B", "z.md": "# Z"})
    (tmp_path / "locked.md").chmod(0)
    (tmp_path / "shut").chmod(0)
    corpus = read_tree(tmp_path)
    (tmp_path / "shut").chmod(0o700)
    assert ids(corpus) == ["a.md", "z.md"]
    assert reasons(corpus) == {"locked.md": "permission denied", "shut": "permission denied"}


def test_a_file_that_cannot_be_read_does_not_stop_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"a.md": "# A", "locked.md": "# L", "z.md": "# Z"})
    open_ = Path.open

    def refuse(self: Path, *args: object, **kwargs: object) -> object:
        if self.name == "locked.md":
            raise PermissionError(13, "Permission denied", str(self))
        return open_(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "open", refuse)
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.md", "z.md"]
    assert corpus.skipped == (Skipped("locked.md", "permission denied", None),)
    with pytest.raises(GoldrankError, match=r"1 could not be read, first locked\.md \(permission"):
        read_tree(tmp_path, Files(strict=True))


@pytest.mark.parametrize("include", [["*.md"], ["*"], ["dir.md/*"], ["dir.md", "*/inner.md"]])
def test_a_folder_that_a_pattern_names_is_walked_without_a_word(
    tmp_path: Path, include: list[str]
) -> None:
    write(tmp_path, {"dir.md/inner.md": "# I", "dir.md/deep.md/inner.md": "# D"})
    corpus = read_tree(tmp_path, Files(include, strict=True))
    assert ids(corpus) == ["dir.md/deep.md/inner.md", "dir.md/inner.md"]
    assert corpus.skipped == ()


OID = "oid sha256:" + "4d7a2146" * 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            f"version https://git-lfs.github.com/spec/v1\n{OID}\nsize 12345\n",
            "a Git LFS pointer for a file of 12,345 bytes, which git lfs pull fetches",
        ),
        (
            f"version https://git-lfs.github.com/spec/v1\r\next-0-foo {OID}\r\n{OID}\r\nsize 7\r\n",
            "a Git LFS pointer for a file of 7 bytes, which git lfs pull fetches",
        ),
        (
            "/annex/objects/SHA256E-s77--1f0c.md\n",
            "a git-annex pointer for a file of 77 bytes, which git annex get fetches",
        ),
        (
            "../.git/annex/objects/Zx/9w/MD5E-s5--ab.md/MD5E-s5--ab.md",
            "a git-annex pointer for a file of 5 bytes, which git annex get fetches",
        ),
    ],
)
def test_a_file_that_stands_for_one_kept_elsewhere_is_skipped_with_its_size(
    tmp_path: Path, text: str, reason: str
) -> None:
    write(tmp_path, {"a.md": "# A", "guide.md": text})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.md"]
    assert corpus.skipped == (Skipped("guide.md", reason, None),)
    with pytest.raises(GoldrankError, match="pointer for a file of"):
        read_tree(tmp_path, Files(strict=True))


def test_a_page_about_pointers_is_a_document(tmp_path: Path) -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\n{OID}\nsize 12345\n"
    write(tmp_path, {"a.md": "Such a file holds:\n\n" + pointer, "b.md": pointer + "\nand text\n"})
    assert ids(read_tree(tmp_path)) == ["a.md", "b.md"]


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# A", ".b.md": "# B", ".git/c.md": "# C"})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["a.md"]
    assert corpus.skipped == ()


def test_a_root_that_is_hidden_itself_is_read(tmp_path: Path) -> None:
    write(tmp_path / ".docs", {"a.md": "# A"})
    assert ids(read_tree(tmp_path / ".docs")) == ["a.md"]


def test_a_file_in_another_encoding_is_named_with_its_byte_and_never_mended(tmp_path: Path) -> None:
    legacy = "Café setup\n===========\n\nprix 5 €\n".encode("cp1252")
    write(tmp_path, {"ok.md": "# Ok\n\nx\n", "legacy.md": legacy})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["ok.md"]
    assert corpus.skipped == (
        Skipped("legacy.md", "not UTF-8: byte 3 = 0xe9; say which encoding it is in", None),
    )
    with pytest.raises(GoldrankError, match="byte 3 = 0xe9"):
        read_tree(tmp_path, Files(strict=True))
    titles = [
        document.title for document in read_tree(tmp_path, Files(encoding="cp1252")).documents
    ]
    assert titles == ["Café setup", "Ok"]


def test_utf16_is_named_and_can_be_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "# Ä\n".encode("utf-16")})
    with pytest.raises(GoldrankError, match="begins as UTF-16 does"):
        read_tree(tmp_path)
    (document,) = read_tree(tmp_path, Files(encoding="utf-16")).documents
    assert (document.text, document.title) == ("# Ä\n", "Ä")


def test_over_a_tenth_of_nul_is_binary_and_a_tenth_is_text(tmp_path: Path) -> None:
    write(tmp_path, {"text.md": b"\0" + b"a" * 9, "binary.md": b"\0\0" + b"a" * 17})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["text.md"]
    assert corpus.documents[0].text == "\ufffd" + "a" * 9
    assert reasons(corpus) == {"binary.md": "binary: 2 NUL in its first 19 bytes"}


def test_only_the_first_8_kib_tell_what_is_binary(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": b"a" * 8192 + b"\0" * 8192})
    assert ids(read_tree(tmp_path)) == ["a.md"]


def test_a_file_over_the_ceiling_is_skipped_and_its_characters_counted(tmp_path: Path) -> None:
    # 3 bytes of mark, then "é" (2 bytes), a space, "b", a line end: 8 bytes, 2 characters.
    write(tmp_path, {"a.md": "# A", "big.md": b"\xef\xbb\xbf" + "é b\n".encode()})
    corpus = read_tree(tmp_path, Files(max_bytes=7))
    assert ids(corpus) == ["a.md"]
    assert corpus.skipped == (Skipped("big.md", "too large: 8 bytes, the ceiling is 7", 2),)
    assert ids(read_tree(tmp_path, Files(max_bytes=8))) == ["a.md", "big.md"]


def test_a_name_that_is_not_utf8_becomes_readable_text(tmp_path: Path) -> None:
    try:
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md"))).write_text("# C")
    except OSError:
        pytest.skip("this file system refuses names that are not UTF-8")
    (document,) = read_tree(tmp_path).documents
    assert document.doc_id == r"caf\xe9.md"
    assert document.source_uri.endswith("/caf%E9.md")


def test_names_are_not_normalised(tmp_path: Path) -> None:
    write(tmp_path, {"cafe\u0301.md": "# C"})
    assert ids(read_tree(tmp_path)) == ["cafe\u0301.md"]


def test_patterns_name_files_by_name_or_by_path_in_any_case(tmp_path: Path) -> None:
    write(tmp_path, {"README.MD": "# R", "docs/a.md": "# A", "old/b.md": "# B", "c.rst": "C"})
    assert ids(read_tree(tmp_path)) == ["README.MD", "docs/a.md", "old/b.md"]
    assert ids(read_tree(tmp_path, Files(include=["docs/*.md", "*.rst"]))) == ["c.rst", "docs/a.md"]


def test_a_single_file_is_a_corpus_of_one_whatever_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"notes.rst": "# N", "b.md": "# B"})
    assert ids(read_corpus(tmp_path / "notes.rst")) == ["notes.rst"]


def test_a_missing_root_an_empty_one_and_a_pipe_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(GoldrankError, match="no such file or folder; give one that exists"):
        read_tree(tmp_path / "gone")
    with pytest.raises(
        GoldrankError, match=r"got 0 files named \*\.md, \*\.markdown, \*\.txt; give"
    ):
        read_tree(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(GoldrankError, match="expected a folder or a file"):
        read_tree(tmp_path / "pipe")
    with pytest.raises(GoldrankError, match="unknown encoding 'latin-99'"):
        read_tree(tmp_path, Files(encoding="latin-99"))


def test_a_folder_of_a_jsonl_corpus_is_told_apart(tmp_path: Path) -> None:
    write(tmp_path, {"corpus.jsonl": "{}"})
    with pytest.raises(GoldrankError, match=r"holds a corpus\.jsonl: give the path of that file"):
        read_tree(tmp_path)


def test_a_file_that_is_empty_is_a_document(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": ""})
    (document,) = read_tree(tmp_path).documents
    assert (document.text, document.title) == ("", "a")


def test_warnings_name_their_document(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "x\n\n```\n# no\n"})
    assert read_tree(tmp_path).warnings == (
        "a.md: line 3: the code fence that opens here is never closed and hides all below: 1 line, "
        "1 heading",
    )


def test_equal_files_at_two_places_stay_two_documents(tmp_path: Path) -> None:
    write(
        tmp_path, {"v1/tls.md": "# TLS\n\nSet the key.\n", "v2/tls.md": "# TLS\n\nSet the key.\n"}
    )
    assert ids(read_tree(tmp_path)) == ["v1/tls.md", "v2/tls.md"]


def test_a_deep_tree_is_walked_without_recursion(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(300):
        folder = folder / "d"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("# A")
    assert ids(read_tree(tmp_path)) == ["d/" * 300 + "a.md"]


def test_the_handbook_is_read_whole(shared_data: Path) -> None:
    corpus = read_tree(shared_data / "handbook-18f" / "corpus", Files(strict=True))
    assert len(corpus.documents) == 246
    assert corpus.warnings == ()


def test_the_folder_of_a_run_is_no_corpus(tmp_path: Path):
    (tmp_path / "a.md").write_text("# A")
    run = tmp_path / "reports" / "one"
    run.mkdir(parents=True)
    for name in ("run.json", "window.json", "needs.parquet", "summary.md"):
        (run / name).write_text("x")
    corpus = read_tree(tmp_path)
    assert [document.doc_id for document in corpus.documents] == ["a.md"]
    assert ("reports/one", "the folder of a run") in [(s.path, s.reason) for s in corpus.skipped]
