"""`exclude` and `.gitignore` leave files out of a corpus, and it is said how many."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.left_out import Patterns
from goldrank.corpus.read import read_corpus
from goldrank.corpus.tree import Files, read_tree
from goldrank.errors import GoldrankError


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def ids(corpus: Corpus) -> list[str]:
    return [document.doc_id for document in corpus.documents]


SITE = {
    "guide.md": "# G",
    "node_modules/a/README.md": "# R",
    "node_modules/a/index.js": "x",
    "build/out.md": "# B",
    "docs/a.md": "# A",
    "docs/draft.md": "# D",
    "docs/build/b.md": "# B",
}
IGNORE = "# made\nnode_modules/\n/build\n"


def test_what_a_git_tree_ignores_is_left_out_and_counted(tmp_path: Path) -> None:
    write(tmp_path, {**SITE, ".git/HEAD": "", ".gitignore": IGNORE})
    corpus = read_tree(tmp_path)
    assert ids(corpus) == ["docs/a.md", "docs/build/b.md", "docs/draft.md", "guide.md"]
    # index.js is no document anyway, so two files are lost by it.
    assert corpus.unread.remarks == (
        ".gitignore leaves out 2 files (build/, node_modules/); gitignore = false in [corpus] reads "
        "them",
    )
    assert len(read_tree(tmp_path, Files(gitignore=False)).documents) == 6


def test_outside_a_git_tree_a_gitignore_says_nothing(tmp_path: Path) -> None:
    write(tmp_path, {**SITE, ".gitignore": IGNORE})
    assert len(read_tree(tmp_path).documents) == 6


def test_files_above_and_below_the_root_count_and_the_nearest_decides(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git": "gitdir: elsewhere",
            ".gitignore": "*.tmp.md\n/site/top.md\n",
            "site/top.md": "",
            "site/a.tmp.md": "",
            "site/sub/.gitignore": "!keep.tmp.md\nown.md\n",
            "site/sub/keep.tmp.md": "",
            "site/sub/other.tmp.md": "",
            "site/sub/own.md": "",
            "site/own.md": "",
        },
    )
    assert ids(read_tree(tmp_path / "site")) == ["own.md", "sub/keep.tmp.md"]


@pytest.mark.parametrize("pattern", ["data/", "/data", "*", "data/docs"])
def test_a_root_that_is_ignored_itself_is_read_for_it_was_asked_for(
    tmp_path: Path, pattern: str
) -> None:
    files = {".git/HEAD": "", ".gitignore": pattern, "data/docs/a.md": "", "data/docs/b.md": ""}
    write(tmp_path, {**files, "data/docs/.gitignore": "b.md"})
    assert ids(read_tree(tmp_path / "data" / "docs")) == ["a.md"]


def test_a_corpus_of_which_all_is_ignored_says_which_switch_reads_it(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "data/*", "data/a.md": ""})
    with pytest.raises(
        GoldrankError, match=r"\.gitignore leaves out 1 file \(a\.md\); gitignore = f"
    ):
        read_tree(tmp_path / "data")


def test_a_gitignore_that_is_a_link_or_a_folder_does_not_count(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", "a.md": "", "sub/b.md": "", "sub/.gitignore/x": ""})
    (tmp_path / "rules").write_text("*.md")
    (tmp_path / ".gitignore").symlink_to("rules")
    assert ids(read_tree(tmp_path)) == ["a.md", "sub/b.md"]


def test_exclude_takes_the_patterns_of_a_gitignore_in_any_case(tmp_path: Path) -> None:
    write(tmp_path, {**SITE, "docs/Draft.MD": "# D"})
    corpus = read_tree(tmp_path, Files(exclude=["Node_Modules/", "/build/", "draft.md"]))
    assert ids(corpus) == ["docs/a.md", "docs/build/b.md", "guide.md"]
    assert "exclude leaves out 4 files" in corpus.unread.remarks
    kept = read_tree(tmp_path, Files(exclude=["docs/*", "!docs/a.md", "node_modules", "build"]))
    assert ids(kept) == ["docs/a.md", "guide.md"]


def test_an_exclude_that_names_nothing_is_said_and_one_of_a_file_is_an_error(
    tmp_path: Path,
) -> None:
    write(tmp_path, {"guide.md": "# G", "logo.png": ""})
    assert (
        "exclude names nothing that is there"
        in read_tree(tmp_path, Files(exclude=["drafs/"])).unread.remarks
    )
    # What no pattern of include names can be excluded as well.
    assert read_tree(tmp_path, Files(exclude=["*.png"])).unread.remarks == ()
    with pytest.raises(GoldrankError, match="exclude: expected a folder to leave files out of"):
        read_corpus(tmp_path / "guide.md", Files(exclude=["*.png"]))


@pytest.mark.parametrize("pattern", ["", "# drafts", "!", "/"])
def test_an_exclude_that_is_no_pattern_is_an_error(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(GoldrankError, match="exclude: expected a pattern as in a"):
        read_tree(write(tmp_path, SITE), Files(exclude=[pattern]))


def test_a_pattern_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldrank.corpus.left_out.SECONDS", 0.02)
    hostile = Patterns.of(["**/a/" * 8 + "b"])
    with pytest.raises(GoldrankError, match="use fewer"):
        hostile.decides("a/" * 800 + "xbz/x")


def test_a_folder_is_named_for_itself_not_for_those_below_it(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "*/\n!a/\n", "a/x.md": "", "a/b/y.md": ""})
    assert ids(read_tree(tmp_path)) == ["a/x.md"]


NAMES = ["a", "b", "a.md", "ab.md"]
PLACES = [
    "/".join(parts) for depth in (1, 2, 3) for parts in itertools.product(NAMES[:2], repeat=depth)
]
LINE = st.lists(
    st.sampled_from(["a", "b", "*", "**", "?", "/", "!", ".md", "[ab]"]), max_size=5
).map("".join)
# What `**` means beside other characters than slashes, and in `a/**/`, is not defined.
DEFINED = LINE.filter(lambda line: not re.search(r"[^/!]\*\*|\*\*[^/]|\*{3}|\*\*/$", line))


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@settings(max_examples=25, deadline=None)
@given(st.lists(DEFINED, min_size=1, max_size=4), st.lists(DEFINED, max_size=2))
def test_git_ignores_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, top: list[str], below: list[str]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    files = {f"{place}/{name}": "" for place in PLACES for name in NAMES[2:]}
    write(root, {**files, ".gitignore": "\n".join(top), "a/.gitignore": "\n".join(below)})
    git = ["git", "-C", str(root), "-c", "core.excludesFile=/dev/null"]
    subprocess.run([*git, "init", "-q"], check=True)
    listed = subprocess.run(
        [*git, "ls-files", "-z", "--others", "--exclude-standard", "--", "*.md"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    expected = sorted(name for name in listed if name)
    try:
        read = ids(read_tree(root))
    except GoldrankError:
        read = []
    assert read == expected
