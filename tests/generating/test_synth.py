"""A made corpus: the same bytes from the same command, as many chunks as asked, questions that hold."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from goldrank.cli.main import app
from goldrank.errors import GoldrankError
from goldrank.generating.corpus import TAGS, Asked, document_of
from goldrank.generating.folder import write_folder
from goldrank.progress import Silent
from goldrank.suites.suite import load_suite


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("synth") / "made"
    write_folder(folder, Asked(chunks=700, queries=66, seed=3), Silent())
    return folder


def test_the_same_command_writes_the_same_bytes(made: Path, tmp_path: Path):
    write_folder(tmp_path / "again", Asked(chunks=700, queries=66, seed=3), Silent())
    files = sorted(each.relative_to(made) for each in made.rglob("*") if each.is_file())
    assert len(files) == 54 + 3
    assert [(made / each).read_bytes() for each in files] == [
        (tmp_path / "again" / each).read_bytes() for each in files
    ]


def test_another_seed_writes_other_texts():
    assert document_of(3, 0).text != document_of(4, 0).text


def test_a_larger_corpus_begins_with_the_smaller_one(made: Path, tmp_path: Path):
    write_folder(tmp_path / "larger", Asked(chunks=1400, queries=66, seed=3), Silent())
    for small in (made / "corpus").rglob("*.md"):
        assert (tmp_path / "larger" / small.relative_to(made)).read_bytes() == small.read_bytes()


def test_there_are_as_many_chunks_as_were_asked_for(made: Path):
    result = CliRunner().invoke(app, ["plan", str(made / "suite.toml"), "--json"])
    assert result.exit_code == 0, result.output
    chunks = sum(section["chunks"] for section in json.loads(result.stdout)["sections"])
    assert 700 * 0.97 <= chunks <= 700 * 1.03


def test_every_question_has_its_evidence_once_and_every_phenomenon_its_turn(made: Path):
    asked = [json.loads(line) for line in (made / "queries.jsonl").read_text().splitlines()]
    assert Counter(query["tags"][0] for query in asked) == dict.fromkeys(TAGS, 6)
    assert len({query["query_id"] for query in asked}) == len(asked)
    for query in asked:
        assert query["origin"] == "synthetic"
        for place in query["evidence"]:
            text = (made / "corpus" / place["doc_id"]).read_text()
            (heading,) = place["section"]
            section = re.split(r"^## ", text, flags=re.M)
            (body,) = [each for each in section if each.startswith(heading + "\n")]
            assert body.count(place["quote"]) == 1


def test_questions_are_spread_over_the_corpus(made: Path):
    asked = [json.loads(line) for line in (made / "queries.jsonl").read_text().splitlines()]
    assert len({query["evidence"][0]["doc_id"] for query in asked}) == 54


@pytest.mark.parametrize(
    ("tag", "named"),
    [
        ("pronoun", False),
        ("imperative", False),
        ("underspecified", False),
        ("self-contained", True),
    ],
)
def test_a_section_names_its_subject_only_where_its_tag_says_so(tag: str, named: bool):
    for number in range(50):
        made = document_of(0, number).sections[tag]
        subject = made.heading.split(" at ")[0].casefold()
        assert (subject in made.text.casefold()) is named


def test_twins_differ_in_a_word_and_a_term():
    sections = document_of(0, 5).sections
    one, other = (set(sections[tag].text.split()) for tag in ("twin", "twin-other"))
    assert "first" in one - other
    assert "second" in other - one
    assert max(len(one - other), len(other - one)) <= 4


def test_the_suite_beside_it_can_be_loaded(made: Path):
    assert load_suite(made / "suite.toml").name == "synth-700"


def test_a_folder_that_is_there_is_left_as_it_is(made: Path):
    before = (made / "README.md").read_bytes()
    result = CliRunner().invoke(app, ["synth", str(made), "--chunks", "13", "--queries", "1"])
    assert isinstance(result.exception, GoldrankError)
    assert "is there already" in str(result.exception)
    assert (made / "README.md").read_bytes() == before


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(asked: Asked):
        raise KeyboardInterrupt

    monkeypatch.setattr("goldrank.generating.folder.queries", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "made", Asked(chunks=130, queries=1, seed=0), Silent())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"chunks": 0}, "--chunks: expected 1 or more, got 0"),
        ({"queries": 0}, "--queries: expected 1 or more, got 0"),
        ({"seed": -1}, "--seed: expected 0 or more, got -1"),
        ({"queries": 12}, "1 documents with 11 sections"),
    ],
)
def test_counts_that_cannot_be_met_are_named(counts: dict[str, int], said: str):
    with pytest.raises(GoldrankError, match=re.escape(said)):
        Asked(**{"chunks": 13, "queries": 11, "seed": 0, **counts})
