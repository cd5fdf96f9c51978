"""A suite may be laid over another one of its folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.exchange.sets import write

from goldrank.errors import GoldrankError
from goldrank.suites.suite import load_suite

BASE = """
name = "base"
cutoffs = [1, 5]
rankers = ["vector", "bm25"]
[corpus]
path = "corpus"
include = ["*.md"]
[queries]
path = "queries.jsonl"
[[chunker]]
name = "heading"
[[chunker]]
name = "fixed"
"""


def test_tables_are_laid_over_key_by_key_and_lists_are_replaced(tmp_path: Path):
    write(
        tmp_path,
        {
            "base.toml": BASE,
            "mine.toml": 'extends = "base.toml"\ncutoffs = [3]\n[corpus]\nmax_bytes = 10\n'
            '[[chunker]]\nname = "whole"\n',
        },
    )
    suite = load_suite(tmp_path / "mine.toml")
    assert suite.name == "mine"
    assert suite.cutoffs == (3,)
    assert suite.rankers == ("vector", "bm25")
    assert (suite.corpus.path, suite.corpus.include, suite.corpus.max_bytes) == (
        "corpus",
        ("*.md",),
        10,
    )
    assert [chunker.name for chunker in suite.chunker] == ["whole"]


def test_a_base_may_extend_another_and_the_nearest_counts(tmp_path: Path):
    write(
        tmp_path,
        {
            "a.toml": BASE,
            "b.toml": 'extends = "a.toml"\nseed = 1\nfound_at = 7\n',
            "c.toml": 'extends = "b.toml"\nseed = 2\n',
        },
    )
    suite = load_suite(tmp_path / "c.toml")
    assert (suite.seed, suite.found_at, suite.cutoffs) == (2, 7, (1, 5))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"m.toml": 'extends = "m.toml"\n'}, "extends: it extends itself: m.toml -> m.toml"),
        (
            {"m.toml": 'extends = "n.toml"\n', "n.toml": 'extends = "./m.toml"\n'},
            "m.toml -> n.toml -> m.toml",
        ),
        ({"m.toml": 'extends = "../other.toml"\n'}, "expected a file in the same folder"),
        ({"m.toml": 'extends = "/etc/passwd"\n'}, "expected a file in the same folder"),
        ({"m.toml": "extends = 3\n"}, "expected the name of a suite file, got 3"),
        ({"m.toml": 'extends = "gone.toml"\n'}, "m.toml: extends: no such suite"),
        ({"m.toml": 'extends = "n.toml"\n', "n.toml": "=\n"}, "n.toml: not valid TOML"),
        ({"m.toml": 'extends = "n.toml"\n', "n.toml": "nmae = 1\n" + BASE}, "unknown key 'nmae'"),
    ],
)
def test_what_cannot_be_extended_is_said(files, said, tmp_path: Path):
    write(tmp_path, files)
    with pytest.raises(GoldrankError, match=said):
        load_suite(tmp_path / "m.toml")


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path):
    write(tmp_path, {"out/base.toml": BASE, "in/mine.toml": 'extends = "base.toml"\n'})
    (tmp_path / "in" / "base.toml").symlink_to(tmp_path / "out" / "base.toml")
    with pytest.raises(GoldrankError, match="expected a file in the same folder"):
        load_suite(tmp_path / "in" / "mine.toml")
