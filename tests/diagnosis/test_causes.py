"""The rule of precedence."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.causes import DIAGNOSES, Facts, diagnoses_of

FACTS = st.builds(
    Facts,
    rank=st.none() | st.integers(1, 30),
    split=st.booleans(),
    unread=st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]),
    twin_ahead=st.booleans(),
    heading_empty=st.booleans(),
    shares=st.booleans(),
    header_shares=st.booleans(),
)
EVERYTHING = Facts(11, False, 1.0, True, True, False, False)


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
def test_found_and_buried_exclude_each_other_and_one_of_them_holds_unless_split(facts, k):
    held = set(diagnoses_of(facts, k))
    assert len(held & {"found", "buried"}) == (0 if facts.split else 1)
    assert ("found" in held) == (not facts.split and facts.rank is not None and facts.rank <= k)


def test_the_rank_k_itself_is_found_and_the_next_is_not():
    assert diagnoses_of(Facts(10), 10) == ("found",)
    assert diagnoses_of(Facts(11), 10) == ("buried",)
    assert diagnoses_of(Facts(None), 10) == ("buried",)


def test_nothing_holds_beside_split():
    assert diagnoses_of(Facts(None, True, 1.0, True, True, False, False), 10) == ("split",)


@pytest.mark.parametrize(
    ("without", "named"),
    [
        ([], "outside"),
        (["unread"], "twin"),
        (["unread", "twin_ahead"], "empty heading"),
        (["unread", "twin_ahead", "heading_empty"], "no shared vocabulary"),
        (["unread", "twin_ahead", "heading_empty", "shares"], "buried"),
    ],
)
def test_each_cause_is_named_once_those_before_it_are_gone(without, named):
    cured = {"unread": 0.0, "twin_ahead": False, "heading_empty": False, "shares": True}
    facts = {name: getattr(EVERYTHING, name) for name in Facts.__slots__}
    facts.update({name: cured[name] for name in without})
    assert diagnoses_of(Facts(**facts), 10)[0] == named


def test_a_vector_that_missed_half_is_named_straddling_and_one_that_read_most_is_not():
    half = Facts(40, unread=0.5, twin_ahead=True)
    assert diagnoses_of(half, 10) == ("straddling", "twin", "buried")
    most = Facts(40, unread=0.4, twin_ahead=True)
    assert diagnoses_of(most, 10) == ("twin", "buried", "straddling")
    assert diagnoses_of(Facts(40, unread=0.4), 10) == ("buried", "straddling")


def test_where_the_header_would_bring_the_vocabulary_the_need_is_buried():
    lacking = Facts(40, shares=False, header_shares=True)
    assert diagnoses_of(lacking, 10) == ("buried", "no shared vocabulary")
    empty = Facts(40, shares=False, header_shares=True, heading_empty=True)
    assert diagnoses_of(empty, 10)[0] == "empty heading"


def test_what_else_holds_of_a_found_need_is_kept():
    assert diagnoses_of(Facts(2, twin_ahead=True), 10) == ("found", "twin")


def test_every_diagnosis_can_be_named():
    named = {
        diagnoses_of(Facts(rank, split, unread, twin, empty, shares, shares), 10)[0]
        for rank, split, unread, twin, empty, shares in itertools.product(
            (1, 99), (True, False), (0.0, 1.0, 0.7), *[(True, False)] * 3
        )
    }
    assert named == set(DIAGNOSES)
