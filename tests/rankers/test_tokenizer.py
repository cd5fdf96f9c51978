"""Both sides get their terms from one place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers.tokenizer import Tokenizer


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("naïve café", ["naïve", "café"]),
        ("Портфель", ["портфель"]),
        ("초과근무 승인", ["초과근무", "승인"]),
        ("測試文件", ["測", "試", "文", "件"]),
        ("TLS_key-2", ["tls", "key", "2"]),
        ("naïve_TLS_key-2", ["naïve", "tls", "key", "2"]),
        ("サーバーABC", ["サ", "ー", "バ", "ー", "abc"]),
        ("5 ㎒ ℋ", ["5", "mhz", "h"]),  # capitals appear only when these are decomposed
        ("ｆｕｌｌ ﬁle ①", ["full", "file", "1"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("قانون می‌خواهم", ["قانون", "می‌خواهم"]),
        ("ที่นี่", ["ที่", "นี่"]),  # each consonant keeps its marks
        ("don't 3.14 a@b.example", ["don", "t", "3", "14", "a", "b", "example"]),
        ("❤️ 👨‍👩‍👧 — …", []),
        ("", []),
    ],
)
def test_terms_are_runs_of_word_characters_in_any_script(text, terms):
    assert Tokenizer()(text) == terms


@pytest.mark.parametrize(
    ("one", "other"),
    [("STRASSE", "straße"), ("İstanbul", "i̇stanbul"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ＡＰＩ", "api")],
)
def test_case_and_width_do_not_count(one, other):
    assert Tokenizer()(one) == Tokenizer()(other)
    assert len(Tokenizer()(one)) == 1


@given(st.text())
def test_terms_are_never_empty_and_tokenising_them_again_changes_nothing(text):
    terms = Tokenizer()(text)
    assert all(terms)
    assert [again for term in terms for again in Tokenizer()(term)] == terms


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_says_what_the_long_way_says(text):
    # One letter outside ASCII sends the text the long way.
    assert Tokenizer()(text) == Tokenizer()(text + " é")[:-1]


def test_stop_words_are_left_out_after_folding():
    tokenizer = Tokenizer(stopwords=("THE", "of"))
    assert tokenizer("The the token OF Thebes") == ["token", "thebes"]


def test_english_is_a_list_of_stop_words_by_name():
    assert Tokenizer(stopwords="english")("to be or not to be a key") == ["key"]


def test_nothing_is_stopped_or_stemmed_by_default():
    assert Tokenizer()("the requests") == ["the", "requests"]


def test_settings_are_part_of_the_fingerprint():
    prints = {
        Tokenizer().fingerprint,
        Tokenizer(stopwords=("a",)).fingerprint,
        Tokenizer(stopwords="english").fingerprint,
    }
    assert len(prints) == 3
    assert Tokenizer(("b", "a")).fingerprint == Tokenizer(("a", "b", "a")).fingerprint


def test_words_are_stemmed_by_language_with_no_other_package():
    assert Tokenizer(stemming="english")("Requests, keys") == ["request", "key"]
    assert Tokenizer(stemming="de")("Anträge, Antrag") == ["antrag", "antrag"]
    with pytest.raises(GoldrankError, match=r"expected one of arabic.*got 'chinese'"):
        Tokenizer(stemming="chinese")
    with pytest.raises(GoldrankError, match="unknown language 'klingon'"):
        Tokenizer(stemming="klingon")


def test_a_language_names_its_list_of_stop_words():
    assert Tokenizer(stopwords="german")("die Frist und der Antrag") == ["frist", "antrag"]
    assert Tokenizer(stopwords="de").fingerprint == Tokenizer(stopwords="german").fingerprint
    with pytest.raises(GoldrankError, match=r"there is a list for chinese.*got 'finnish'"):
        Tokenizer(stopwords="fi")
