"""Languages by name or code, and what is known of each."""

from __future__ import annotations

import bm25s.stopwords
import pytest
import snowballstemmer

from goldrank.errors import GoldrankError
from goldrank.text.languages import (
    CODES,
    WITH_STOP_WORDS,
    language_named,
    stem,
    stemmed_languages,
    stop_words,
)


def test_a_language_is_named_by_its_name_or_its_code_in_any_case():
    assert {language_named(each) for each in ("de", "DE", "german", "German")} == {"german"}


def test_an_unknown_language_is_an_error_that_suggests_one():
    with pytest.raises(GoldrankError, match=r"language: .*'germn'; did you mean 'german'"):
        language_named("germn")


def test_every_list_and_every_stemmer_of_a_language_has_a_code():
    assert set(WITH_STOP_WORDS) <= set(CODES.values())
    # The second Dutch stemmer and Porter's own are no languages.
    assert set(stemmed_languages()) - set(CODES.values()) == {"dutch_porter", "porter"}


def test_every_list_of_the_package_is_known():
    lists = {name for name in vars(bm25s.stopwords) if name.startswith("STOPWORDS_")}
    named = {f"STOPWORDS_{name.upper()}" for name in WITH_STOP_WORDS} - {"STOPWORDS_ENGLISH"}
    assert lists >= {*named, "STOPWORDS_EN"}
    assert all(stop_words(name) for name in WITH_STOP_WORDS)


def test_a_language_without_a_list_is_an_error_that_names_those_with_one():
    with pytest.raises(GoldrankError, match=r"list for chinese, danish.*got 'japanese'"):
        stop_words("japanese")


def test_stems_are_snowballs_and_a_language_without_a_stemmer_keeps_its_words():
    german = snowballstemmer.stemmer("german")
    assert stem("german", "anträge") == german.stemWord("anträge") == stem("german", "antrag")
    assert stem("korean", "사무실로") == "사무실로"
