"""Readings are kept at once, belong to one sample, and are as their JSON Schema says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from goldrank.auditing.classes import NAMES
from goldrank.auditing.reading_schema import reading_schema
from goldrank.auditing.readings import Reading, ReadingFile, read_readings
from goldrank.auditing.sample import Design
from goldrank.errors import GoldrankError

DESIGN = Design("heading", 9, "abc", 4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audits" / "ana.jsonl"


def test_first_counts_for_the_rule_and_last_for_everything_else(path: Path):
    file = ReadingFile.open(path, DESIGN)
    file.add(Reading("a", "pronoun"))
    file.add(Reading("a", "named", after_guess=True))
    file.add(Reading("b", "twin"))
    found = read_readings(path)
    assert (found.design, found.first, found.last) == (
        DESIGN,
        {"a": "pronoun", "b": "twin"},
        {"a": "named", "b": "twin"},
    )
    assert (file.first, file.last) == (found.first, found.last)


def test_every_line_is_as_the_schema_says(path: Path):
    file = ReadingFile.open(path, DESIGN)
    for name in NAMES:
        file.add(Reading(name, name, name == "twin"))
    check = jsonschema.Draft202012Validator(reading_schema())
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(lines) == 7
    assert all(check.is_valid(line) for line in lines)
    assert not check.is_valid({"chunk_id": "a", "class": "other"})
    assert not check.is_valid({**lines[0], "size": 0})


@pytest.mark.parametrize("cut", [3, 20])
def test_a_line_that_a_kill_cut_off_is_read_again(path: Path, cut: int):
    file = ReadingFile.open(path, DESIGN)
    file.add(Reading("a", "pronoun"))
    file.add(Reading("b", "twin"))
    path.write_bytes(path.read_bytes()[:-cut])
    again = ReadingFile.open(path, DESIGN)
    assert again.last == {"a": "pronoun"}
    again.add(Reading("b", "named"))
    assert read_readings(path).last == {"a": "pronoun", "b": "named"}


@pytest.mark.parametrize(
    "other",
    [
        Design("heading", 9, "xyz", 4),
        Design("heading", 9, "abc", 4, seed=1),
        Design("heading", 9, "abc", 4, by_document=True),
        Design("heading", 9, "abc", 3),
        Design("fixed", 9, "abc", 4),
    ],
)
def test_a_file_of_another_sample_is_refused_and_left_as_it_was(path: Path, other: Design):
    ReadingFile.open(path, DESIGN)
    before = path.read_bytes()
    with pytest.raises(GoldrankError, match="is of another sample"):
        ReadingFile.open(path, other)
    assert path.read_bytes() == before


def test_a_simple_sample_may_grow(path: Path):
    ReadingFile.open(path, DESIGN).add(Reading("a", "twin"))
    grown = Design("heading", 9, "abc", 7)
    assert ReadingFile.open(path, grown).last == {"a": "twin"}
    assert read_readings(path).design == grown


@pytest.mark.parametrize(
    "line",
    [
        "# notes",
        "[]",
        '{"chunk_id": "a", "class": "other"}',
        '{"chunk_id": 3, "class": "twin"}',
        '{"sample_of": 3, "chunker": "h", "digest": "d", "size": 4, "seed": 0, "by_document": false}',
        '{"sample_of": 3, "chunker": "h", "digest": "d", "size": 2, "seed": 0, "by_document": 0}',
    ],
)
def test_a_file_that_holds_something_else_is_refused_with_its_line(path: Path, line: str):
    ReadingFile.open(path, DESIGN)
    path.write_text(path.read_text("utf-8") + f"{line}\n", "utf-8")
    with pytest.raises(GoldrankError, match=r"ana\.jsonl:2: expected the readings of an audit"):
        read_readings(path)


def test_readings_without_their_sample_or_without_any_are_refused(path: Path):
    path.parent.mkdir()
    path.write_text('{"chunk_id": "a", "class": "twin"}\n', "utf-8")
    with pytest.raises(GoldrankError, match="first the sample"):
        read_readings(path)
    path.write_text("", "utf-8")
    with pytest.raises(GoldrankError, match="found no line"):
        read_readings(path)
    ReadingFile.open(path, DESIGN)
    with pytest.raises(GoldrankError, match="found none; read some first"):
        read_readings(path)
