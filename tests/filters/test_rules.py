"""What each rule lets through, and what it says of the rest."""

from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.filters.corpora import RULES, may_see, random_filter, random_metadata

from goldrank.errors import GoldrankError
from goldrank.filters.settings import FilterSettings, check_filters
from goldrank.filters.sight import Sight
from goldrank.filters.values import moment, word
from goldrank.types import Document, Query

TENANT = FilterSettings(name="tenant")
GROUPS = FilterSettings(name="groups", rule="any of", field="access")
DATES = FilterSettings(
    name="as_of", rule="in force at", begins="from", ends="until", series="policy"
)
assert 'name = "tenant"' in RULES  # the same three as the suites of these tests have


def documents(*metadata: dict) -> list[Document]:
    return [Document(f"d{n}", "", "", metadata=own) for n, own in enumerate(metadata)]


def seen(rules: list[FilterSettings], asked: dict, *metadata: dict) -> list[bool]:
    sight = Sight.of(rules, documents(*metadata))
    return sight.allowed(Query("q", "?", filter=asked)).tolist()


@given(seed=st.integers(0, 10_000))
def test_the_rules_together_let_through_what_brute_force_does(seed):
    stream = np.random.default_rng(seed)
    metadata = list(random_metadata([f"d{n}" for n in range(12)], stream).values())
    asked = random_filter(stream)
    found = seen([TENANT, GROUPS, DATES], asked, *metadata)
    assert found == [may_see(asked, own, metadata) for own in metadata]


def test_equal_compares_what_is_meant_not_how_it_is_typed():
    assert seen([TENANT], {"tenant": 7}, {"tenant": "7"}, {"tenant": 7.0}, {"tenant": 8}) == [
        True,
        True,
        False,
    ]
    assert word(True) == "true"


def test_a_document_that_does_not_say_is_hidden_unless_the_rule_allows_it():
    own = ({}, {"tenant": ""}, {"tenant": "acme"})
    assert seen([TENANT], {"tenant": "acme"}, *own) == [False, False, True]
    lenient = FilterSettings(name="tenant", missing="allowed")
    assert seen([lenient], {"tenant": "bolt"}, *own) == [True, True, False]


def test_any_of_takes_one_value_or_several_on_both_sides():
    own = ({"access": "hr"}, {"access": ["it", "law"]})
    assert seen([GROUPS], {"groups": "hr"}, *own) == [True, False]
    assert seen([GROUPS], {"groups": ["hr", "law"]}, *own) == [True, True]
    assert seen([GROUPS], {"groups": []}, *own) == [False, False]


def test_a_document_is_in_force_from_its_first_day_until_the_day_before_its_end():
    own = {"from": "2026-01-01", "until": "2026-04-01"}
    days = ["2025-12-31", "2026-01-01", "2026-03-31", "2026-04-01"]
    assert [seen([DATES], {"as_of": day}, own)[0] for day in days] == [False, True, True, False]


def test_of_a_series_the_latest_that_has_begun_is_in_force():
    first, second = {"policy": "p", "from": "2026-01-01"}, {"policy": "p", "from": "2026-03-01"}
    other = {"policy": "o", "from": "2025-01-01"}
    assert seen([DATES], {"as_of": "2026-02-01"}, first, second, other) == [True, False, True]
    assert seen([DATES], {"as_of": "2026-03-01"}, first, second, other) == [False, True, True]


def test_a_date_of_yaml_a_text_and_a_time_with_a_zone_are_one_moment():
    assert moment(date(2026, 3, 1)) == moment("2026-03-01") == datetime(2026, 3, 1, tzinfo=UTC)
    assert moment("2026-03-01T02:00+02:00") == moment("2026-03-01")


@pytest.mark.parametrize(
    ("metadata", "asked", "why"),
    [
        ({"tenant": "bolt"}, {"tenant": "acme"}, [("tenant", "another value")]),
        ({}, {"tenant": "acme"}, [("tenant", "not said")]),
        ({"from": "2026-05-01"}, {"as_of": "2026-01-01"}, [("as_of", "not yet in force")]),
        ({"until": "2026-01-01"}, {"as_of": "2026-01-01"}, [("as_of", "no longer in force")]),
        ({"from": "2025-01-01", "policy": "p"}, {"as_of": "2026-01-01"}, [("as_of", "superseded")]),
        ({"tenant": "acme"}, {"tenant": "acme"}, []),
        ({}, {"tenant": "a", "groups": []}, [("tenant", "not said"), ("groups", "not said")]),
    ],
)
def test_what_is_hidden_is_hidden_for_a_reason(metadata, asked, why):
    later = {"from": "2025-06-01", "policy": "p"}
    sight = Sight.of([TENANT, GROUPS, DATES], documents(metadata, later))
    assert sight.reasons(Query("q", "?", filter=asked), 0) == why


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tenent": "a"}, "query q: filter: unknown key 'tenent'; did you mean 'tenant'?"),
        ({"as_of": "soon"}, "query q: filter 'as_of': expected a date such as 2026-03-01"),
        ({"as_of": 2026}, "query q: filter 'as_of': expected a date such as 2026-03-01, got 2026"),
        ({"tenant": ["a", "b"]}, "query q: filter 'tenant': expected one text, number, date"),
    ],
)
def test_a_filter_that_cannot_be_read_is_an_error_that_names_the_query(asked, said):
    with pytest.raises(GoldrankError, match="query q") as error:
        seen([TENANT, DATES], asked, {"tenant": "a"})
    assert str(error.value).startswith(said)


def test_a_filter_without_any_rule_is_an_error_that_says_what_to_add():
    with pytest.raises(GoldrankError, match=r"this suite has no \[\[filter\]\]: add one"):
        seen([], {"tenant": "acme"}, {})


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"from": "May"}, "document d0: metadata 'from': expected a date such as 2026-03-01"),
        ({"tenant": ["a"]}, "document d0: metadata 'tenant': expected one text, number"),
        ({"tenant": {"a": 1}}, "document d0: metadata 'tenant': expected one text, number"),
    ],
)
def test_metadata_that_cannot_be_read_is_an_error_that_names_the_document(metadata, said):
    with pytest.raises(GoldrankError, match="document d0") as error:
        seen([TENANT, DATES], {}, metadata)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"begins": "from"}, "begins needs rule = \"in force at\", got 'equal'"),
        ({"rule": "in force at"}, "expected begins or ends, the fields with the dates"),
        ({"rule": "in force at", "begins": "a", "field": "b"}, "expected no field, leave it out"),
        ({"rule": "in force at", "ends": "a", "series": "b"}, "series needs begins"),
    ],
)
def test_a_rule_takes_the_keys_of_its_kind(own, said):
    with pytest.raises(GoldrankError) as error:
        check_filters([FilterSettings(name="f", **own)], "suite.toml")
    assert str(error.value).startswith("suite.toml: filter 'f': ")
    assert said in str(error.value)


def test_two_filters_of_one_name_are_an_error():
    with pytest.raises(GoldrankError, match="two filters are named 'tenant'; rename one"):
        check_filters([TENANT, TENANT], "suite.toml")
