"""A policy that could never fail, or looks at nothing, is a mistake and no pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.baselines import SYSTEM, baseline, gated
from tests.tiny import write_tiny

from goldrank.errors import GoldrankError
from goldrank.suites.policy import LEAST_ALPHA, make_policy
from goldrank.suites.suite import load_suite
from goldrank.suites.suite_tables import GateSettings

BM25 = SYSTEM.replace("vector", "bm25")


@pytest.mark.parametrize(
    "line",
    [
        "max_drop = true",
        'max_drop = "0.05"',
        "max_drop = nan",
        "max_drop = inf",
        "max_drop = -0.1",
        "floor = true",
        'floor = "0.5"',
        "floor = nan",
        "min_effect = true",
        "min_effect = 0",
        "alpha = true",
        'alpha = "0.05"',
        "alpha = 0",
        "alpha = 1",
        "alpha = nan",
        "min_compared = true",
        'min_compared = "0.9"',
        "min_compared = 90",
        "min_compared = nan",
        'tags = "leave"',
        "system = true",
        "inconclusive = true",
    ],
)
def test_what_is_no_number_of_its_range_is_refused_with_its_key(tmp_path, line: str) -> None:
    suite = write_tiny(tmp_path, rest=f'[[gate]]\nmeasure = "RR"\n{line}\n')
    key = line.partition(" ")[0]
    with pytest.raises(GoldrankError, match=rf"'gate\.0\.{key}': expected ") as told:
        load_suite(suite)
    assert told.value.exit_code == 2


def test_a_whole_number_is_a_number(tmp_path) -> None:
    suite = write_tiny(tmp_path, rest="[[gate]]\nmax_drop = 0\nmin_compared = 1\nfloor = 1\n")
    assert make_policy(load_suite(suite).gate[0]).floor == 1


def test_an_alpha_below_every_p_value_is_refused() -> None:
    assert make_policy(GateSettings(alpha=LEAST_ALPHA)).alpha == LEAST_ALPHA
    with pytest.raises(GoldrankError, match="it would never fail"):
        make_policy(GateSettings(alpha=LEAST_ALPHA / 2))


@pytest.mark.parametrize("measure", ["chunks", "outside", "lost@10"])
def test_what_is_counted_rises_by_whole_numbers(measure: str) -> None:
    assert make_policy(GateSettings(measure=measure, max_drop=2)).allowed == 2
    with pytest.raises(GoldrankError, match=r"max_drop is a whole number; got 0\.05"):
        make_policy(GateSettings(measure=measure, max_drop=0.05))


def test_a_prefix_may_grow_by_tokens_and_a_share_by_less_than_one() -> None:
    assert make_policy(GateSettings(measure="prefix_tokens", max_drop=5.5)).allowed == 5.5
    for measure in ("RR", "coverage"):
        with pytest.raises(GoldrankError, match="from 0 to below 1; got 5"):
            make_policy(GateSettings(measure=measure, max_drop=5.5))


def test_the_corpus_has_no_tags() -> None:
    with pytest.raises(GoldrankError, match="leave tags out"):
        make_policy(GateSettings(measure="coverage", tags=("leave",)))


def test_each_pattern_of_a_policy_on_coverage_must_match() -> None:
    run = baseline([1])
    assert gated(run, run, GateSettings(measure="coverage", system=(SYSTEM,))).exit_code == 0
    wrong = GateSettings(measure="coverage", system=(SYSTEM, "heading/rwa"))
    with pytest.raises(GoldrankError, match="'heading/rwa'; did you mean heading/raw"):
        gated(run, run, wrong)


def two_rankers():
    one = baseline([1])
    ranks = {query: tuple((*need, *need) for need in needs) for query, needs in one.ranks.items()}
    return replace(one, systems=(SYSTEM, BM25), ranks=ranks)


def test_a_policy_on_the_window_of_a_ranker_without_vectors_is_a_mistake() -> None:
    run = two_rankers()
    assert gated(run, run, GateSettings(measure="outside", system="*/vector")).exit_code == 0
    with pytest.raises(GoldrankError, match="no ranker that reads vectors"):
        gated(run, run, GateSettings(measure="outside", system="*/bm25"))


def test_a_gate_with_nothing_to_judge_is_no_pass() -> None:
    run = baseline([1], systems=("heading/raw/random",), coverage={})
    with pytest.raises(GoldrankError, match="nothing to judge"):
        gated(run, run)


def test_the_mean_of_a_measure_names_the_measure(tmp_path) -> None:
    table = 'measures = ["MRR@10", "MAP"]\n'
    gate = '[[gate]]\nmeasure = "MRR"\n'
    suite = load_suite(write_tiny(tmp_path, table, gate))
    assert suite.measures == ("RR@10", "AP")
    assert suite.gate[0].measure == "RR"
