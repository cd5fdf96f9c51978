"""On which half of the query a chunk competes."""

from __future__ import annotations

import math

import pytest

from goldrank.diagnosis.halves import Halves, half_of, matched, weight
from goldrank.diagnosis.vocabulary import Vocabulary, kin

HEADER = {kin(term) for term in ("employee", "handbook", "leave", "parental")}
ASKED = ["far", "ahead", "request", "parental", "leave"]
WORDS = Vocabulary.of([{term} for term in ASKED], ASKED)  # each in one text of five: equal bits


def side(text: str, to_section: float, to_text: float) -> str:
    halves = Halves.of(ASKED, HEADER)
    held = {kin(term) for term in text.split()}
    topic, predicate = matched(halves.topic, held), matched(halves.predicate, held)
    return half_of(
        weight(topic, halves.topic, WORDS),
        weight(predicate, halves.predicate, WORDS),
        to_section,
        to_text,
    )


def test_five_results_sort_into_three_on_notice_and_two_on_the_subject():
    ahead = [
        ("orders over the limit are requested thirty days before the committee", 0.2, 0.6),
        ("the committee meets monthly orders need thirty days", 0.2, 0.5),
        ("the auditorium is booked fourteen days before", 0.1, 0.6),
        ("parental leave lasts 26 weeks", 0.8, 0.3),
        ("parents on leave keep their benefits and parental pay", 0.7, 0.3),
    ]
    assert [side(*each) for each in ahead] == ["predicate"] * 3 + ["topic"] * 2


def test_a_chunk_with_half_of_each_half_competes_on_both():
    assert side("parental request ahead", 0.9, 0.1) == "both"


def test_a_stray_word_leaves_the_choice_to_the_vectors():
    # One of six equal terms is less than a quarter.
    assert half_of(0.0, 1 / 6, 0.6, 0.4) == "topic"
    assert half_of(0.0, 1 / 6, 0.4, 0.6) == "predicate"
    assert half_of(0.0, 1 / 6, math.nan, math.nan) == "predicate"


def test_a_quarter_of_a_half_decides_against_the_vectors():
    assert half_of(0.25, 0.0, 0.1, 0.9) == "topic"


def test_without_terms_and_vectors_there_is_no_side():
    assert half_of(0.0, 0.0, math.nan, 0.4) == "neither"


def test_halves_hold_every_telling_term_once():
    halves = Halves.of(ASKED, HEADER)
    assert halves == Halves(("parental", "leave"), ("far", "ahead", "request"))


def test_rare_terms_weigh_more():
    words = Vocabulary.of([{"rare", "often"}, {"often"}, {"x"}, {"y"}], list("wxyz"))
    # rare: log2(4) = 2 bits, often: log2(4/2) = 1 bit.
    assert weight(["rare"], ["rare", "often"], words) == pytest.approx(2 / 3)
    assert weight([], [], words) == 0.0
