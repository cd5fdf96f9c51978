"""Each option of the command line, and what it makes of a suite."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny import write_tiny

from goldrank.errors import GoldrankError
from goldrank.suites.options import Options, suite_for_corpus, suite_of
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import Suite

REST = """
[[chunker]]
name = "small"
kind = "fixed"
limit = 20
[[representation]]
name = "short"
kind = "abstract"
max_tokens = 9
[[variant]]
name = "raw"
representation = "raw"
[[variant]]
name = "half"
dense = "short"
lexical = "raw"
rankers = ["rrf"]
"""


def _suite(tmp_path: Path, **options: object) -> Suite:
    suite = write_tiny(tmp_path, rest=REST)
    return suite_of(str(suite), _options(**options), tmp_path)


def _options(**changes: object) -> Options:
    made = {
        "corpus": None,
        "queries": (),
        "chunkers": (),
        "variants": (),
        "rankers": (),
        "models": (),
        "cutoffs": None,
    }
    return Options(**(made | changes))  # type: ignore[arg-type]


def _systems(suite: Suite) -> list[str]:
    return [str(system) for system, _ in make_parts(suite).systems]


def test_without_options_a_suite_is_its_file(tmp_path: Path):
    suite = _suite(tmp_path)
    assert _systems(suite) == [
        "small/raw/vector",
        "small/raw/bm25",
        "small/raw/rrf",
        "small/half/rrf",
    ]
    assert suite.chunker[0].settings == {"limit": 20}


def test_a_chunker_is_the_suites_own_or_a_built_in_kind(tmp_path: Path):
    suite = _suite(tmp_path, chunkers=["fixed", "small", "fixed"])
    assert [chunker.name for chunker in suite.chunker] == ["fixed", "small"]
    assert suite.chunker[0].settings == {}
    assert suite.chunker[1].settings == {"limit": 20}


def test_a_chunker_may_be_code_beside_the_working_folder(tmp_path: Path):
    (tmp_path / "cut_here.py").write_text("def cut(text):\n    return [text]\n")
    suite = write_tiny(tmp_path / "suites")
    made = suite_of(str(suite), _options(chunkers=["cut_here:cut"]), tmp_path)
    assert [chunker.name for chunker in make_parts(made).chunkers] == ["cut_here:cut"]


def test_a_variant_is_the_suites_own_a_representation_or_a_built_in_one(tmp_path: Path):
    suite = _suite(tmp_path, variants=["title", "half", "short"])
    assert [variant.name for variant in suite.variant] == ["title", "half", "short"]
    assert suite.variant[2].representation == "short"
    assert suite.variant[1].rankers == ("rrf",)


def test_a_ranker_leaves_out_the_variants_that_never_had_it(tmp_path: Path):
    assert _systems(_suite(tmp_path, rankers=["bm25", "bm25"])) == ["small/raw/bm25"]
    both = _systems(_suite(tmp_path, rankers=["rrf"]))
    assert both == ["small/raw/rrf", "small/half/rrf"]


def test_a_variant_that_is_asked_for_by_name_runs_under_every_ranker_asked_for(tmp_path: Path):
    suite = _suite(tmp_path, variants=["half"], rankers=["vector", "oracle"])
    assert _systems(suite) == ["small/half/vector", "small/half/oracle"]


def test_rankers_that_no_variant_has_are_an_error(tmp_path: Path):
    rest = '[[variant]]\nname = "raw"\nrepresentation = "raw"\nrankers = ["rrf"]\n'
    suite = write_tiny(tmp_path, rest=rest)
    with pytest.raises(GoldrankError, match="at least one chunker, one variant and one ranker"):
        suite_of(str(suite), _options(rankers=["bm25"]), tmp_path)


def test_cutoffs_are_sorted_and_each_stands_once(tmp_path: Path):
    assert _suite(tmp_path, cutoffs="20,3,20").cutoffs == (3, 20)


def test_another_model_does_not_inherit_the_prompts_of_the_one_before(tmp_path: Path):
    suite = write_tiny(tmp_path)
    text = suite.read_text().replace("[encoder]", '[encoder]\nquery_prompt = "q: "\nversion = "2"')
    suite.write_text(text)
    other = suite_of(str(suite), _options(models=["bundled"]), tmp_path)
    [encoder] = other.encoder
    assert (encoder.model, encoder.given) == ("bundled", {})
    same = suite_of(str(suite), _options(models=["tiny_encoder:encode"]), tmp_path)
    assert same.encoder[0].given["query_prompt"] == "q: "


def test_a_model_may_be_a_folder_of_the_working_folder(tmp_path: Path):
    (tmp_path / "my-model").mkdir()
    suite = write_tiny(tmp_path / "suites")
    made = suite_of(str(suite), _options(models=["my-model"]), tmp_path)
    assert made.encoder[0].model == str(tmp_path / "my-model")


def test_places_of_the_command_line_start_in_the_working_folder(tmp_path: Path):
    suite = write_tiny(tmp_path / "suites")
    options = _options(corpus=Path("docs"), queries=[Path("q.jsonl")])
    made = suite_of(str(suite), options, tmp_path)
    assert made.path(made.corpus.path) == tmp_path / "docs"
    assert made.query_paths == (tmp_path / "q.jsonl",)
    assert made.folder == tmp_path / "suites"


def test_flags_add_to_the_suite_and_take_nothing_away(tmp_path: Path):
    suite = write_tiny(tmp_path, "strict = true\ndeterministic = true\n")
    made = suite_of(str(suite), _options(), tmp_path)
    assert made.strict
    assert made.deterministic
    made = suite_of(str(write_tiny(tmp_path)), _options(), tmp_path, strict=True)
    assert made.strict
    assert not made.deterministic


@pytest.mark.parametrize(("name", "suite"), [("docs", "docs"), (".docs", "docs"), ("v1.2", "v1.2")])
def test_a_suite_of_a_corpus_alone_is_named_after_its_folder(tmp_path: Path, name, suite):
    (tmp_path / name).mkdir()
    assert suite_for_corpus(_options(corpus=Path(name)), tmp_path).name == suite


def test_a_suite_of_one_file_is_named_without_its_suffix(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text("")
    assert suite_for_corpus(_options(corpus=Path("a.jsonl")), tmp_path).name == "a"


def test_several_models_stand_side_by_side_each_with_its_own_variants(tmp_path: Path):
    made = _suite(tmp_path, models=["tiny_encoder:encode", "bundled"])
    assert [encoder.name for encoder in made.encoder] == ["encode", "bundled"]
    # The words of a variant are the same whoever encodes it, so BM25 ranks it once.
    assert _systems(made) == [
        *("small/raw/vector", "small/raw/bm25", "small/raw/rrf", "small/half/rrf"),
        *("small/raw@bundled/vector", "small/raw@bundled/rrf", "small/half@bundled/rrf"),
    ]
    # Said again, the second is what it was: no variant is crossed twice.
    alone = suite_of(str(tmp_path / "tiny.toml"), _options(models=["bundled"]), tmp_path)
    assert {v.encoder for v in alone.variant} == {""}
