"""Suites: what a file may say, and what is filled in. What is wrong in one: test_cli.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny import write_tiny

from goldrank.errors import GoldrankError
from goldrank.suites.bundled import bundled_root, find_suite
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import load_suite


def test_the_bundled_suites_are_whole_and_their_files_are_there():
    folder = bundled_root() / "bench" / "suites"
    paths = sorted(folder.glob("*.toml"))
    assert "handbook" in [path.stem for path in paths]
    for path in paths:
        suite = load_suite(path)
        assert make_parts(suite).systems
        assert suite.path(suite.corpus.path).is_dir()
        assert all(file.is_file() for file in suite.query_paths)


def test_a_suite_without_chunkers_and_variants_has_the_defaults(tmp_path: Path):
    suite = load_suite(write_tiny(tmp_path))
    assert [chunker.name for chunker in suite.chunker] == ["heading"]
    assert suite.chunker[0].settings == {"include_heading": False}
    assert [variant.name for variant in suite.variant] == ["raw", "breadcrumb", "abstract"]
    assert (suite.name, suite.cutoffs) == ("tiny", (1, 5, 10, 20))


def test_a_suite_may_be_named_by_a_text_and_begin_with_a_byte_order_mark(tmp_path: Path):
    path = write_tiny(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_suite(str(path)).name == "tiny"


def test_overrides_replace_top_level_keys(tmp_path: Path):
    suite = load_suite(write_tiny(tmp_path, "seed = 1\n"), {"seed": 7, "rankers": ["bm25"]})
    assert (suite.seed, suite.rankers) == (7, ("bm25",))


def test_relative_paths_start_at_the_file(tmp_path: Path, monkeypatch):
    write_tiny(tmp_path / "deep")
    monkeypatch.chdir(tmp_path)
    suite = load_suite("deep/tiny.toml")
    assert suite.path(suite.corpus.path) == tmp_path / "deep" / "corpus"


def test_measures_are_made_once_each_and_rr_recall_and_ndcg_are_always_there(tmp_path: Path):
    suite = load_suite(write_tiny(tmp_path, 'cutoffs = [3]\nmeasures = ["AP", "RR"]\n'))
    assert [str(m) for m in make_parts(suite).measures] == ["RR", "recall@3", "nDCG@10", "AP"]


def test_only_what_a_ranker_uses_is_represented(tmp_path: Path):
    rest = (
        '[[variant]]\nname = "a"\ndense = "raw"\nlexical = "title"\nrankers = ["bm25"]\n'
        '[[variant]]\nname = "b"\ndense = "breadcrumb"\nlexical = "raw"\nrankers = ["vector"]\n'
    )
    parts = make_parts(load_suite(write_tiny(tmp_path, rest=rest)))
    assert parts.dense_names() == ["breadcrumb"]
    assert parts.lexical_names() == ["title"]


def test_a_suite_is_found_by_its_name_in_the_working_folder_first(tmp_path: Path):
    own = tmp_path / "bench" / "suites"
    own.mkdir(parents=True)
    assert find_suite(None, tmp_path).name == "handbook.toml"
    for name in ("default", "handbook"):
        (own / f"{name}.toml").write_text("")
    assert find_suite(None, tmp_path) == own / "default.toml"
    assert find_suite("handbook", tmp_path) == own / "handbook.toml"
    assert find_suite("chunkers", tmp_path).is_relative_to(bundled_root())
    assert find_suite("x/y.toml", tmp_path) == tmp_path / "x" / "y.toml"
    with pytest.raises(GoldrankError, match="no suite 'defualt'; did you mean 'default'"):
        find_suite("defualt", tmp_path)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("cutoffs = [true]", "cutoffs"),
        ('found_at = "10"', "found_at"),
        ("seed = -1", "seed"),
        ("seed = 1.5", "seed"),
        ('strict = "yes"', "strict"),
        ("deterministic = 1", "deterministic"),
        ("rankers = [1]", "rankers"),
    ],
)
def test_a_value_of_another_kind_at_the_top_is_refused(tmp_path: Path, line: str, key: str):
    with pytest.raises(GoldrankError, match=f"tiny.toml: '{key}"):
        load_suite(write_tiny(tmp_path, top=line + "\n"))


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ('[rrf]\nk = "60"', "rrf.k"),
        ("[rrf]\nk = true", "rrf.k"),
        ("[rrf]\nk = inf", "rrf.k"),
        ("[bm25]\nb = true", "bm25.b"),
        ("[bm25]\nk1 = nan", "bm25.k1"),
        ("[gold]\nmin_overlap = true", "gold.min_overlap"),
        ('[[gate]]\nmax_drop = "0.1"', "gate.0.max_drop"),
        ("[[gate]]\nmax_drop = true", "gate.0.max_drop"),
        ("[[gate]]\nfloor = true", "gate.0.floor"),
        ("[[gate]]\nalpha = true", "gate.0.alpha"),
        ("[[variant]]\nname = 1", "variant.0.name"),
    ],
)
def test_a_value_of_another_kind_in_a_table_is_refused(tmp_path: Path, table: str, key: str):
    with pytest.raises(GoldrankError, match=f"tiny.toml: '{key}"):
        load_suite(write_tiny(tmp_path, rest=table + "\n"))


def test_a_whole_number_is_a_number(tmp_path: Path):
    assert load_suite(write_tiny(tmp_path, rest="[rrf]\nk = 30\n")).rrf.k == 30
