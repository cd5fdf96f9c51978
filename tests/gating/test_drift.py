"""Chunks that are not those of the baseline are said, with their number."""

from __future__ import annotations

from dataclasses import replace

from tests.baselines import PARTS, baseline, gated
from tests.tiny import write_tiny

from goldrank.gating.baseline_file import to_text, write_baseline
from goldrank.gating.gate import gate, gate_suite
from goldrank.gating.gated_run import Gated, QueryPlace, light_baseline, run_light
from goldrank.runs.record import load, save
from goldrank.runs.run_suite import run_suite
from goldrank.suites.policy import policies_of
from goldrank.suites.suite import load_suite
from goldrank.suites.suite_tables import GateSettings

BEFORE = {**PARTS, "chunks": {"heading": "815 0f5a", "whole": "9 1234"}}


def _details(**changes: object) -> list[str]:
    result = gated(
        baseline([1], fingerprints=BEFORE), baseline([1], fingerprints={**BEFORE, **changes})
    )
    return [detail for drift in result.drift if drift.what == "code" for detail in drift.details]


def test_a_chunker_that_makes_other_chunks_of_one_corpus_is_a_change_of_the_code():
    assert _details(chunks={"heading": "712 a3b1", "whole": "9 1234"}) == [
        "heading makes 712 chunks, was 815"
    ]
    assert _details(chunks={"heading": "815 0f5a", "whole": "9 aaaa"}) == [
        "whole makes 9 chunks as before, at other places"
    ]
    assert _details() == []


def test_the_chunks_of_another_corpus_are_the_corpus_and_not_the_code():
    assert _details(chunks={"heading": "712 a3b1"}, corpus="other") == []


def test_a_baseline_that_knows_nothing_of_chunks_says_nothing_of_them():
    result = gated(baseline([1]), baseline([1], fingerprints=BEFORE))
    assert result.drift == ()


def test_tags_that_were_taken_away_take_no_query_out_of_a_policy():
    # q2 fell; without its tag the policy would see q1 alone.
    twin = {"q1": ("twin",), "q2": ("twin",)}
    before = baseline([1, 1], tags=twin)
    after = baseline([1, None], tags={"q1": ("twin",)})
    result = gate(
        before,
        Gated(after, {query: QueryPlace("text", after.tags.get(query, ())) for query in twin}),
        policies_of([GateSettings(tags=("twin",), alpha="off")]),
    )
    assert result.exit_code == 1
    assert [(drift.what, drift.details) for drift in result.drift] == [
        ("judgments", ("other tags: q2",))
    ]


def test_a_baseline_that_was_edited_or_is_another_suite_s_is_said():
    run = baseline([1])
    assert gated(replace(run, edited=True), run).drift[0].details == (
        "it was edited after it was saved, and is taken as it is",
    )
    assert gated(replace(run, suite="other"), run).drift[0].details == (
        "it is one of suite other, and this run is of tiny",
    )


def test_new_queries_lift_no_floor():
    # The baseline's two have a mean of 1/2; with two more at rank 1 it would be 3/4.
    before, after = baseline([2, 2]), baseline([2, 2, 1, 1])
    assert gated(before, after, GateSettings(floor=0.5)).exit_code == 0
    assert gated(before, after, GateSettings(floor=0.6)).exit_code == 1
    # Nor do they hide behind the old: (1/2 + 1/2 + 0 + 0) / 4.
    worse = baseline([2, 2, None, None])
    assert gated(before, worse, GateSettings(floor=0.5)).exit_code == 1


def test_a_baseline_that_kept_no_tags_goes_by_those_of_the_run():
    before, after = baseline([1, 1]), baseline([1, None], tags={"q2": ("twin",)})
    policy = policies_of([GateSettings(tags=("twin",), alpha="off")])
    result = gate(before, Gated(after, {"q2": QueryPlace("text", ("twin",))}), policy)
    assert (result.exit_code, result.drift) == (1, ())


def test_another_rule_for_clusters_is_said(tmp_path):
    suite = write_tiny(tmp_path)
    loaded = load_suite(suite)
    file = write_baseline(
        light_baseline(run_light(loaded, tmp_path / "cache"), loaded), tmp_path / "b.json"
    )
    text = suite.read_text().replace("[queries]", '[queries]\ncluster = "query"')
    suite.write_text(text)
    drift = gate_suite(load_suite(suite), file, tmp_path / "cache").drift
    assert [(one.what, one.details) for one in drift] == [("policies", ("is: clusters query",))]


def test_a_run_that_was_read_back_makes_the_same_baseline_as_a_new_one(tmp_path):
    suite = load_suite(write_tiny(tmp_path))
    run = run_suite(suite, tmp_path / "cache")
    save(run, tmp_path / "run", {}, {})
    new = light_baseline(run_light(suite, tmp_path / "cache"), suite)
    assert to_text(light_baseline(load(tmp_path / "run"), suite)) == to_text(new)
