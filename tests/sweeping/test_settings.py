"""A setting is found in the tables of a suite by the name of its part."""

from __future__ import annotations

import pytest

from goldrank.errors import GoldrankError
from goldrank.sweeping.settings import (
    Axis,
    axis_of,
    combinations,
    part_of,
    with_built_in,
    with_settings,
)

SUITE = {
    "chunker": [{"name": "heading", "limit": 200}, {"name": "a.b"}],
    "variant": [{"name": "raw", "representation": "raw"}, {"name": "short"}],
    "representation": [{"name": "short", "kind": "abstract"}, {"name": "heading"}],
    "ranker": [{"name": "wide", "kind": "rrf"}],
    "encoder": {"model": "bundled"},
    "bm25": {"k1": 1.5},
    "gold": {"min_overlap": 1.0},
}


@pytest.mark.parametrize(
    ("path", "value", "changed"),
    [
        ("wide.k", 10, ("ranker", 0, "k")),
        ("ranker.wide.k", 10, ("ranker", 0, "k")),
        ("a.b.limit", 10, ("chunker", 1, "limit")),
        ("chunker.heading.limit", 10, ("chunker", 0, "limit")),
        ("raw.representation", "title", ("variant", 0, "representation")),
        ("encoder.query_prompt", "q: ", ("encoder", "query_prompt")),
        ("bm25.b", 0.5, ("bm25", "b")),
        ("short.max_tokens", 9, ("representation", 0, "max_tokens")),
        ("short.dense", "raw", ("variant", 1, "dense")),
    ],
)
def test_a_path_leads_to_its_table(path, value, changed):
    found = with_settings(SUITE, [Axis(path, (value,))], (value,))
    for key in changed:
        found = found[key]
    assert found == value


def test_the_suite_itself_stays_as_it_was():
    before = repr(SUITE)
    with_settings(SUITE, [Axis("rrf.k", (1,))], (1,))
    assert repr(SUITE) == before


def test_what_needs_no_table_can_be_set():
    found = with_settings(with_built_in(SUITE), [Axis("breadcrumb.depth", (1,))], (1,))
    assert {"name": "breadcrumb", "depth": 1} in found["representation"]


def test_what_is_changed_is_of_a_part():
    assert part_of(SUITE, "wide.k") == ("ranker", "wide")
    assert part_of(SUITE, "rrf.k") == ("ranker", "rrf")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "heading.limit",
            "several parts have that name; write chunker.heading.limit or representation.h",
        ),
        ("wdie.k", "unknown part of the suite 'wdie'; did you mean 'wide'?"),
        ("k", "unknown part of the suite 'k'"),
        ("seed.x", "seed is the same under every setting"),
        ("queries.path", "queries is the same under every setting"),
        ("gold.min_overlap", "gold is the same under every setting"),
        ("corpus.exclude", "corpus is the same under every setting"),
        ("context.near.neighbours", "context is the same under every setting"),
    ],
)
def test_a_path_to_nothing_is_one_line(path, said):
    with pytest.raises(GoldrankError) as raised:
        with_settings(SUITE, [Axis(path, (1,))], (1,))
    assert said in str(raised.value)


@pytest.mark.parametrize("text", ["rrf.k", "rrf.k=", "=1", "rrf.k= "])
def test_what_sets_nothing_is_one_line(text):
    with pytest.raises(GoldrankError, match="expected PATH=VALUE"):
        axis_of(text)


def test_values_are_toml_and_lists_are_values():
    assert axis_of("x.y=[1, 2],[3]").values == ([1, 2], [3])
    assert axis_of("x.y=true,false").values == (True, False)
    with pytest.raises(GoldrankError, match="the value 1 stands twice"):
        axis_of("x.y=1,2,1")


def test_there_is_a_most_of_combinations():
    many = tuple(range(15))
    with pytest.raises(GoldrankError, match="225 combinations: expected at most 200"):
        combinations([Axis("a.x", many), Axis("a.y", many)])
    with pytest.raises(GoldrankError, match=r"a\.x stands twice"):
        combinations([Axis("a.x", (1,)), Axis("a.x", (2,))])
    with pytest.raises(GoldrankError, match="nothing to sweep"):
        combinations([])


def test_one_setting_by_two_names_is_refused():
    axes = [Axis("a.b.limit", (1,)), Axis("chunker.a.b.limit", (2,))]
    with pytest.raises(
        GoldrankError, match=r"--set a\.b\.limit and --set chunker\.a\.b\.limit are one"
    ):
        with_settings(SUITE, axes, (1, 2))
