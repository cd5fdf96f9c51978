from __future__ import annotations

import pytest
from tests.chunkers.contract import texts

from goldrank.chunkers.fixed import FixedChunker
from goldrank.chunkers.registry import KINDS, make_chunker
from goldrank.errors import GoldrankError


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("given", "user")])
def test_every_kind_is_made_without_settings(kind):
    assert make_chunker(kind, "mine").name == "mine"


def test_settings_reach_the_chunker():
    assert make_chunker("fixed", "f", limit=9, overlap=2) == FixedChunker("f", 9, overlap=2)


def test_a_list_is_taken_where_a_file_cannot_say_tuple():
    chunker = make_chunker("recursive", "r", separators=["\n", " "])
    assert chunker.separators == ("\n", " ")
    assert hash(chunker)


def test_a_kind_with_a_colon_is_the_users_callable():
    assert texts(make_chunker("builtins:str.split", "mine"), "one two") == ["one", "two"]


@pytest.mark.parametrize(
    ("kind", "settings", "message"),
    [
        ("headings", {}, "did you mean 'heading'?"),
        ("zzz", {}, "known: heading, section, paragraph, recursive, fixed, whole, given, user"),
        ("heading", {"include_headings": True}, "did you mean 'include_heading'?"),
        ("section", {"max_chars": 9}, "did you mean 'max_characters'?"),
        ("whole", {"limit": 9}, "known: none"),
        ("user", {}, "say which"),
        ("given", {}, "say which file holds its chunks"),
        ("given", {"path": "gone.jsonl"}, "expected a JSONL or Parquet file of chunks at gone"),
        ("user", {"calable": "re:split"}, "did you mean 'callable'?"),
    ],
)
def test_what_is_unknown_is_an_error_with_the_nearest_known(kind, settings, message):
    with pytest.raises(GoldrankError) as caught:
        make_chunker(kind, "mine", **settings)
    assert message in str(caught.value)
    assert "'mine'" in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("heading", {"limit": 0}),
        ("heading", {"limit": "512"}),
        ("heading", {"limit": True}),
        ("heading", {"limit": 2.0}),
        ("heading", {"unit": "words"}),
        ("paragraph", {"unit": ["tokens"]}),
        ("heading", {"reserve": "title"}),
        ("heading", {"reserve": -1}),
        ("heading", {"reserve": True}),
        ("heading", {"include_heading": "no"}),
        ("fixed", {"overlap": -1}),
        ("section", {"min_characters": -1}),
        ("section", {"max_characters": 0}),
        ("section", {"reserve": None}),
    ],
)
def test_a_value_that_makes_no_sense_is_an_error_that_names_its_setting(kind, settings):
    (setting,) = settings
    with pytest.raises(GoldrankError, match=f"'mine': {setting}: expected .*, got"):
        make_chunker(kind, "mine", **settings)


def test_settings_that_contradict_each_other_are_refused():
    with pytest.raises(GoldrankError, match="reserve: expected less than the limit of 5"):
        make_chunker("heading", "mine", limit=5, reserve=5)
    with pytest.raises(GoldrankError, match="limit: expected a number of characters"):
        make_chunker("heading", "mine", unit="characters")
    with pytest.raises(GoldrankError, match="min_characters: expected at most"):
        make_chunker("section", "mine", min_characters=9, max_characters=8)


@pytest.mark.parametrize("name", ["", "  ", None])
def test_a_chunker_needs_a_name(name):
    with pytest.raises(GoldrankError, match="name"):
        make_chunker("whole", name)
