"""What a suite states of languages: of its corpus, of its queries, and by tag."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.suites.languages import Stated, stated_languages
from goldrank.suites.suite import load_suite
from goldrank.types import Query
from goldrank.validation.validate import validate_file

TAGGED = [Query("q1", "?", ("hr", "lang:de")), Query("q2", "?", ("hr",))]


def suite(folder: Path, top: str = "", queries: str = "") -> Path:
    path = write_tiny(folder, top)
    text = path.read_text(encoding="utf-8").replace("[queries]\n", f"[queries]\n{queries}")
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_is_stated_by_default(tmp_path: Path):
    made = load_suite(suite(tmp_path))
    assert stated_languages(made, TAGGED) == Stated()
    assert "language" not in made.model_dump(mode="json", exclude_none=True)


def test_the_language_of_a_corpus_is_that_of_its_queries_where_they_say_none(tmp_path: Path):
    assert stated_languages(load_suite(suite(tmp_path, 'language = "de"\n'))) == Stated(
        "german", "german"
    )
    both = suite(tmp_path, 'language = "de"\n', 'language = "French"\n')
    assert stated_languages(load_suite(both)) == Stated("german", "french")


def test_a_query_may_say_its_language_by_a_tag(tmp_path: Path):
    made = load_suite(suite(tmp_path, 'language = "en"\n', 'language = "tag:lang:"\n'))
    assert stated_languages(made, TAGGED) == Stated("english", "english", {"q1": "german"})


def test_a_language_that_is_none_is_an_error_before_any_work(tmp_path: Path):
    path = suite(tmp_path / "a", 'language = "germn"\n')
    with pytest.raises(GoldrankError, match="unknown language 'germn'; did you mean 'german'"):
        run_tiny(path)
    assert [problem.kind for problem in validate_file(path, tmp_path).errors] == ["language"]
    tagged = [{**QUERIES[0], "tags": ["lang:xx"]}, QUERIES[1]]
    path = suite(tmp_path / "b", "", 'language = "tag:lang:"\n')
    write_tiny(tmp_path / "c", queries=tagged)
    (tmp_path / "b" / "queries.jsonl").write_bytes((tmp_path / "c" / "queries.jsonl").read_bytes())
    with pytest.raises(GoldrankError, match="query q1: tag 'lang:xx': language: unknown"):
        run_tiny(path)


def test_the_diagnosis_takes_the_language_that_is_stated(tmp_path: Path):
    told, stated = (
        run_tiny(write_tiny(tmp_path / name, top, files=FILES))
        for name, top in (("told", ""), ("stated", 'language = "german"\n'))
    )
    assert set(told.diagnoses.language) == {"english"}
    assert set(stated.diagnoses.language) == {"german"}
