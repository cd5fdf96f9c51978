"""The rule reads how a chunk begins, what of its heading it holds, and its near copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.auditing.auditing import audited

from goldrank.auditing.classes import CLASSES, NAMES
from goldrank.auditing.rule import Seen, guess


@pytest.mark.parametrize("each", CLASSES, ids=lambda each: each.name)
def test_the_example_of_each_class_is_of_that_class(each):
    held = ("leave",) if each.name == "named" else ("support",) if each.name == "twin" else ()
    missing = () if held else ("leave",)
    assert guess(Seen(each.example, held, missing, each.name == "twin")) == each.name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("This is paid in March.", "pronoun"),
        ("This form is sent to the desk.", "underspecified"),
        ("These must reach the desk.", "pronoun"),
        ("**It** ends in May.", "pronoun"),
        ("If it is late, they wait.", "pronoun"),
        ("If it is late, call the desk.", "imperative"),
        ("Please do not call.", "imperative"),
        ("Report is a word.", "named"),
        ("1. a passport\n   of your own\n2. a photograph", "list-item"),
        ("- a passport\n\nand then wait", "named"),
        ("The fees rise.", "underspecified"),
        ("Grand pianos are heavy.", "named"),
    ],
)
def test_a_chunk_that_has_nothing_of_its_heading_is_told_by_its_first_words(text: str, name: str):
    assert guess(Seen(text, (), ("leave",), False)) == name


def test_a_chunk_that_names_its_whole_heading_is_named_however_it_begins():
    assert guess(Seen("It is sick leave.", ("sick", "leave"), (), False)) == "named"
    assert guess(Seen("It is a leave.", ("leave",), ("sick",), False)) == "pronoun"


def test_a_near_copy_makes_twins_of_chunks_that_name_their_subject_alone():
    assert guess(Seen("Leave ends in May.", ("leave",), (), True)) == "twin"
    assert guess(Seen("It ends in May.", (), ("leave",), True)) == "pronoun"


@given(st.text(max_size=80), st.booleans(), st.booleans())
def test_it_has_a_class_for_any_text(text: str, held: bool, copied: bool):
    assert guess(Seen(text, ("x",) if held else (), (), copied)) in NAMES


def test_of_a_corpus_in_another_language_nothing_is_guessed(tmp_path: Path):
    german = "# Urlaub\n\nEr muss bei der Leitung und vor dem Ende des Monats beantragt werden.\n"
    assert audited(tmp_path / "de", {"a.md": german}).guesses is None


def test_twins_are_found_under_other_headings_alone(tmp_path: Path):
    same = "Gold support answers within four hours of the call."
    files = {"a.md": f"# Gold\n\n{same}\n\n# Silver\n\n{same}\n\n# Bike\n\nBikes stand outside.\n"}
    found = audited(tmp_path / "here", files)
    assert found.guesses == ["twin", "named", "named"] or found.guesses == ["twin", "twin", "named"]
    assert found.nearest[0][0] == 1
    assert found.nearest[0][1] == pytest.approx(1.0)
