"""The rule of precedence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.causes import DIAGNOSES, Facts, diagnoses_of

FACTS = st.builds(
    Facts,
    rank=st.none() | st.integers(1, 30),
    split=st.booleans(),
    unread=st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]),
    subject=st.booleans(),
    twins_ahead=st.integers(0, 5),
    forms=st.booleans(),
    shares=st.booleans(),
    header_shares=st.booleans(),
    heading_empty=st.booleans(),
    document_rank=st.none() | st.integers(1, 30),
)
EVERYTHING = Facts(
    11,
    unread=1.0,
    subject=False,
    twins_ahead=1,
    forms=True,
    shares=False,
    header_shares=False,
    heading_empty=True,
    document_rank=1,
)


@given(FACTS, st.integers(1, 20))
def test_each_holds_once_and_those_that_may_be_named_come_first_in_the_order_of_the_table(facts, k):
    held = diagnoses_of(facts, k)
    assert len(set(held)) == len(held)
    unnamed = {
        name
        for name, last in [
            ("straddling", facts.unread < 0.5),
            ("no shared vocabulary", facts.header_shares),
        ]
        if last
    }
    places = [(name in unnamed, DIAGNOSES.index(name)) for name in held]
    assert places == sorted(places)
    assert held[0] not in unnamed


@given(FACTS, st.integers(1, 20))
def test_found_and_the_two_wrongs_exclude_each_other_and_one_holds_unless_split(facts, k):
    held = set(diagnoses_of(facts, k))
    ends = held & {"found", "wrong chunk", "wrong document"}
    assert len(ends) == (0 if facts.split else 1)
    assert ("found" in held) == (not facts.split and facts.rank is not None and facts.rank <= k)


@given(FACTS, st.integers(1, 20))
def test_a_twin_is_a_cause_only_where_taking_the_twins_away_brings_the_need_within_k(facts, k):
    held = set(diagnoses_of(replace(facts, split=False), k))
    rank = facts.rank
    mended = rank is not None and rank > k and rank - facts.twins_ahead <= k
    assert ("twin" in held) == mended


def test_the_rank_k_itself_is_found_and_the_next_is_not():
    assert diagnoses_of(Facts(10), 10) == ("found",)
    assert diagnoses_of(Facts(11), 10) == ("wrong document",)
    assert diagnoses_of(Facts(None), 10) == ("wrong document",)


def test_the_right_document_within_k_makes_it_the_wrong_chunk():
    assert diagnoses_of(Facts(40, document_rank=10), 10) == ("wrong chunk",)
    assert diagnoses_of(Facts(40, document_rank=11), 10) == ("wrong document",)
    assert diagnoses_of(Facts(None, document_rank=1), 10) == ("wrong chunk",)


def test_nothing_holds_beside_split():
    assert diagnoses_of(replace(EVERYTHING, rank=None, split=True), 10) == ("split",)


CURES = {
    "outside": {"unread": 0.0},
    "no subject": {"subject": True},
    "twin": {"twins_ahead": 0},
    "word form": {"forms": False},
    "no shared vocabulary": {"shares": True},
    "empty heading": {"heading_empty": False},
    "wrong chunk": {"document_rank": None},
}


@pytest.mark.parametrize("cured", range(len(CURES) + 1))
def test_each_cause_is_named_once_those_before_it_are_gone(cured):
    names = [*CURES, "wrong document"]
    facts = EVERYTHING
    for name in names[:cured]:
        facts = replace(facts, **CURES[name])
    assert diagnoses_of(facts, 10)[0] == names[cured]


def test_an_empty_heading_does_not_hide_that_no_word_is_shared():
    facts = Facts(40, shares=False, header_shares=False, heading_empty=True)
    assert diagnoses_of(facts, 10)[:2] == ("no shared vocabulary", "empty heading")


def test_words_in_another_form_are_no_missing_vocabulary():
    held = diagnoses_of(Facts(None, shares=False, forms=True, header_shares=False), 10)
    assert held == ("word form", "wrong document")


def test_a_vector_that_missed_half_is_named_straddling_and_one_that_read_most_is_not():
    half = Facts(11, unread=0.5, twins_ahead=1)
    assert diagnoses_of(half, 10) == ("straddling", "twin", "wrong document")
    most = Facts(11, unread=0.4, twins_ahead=1)
    assert diagnoses_of(most, 10) == ("twin", "wrong document", "straddling")
    assert diagnoses_of(Facts(40, unread=0.4), 10) == ("wrong document", "straddling")


def test_where_the_header_would_bring_the_vocabulary_the_place_is_named():
    lacking = Facts(40, shares=False, header_shares=True, document_rank=3)
    assert diagnoses_of(lacking, 10) == ("wrong chunk", "no shared vocabulary")


def test_what_else_holds_of_a_found_need_is_kept():
    assert diagnoses_of(Facts(2, subject=False), 10) == ("found", "no subject")


def test_a_query_that_is_mostly_unread_is_named_and_one_that_is_mostly_read_only_holds():
    mostly = Facts(rank=50, query_read=0.5, shares=False, header_shares=False)
    assert diagnoses_of(mostly, 10)[0] == "query unread"
    some = Facts(rank=50, query_read=0.6)
    assert diagnoses_of(some, 10) == ("wrong document", "query unread")
    assert "query unread" not in diagnoses_of(Facts(rank=50), 10)
    # The text shares words with the query, and none of them was read.
    assert diagnoses_of(Facts(rank=50, query_read=0.6, reached=False), 10)[0] == "query unread"


def test_where_the_forms_of_words_are_not_known_no_vocabulary_is_said_to_be_missing():
    facts = Facts(rank=178, shares=False, header_shares=False)
    assert diagnoses_of(facts, k=10) == ("no shared vocabulary", "wrong document")
    unknown = replace(facts, knows_forms=False)
    assert diagnoses_of(unknown, k=10) == ("wrong document",)
