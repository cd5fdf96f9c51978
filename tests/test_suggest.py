"""What is suggested for a name that is not known, and that one place suggests."""

from pathlib import Path

import goldrank
from goldrank.suggest import did_you_mean, listed, nearest_names, unknown

KNOWN = ["limit", "unit", "limits"]


def test_the_nearest_name_comes_first_and_at_most_so_many_come():
    # difflib's ratio is twice the letters in common over all letters: limt, limit 8/9; limits 8/10.
    assert nearest_names("limt", KNOWN) == ["limit"]
    assert nearest_names("limt", KNOWN, most=2) == ["limit", "limits"]


def test_a_name_that_is_less_alike_than_asked_for_is_not_suggested():
    assert did_you_mean("limt", KNOWN, alike=0.9) == ""
    assert did_you_mean("limt", KNOWN, alike=0.88) == "; did you mean 'limit'?"


def test_several_suggestions_are_shown_as_the_sentence_shows_names():
    said = did_you_mean("limt", KNOWN, most=2, shown=str)
    assert said == "; did you mean limit, limits?"


def test_a_known_name_that_stands_twice_is_listed_once():
    assert unknown("key", "zzz", ["a", "b", "a"]) == "unknown key 'zzz' (known: a, b)"


def test_where_nothing_is_known_that_is_said():
    assert unknown("key", "zzz", []) == f"unknown key 'zzz' {listed([])}" != "unknown key 'zzz'"
    assert listed([]) == "(known: none)"


def test_only_this_file_suggests():
    source = Path(goldrank.__file__).parent
    texts = {path.name: path.read_text("utf-8") for path in source.rglob("*.py")}
    # A doctest of another file shows what is said, and does not say it.
    saying = [
        name
        for name, text in texts.items()
        if "get_close_matches" in text or "did you mean {" in text
    ]
    assert saying == ["suggest.py"]
