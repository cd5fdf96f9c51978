"""Which words tell anything."""

from __future__ import annotations

import math

import pytest

from goldrank.diagnosis.vocabulary import TermSets, Vocabulary, kin


def test_a_term_in_exactly_half_of_the_chunks_is_common():
    words = Vocabulary.of([{"a", "x"}, {"a"}, {"b"}, {"c"}], ["d"] * 4)
    assert words.common == {"a"}
    assert words.telling(["b", "a", "b", "new"]) == ["b", "new"]


def test_half_of_ten_documents_makes_a_term_common_and_half_of_nine_does_not():
    def corpus(documents: int) -> Vocabulary:
        # "due" stands in one of ten chunks of five documents.
        terms = [
            {"due"} if part == 0 and number < 5 else {f"w{number}-{part}"}
            for number in range(documents)
            for part in range(10)
        ]
        return Vocabulary.of(terms, [f"d{n}" for n in range(documents) for _ in range(10)])

    assert "due" in corpus(10).common
    assert "due" not in corpus(10).in_half_of_texts
    assert "due" not in corpus(9).common


def test_bits_are_the_logarithm_of_how_rare_a_term_is():
    words = Vocabulary.of([{"a", "b"}, {"a"}, {"a"}, {"c"}], list("wxyz"))
    assert words.bits("b") == 2.0  # one of four
    assert words.bits("a") == math.log2(4 / 3)
    assert words.bits("unseen") == 2.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("request", "requested"),
        ("booking", "booked"),
        ("badge", "badges"),
        ("policy", "policies"),
        ("carried", "carries"),
        ("planning", "planned"),
        ("lease", "leasing"),
        ("box", "boxes"),
        ("car", "cars"),
    ],
)
def test_inflected_forms_are_kin(one, other):
    assert kin(one) == kin(other)


@pytest.mark.parametrize(
    ("one", "other"), [("bus", "bu"), ("pass", "pas"), ("red", "r"), ("ring", "r"), ("news", "ne")]
)
def test_short_words_and_double_s_keep_their_ends(one, other):
    assert kin(one) != other


def test_a_text_is_read_once_and_only_when_asked_for():
    read: list[str] = []

    def tokenize(text: str) -> list[str]:
        read.append(text)
        return text.split()

    sets = TermSets(["one two", "three"], tokenize)
    assert sets.kin(0) == {"one", "two"}
    sets.terms(0)
    assert read == ["one two"]
