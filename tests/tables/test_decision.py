"""What is decided of a run's values, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import pytest

from goldrank.frames.schema import SCHEMA
from goldrank.frames.systems import SYSTEM
from goldrank.measuring.paired import effects
from goldrank.measuring.sizes import Finding, queries_needed
from goldrank.tables.claims import Claims
from goldrank.tables.decision import Decision, decide
from goldrank.tables.decision_words import decision_lines
from goldrank.tables.standings import standings_table

BEST, NEXT, LAST = ("a", "head", "vector"), ("a", "raw", "vector"), ("b", "raw", "vector")


def standings(
    values: Mapping[tuple[str, str, str], Sequence[float]],
    tokens: Sequence[float] = (),
    clusters: int = 1000,
) -> pd.DataFrame:
    """Of systems with these values a query; queries lie in so many documents, in turn."""
    count = len(next(iter(values.values())))
    ids = [f"q{n}" for n in range(count)]
    rows = [(*s, q, v) for s, each in values.items() for q, v in zip(ids, each, strict=True)]
    measurements = pd.DataFrame(rows, columns=[*SYSTEM, "query_id", "RR"])
    queries = pd.DataFrame(
        {"query_id": ids, "cluster": [f"d{n % min(clusters, count)}" for n in range(count)]}
    )
    systems = pd.DataFrame([(*s, np.mean(v)) for s, v in values.items()], columns=[*SYSTEM, "RR"])
    systems["median_tokens"] = list(tokens) or [100.0] * len(systems)
    none = pd.DataFrame({"query_id": [], "doc_id": []})
    table = standings_table(systems, Claims.of(measurements, queries, none), {})
    SCHEMA["standings"].check(table)
    return table


def noisy(mean: float, count: int = 60, seed: int = 0) -> list[float]:
    """Values that are 1 or 0.25, of that mean."""
    ones = round(count * (mean - 0.25) / 0.75)
    return list(np.random.default_rng(seed).permutation([1.0] * ones + [0.25] * (count - ones)))


def told(decision: Decision) -> str:
    return "\n".join(decision_lines(decision))


def test_what_is_first_in_nearly_all_resamples_is_shipped_and_the_rest_ruled_out():
    found = decide(standings({NEXT: noisy(0.4), BEST: noisy(0.9, seed=1)}, [1100.0, 66.0]))
    assert (found.kind, found.speaks_of) == ("ship", BEST)
    assert [one.system for one in found.ruled_out] == [NEXT]
    words = told(found)
    assert words.startswith("Ship a/head/vector: MRR .9")
    assert "first in 100 % of resamples by document" in words
    assert (
        "It reads 66 tokens to the gold chunk (median), the next best, a/raw/vector (MRR .400), 1,100."
        in words
    )
    assert "Ruled out: a/raw/vector (.400)." in words
    assert "in play" not in words


def test_what_may_be_chance_is_not_decided_and_the_queries_that_would_are_named():
    table = standings({BEST: noisy(0.62), NEXT: noisy(0.6, seed=3), LAST: [0.1] * 60})
    found = decide(table)
    assert (found.kind, found.speaks_of) == ("undecided", BEST)
    assert [one.system for one in found.in_play] == [NEXT]
    assert [one.system for one in found.ruled_out] == [LAST]
    changes = np.array(noisy(0.62)) - np.array(noisy(0.6, seed=3))
    needed = queries_needed(changes, changes.mean(), range(60), Finding(alpha=0.05 / 2))
    assert needed is not None
    assert found.more_queries == needed - 60
    words = told(found)
    assert words.startswith("Cannot decide between a/head/vector and a/raw/vector: a/head/vector ")
    said = re.search(r"about ([\d,]+) more queries would tell them apart", words)
    assert said is not None
    assert needed - 60 <= int(said[1].replace(",", "")) <= 1.1 * (needed - 60)


@pytest.mark.parametrize(
    ("count", "documents", "said"),
    [
        (2, 2, "2 queries on 2 documents say too little of any others"),
        (60, 19, "60 queries on 19 documents say too little"),
        (1, 1, "1 query on 1 document says too little"),
    ],
)
def test_few_documents_decide_nothing_however_large_the_difference(
    count: int, documents: int, said: str
):
    values = {BEST: [1.0] * count, NEXT: [0.1] * count}
    found = decide(standings(values, clusters=documents))
    assert (found.kind, found.speaks_of) == ("few", BEST)
    words = told(found)
    assert said in words
    assert "ask queries on at least 20 documents" in words
    assert not words.startswith("Ship")


def test_twenty_documents_may_decide():
    values = {BEST: [1.0] * 60, NEXT: [0.1] * 60}
    assert decide(standings(values, clusters=20)).kind == "ship"


def test_of_two_that_are_as_good_the_one_that_costs_a_fraction_is_shipped():
    close = [1.0] * 59 + [0.9]
    found = decide(standings({NEXT: [1.0] * 60, BEST: close}, [233.0, 12.0]))
    assert (found.kind, found.speaks_of) == ("ship", BEST)
    assert (
        "It reads 12 tokens to the gold chunk (median); the highest, a/raw/vector (MRR 1.000), is as "
        "good and reads 233, 19 times as many." in told(found)
    )


def test_a_little_cheaper_is_no_reason_and_neither_is_cheaper_and_worse():
    close = [1.0] * 59 + [0.9]
    near = standings({NEXT: [1.0] * 60, BEST: close}, [233.0, 200.0])
    worse = standings({NEXT: [1.0] * 60, BEST: noisy(0.9)}, [233.0, 12.0])
    assert decide(near).speaks_of == decide(worse).speaks_of == NEXT


def test_shares_and_tests_of_the_table_are_those_of_the_values():
    values = {BEST: noisy(0.7), NEXT: noisy(0.6, seed=3), LAST: noisy(0.5, seed=4)}
    table = standings(values)
    assert table.RR.is_monotonic_decreasing
    assert table["first"].sum() == pytest.approx(1)
    columns = [np.array(values[BEST]) - np.array(values[s]) for s in (NEXT, LAST)]
    expected = effects(np.stack(columns, axis=1), [f"d{n}" for n in range(60)])
    assert table.p_value.tolist()[1:] == [each.p_corrected for each in expected]
    assert table.behind.tolist()[1:] == [each.mean for each in expected]
    assert table.ruled_out.tolist()[1:] == [each.is_real for each in expected]


def test_one_system_is_nothing_to_decide_and_none_is_said_so():
    assert told(decide(standings({BEST: noisy(0.7)}))).startswith(
        "Nothing to decide: a/head/vector"
    )
    none = decide(SCHEMA["standings"].empty())
    assert (none.kind, none.speaks_of) == ("none", None)
    assert told(none).startswith("Cannot decide: no query was judged.")


def test_the_words_follow_what_is_drawn():
    table = standings({BEST: [1.0, 1.0], NEXT: [0.1, 0.1]})
    assert "2 queries say too little of any others; ask at least 20 queries" in told(
        decide(table, "query")
    )
    assert "2 queries on 2 clusters" in told(decide(table, "tag:team:"))


def test_equal_systems_share_the_highest():
    words = told(decide(standings({BEST: [1.0] * 4, NEXT: [1.0] * 4, LAST: [1.0] * 4})))
    assert "has the highest MRR 1.000, and so have a/raw/vector, b/raw/vector." in words


def test_equal_systems_on_many_documents_are_decided_by_cost():
    values = {BEST: noisy(0.7), NEXT: noisy(0.7), LAST: noisy(0.3, seed=2)}
    found = decide(standings(values, [300.0, 20.0, 10.0]))
    assert (found.kind, found.speaks_of) == ("ship", NEXT)
    assert "first in 50 % of resamples by document, at most .010 below the first in 100 %" in told(
        found
    )
