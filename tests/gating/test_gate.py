"""The gate's verdicts and exit codes, most of them from faults of other gates."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.baselines import PARTS, SYSTEM, baseline, gated

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline, Covered, KnownQuery, known_evidence
from goldrank.gating.baseline_file import read_baseline, write_baseline
from goldrank.gating.gate import gate
from goldrank.gating.gated_run import Gated, QueryPlace
from goldrank.gating.verdicts import NotComparable, Verdict
from goldrank.measuring.exact import Standing
from goldrank.suites.policy import make_policy, policies_of
from goldrank.suites.suite_tables import GateSettings

CERTAIN = GateSettings(alpha="off")


# A missing or damaged baseline.


def test_a_missing_baseline_is_exit_2_and_names_the_path_and_the_command(tmp_path) -> None:
    with pytest.raises(GoldrankError, match=r"no baseline at .*none\.json; create it with") as told:
        read_baseline(tmp_path / "none.json")
    assert told.value.exit_code == 2


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"format": 1}', '{"format": 99}', "\x00", '{"format": 1,']
)
def test_a_damaged_baseline_is_exit_2_never_a_pass(tmp_path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(GoldrankError, match=r"b\.json") as told:
        read_baseline(path)
    assert told.value.exit_code == 2


def test_a_baseline_that_is_a_folder_is_exit_2(tmp_path) -> None:
    with pytest.raises(GoldrankError, match="cannot read the baseline"):
        read_baseline(tmp_path)


# Not comparable.


def test_a_missing_query_is_not_comparable_though_the_mean_rose() -> None:
    before, after = baseline({"q1": 1, "q2": 2}), baseline({"q1": 1})  # .75 -> 1.0
    with pytest.raises(NotComparable, match="queries differ: q2 is missing") as told:
        gated(before, after)
    assert told.value.exit_code == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fingerprints": {**PARTS, "encoder": "other"}}, "the encoder is not the baseline's"),
        ({"window": 510}, "window is 510 content tokens and was 254"),
        ({"fingerprints": {**PARTS, "gold": "other"}}, "what counts as gold"),
        ({"systems": ("heading/title/vector",)}, f"systems differ: {SYSTEM} is missing"),
    ],
)
def test_another_encoder_window_gold_rule_or_system_is_not_comparable(change, message) -> None:
    with pytest.raises(NotComparable, match=message):
        gated(baseline([1, 2]), baseline([1, 2], **change))


def test_another_question_under_the_same_id_is_not_comparable() -> None:
    after = baseline([1])
    other = replace(after, queries={"q1": replace(after.queries["q1"], text="other")})
    with pytest.raises(NotComparable, match="ask something else under the same id: q1"):
        gated(baseline([1]), other)


def test_evidence_judged_anew_in_the_same_corpus_is_not_comparable() -> None:
    easier = KnownQuery("t", ((known_evidence("a.md", 0, "something easier"),),))
    with pytest.raises(NotComparable, match="the queries were judged anew"):
        gated(baseline([9]), replace(baseline([1]), queries={"q1": easier}))


def test_a_query_that_is_new_is_said_and_not_compared() -> None:
    result = gated(baseline([1]), baseline([1, None]), CERTAIN)
    assert (result.exit_code, result.needs_compared) == (0, 1)
    assert [drift.what for drift in result.drift] == ["queries"]


# Exact numbers.


def test_a_baseline_file_gives_two_thirds_back_so_that_nothing_drops(tmp_path) -> None:
    run = baseline([1, 2, 2])  # (1 + 1/2 + 1/2) / 3 = 2/3, which no decimal holds
    saved = read_baseline(write_baseline(run, tmp_path / "b.json"))
    result = gated(saved, run, GateSettings(max_drop=0, alpha="off"))
    assert result.policies[0].after == Fraction(2, 3)
    assert (result.exit_code, result.policies[0].drop) == (0, 0)


def test_values_beyond_ranks_come_back_to_the_last_bit(tmp_path) -> None:
    values = {"nDCG@10": {SYSTEM: {"q1": 1 / math.log2(7), "q2": 0.1 + 0.2}}}
    run = baseline([6, 3], values=values)
    saved = read_baseline(write_baseline(run, tmp_path / "b.json"))
    assert saved == run
    policy = GateSettings(measure="nDCG@10", max_drop=0, alpha="off")
    assert gated(saved, run, policy).exit_code == 0


def test_a_sum_that_floats_round_differently_does_not_drop() -> None:
    # 1/3 + 1/3 + 1/3 in another order of the queries, and a mean over seven of them.
    before, after = baseline([3, 3, 3, 7, 7, 9, 1]), baseline([3, 3, 3, 7, 7, 9, 1])
    assert gated(before, after, GateSettings(max_drop=0, alpha="off")).policies[0].drop == 0


def test_a_tolerance_of_zero_is_a_tolerance() -> None:
    # 998 found first, 2 not: .998 -> .997 is a drop of .001.
    before, after = baseline([1] * 998 + [None] * 2), baseline([1] * 997 + [None] * 3)
    strict, default = GateSettings(max_drop=0, alpha="off"), GateSettings(alpha="off")
    assert gated(before, after, strict).exit_code == 1
    assert gated(before, after, default).exit_code == 0  # the default allows .01


def test_a_floor_of_zero_is_a_floor_and_holds_no_drop_rule() -> None:
    result = gated(baseline([1]), baseline([None]), GateSettings(floor=0))
    assert result.exit_code == 0
    assert result.policies[0].allowed is None


def test_a_drop_that_equals_the_tolerance_passes_and_a_hair_more_fails() -> None:
    # 100 queries: one that falls from 1 to not found costs exactly .01.
    before = baseline([1] * 100)
    assert gated(before, baseline([1] * 99 + [None]), CERTAIN).verdict is Verdict.PASS
    # Two that fall from 1 to 2 cost exactly as much.
    assert gated(before, baseline([1] * 98 + [2, 2]), CERTAIN).policies[0].drop == Fraction(1, 100)
    assert gated(before, baseline([1] * 98 + [2, 2]), CERTAIN).verdict is Verdict.PASS
    hair = GateSettings(max_drop=0.00999999999, alpha="off")
    assert gated(before, baseline([1] * 98 + [2, 2]), hair).verdict is Verdict.FAIL


def test_a_floor_that_is_met_exactly_passes() -> None:
    # .1 as a float lies above 1/10, and 1/10 would not reach it.
    run = baseline([1] + [None] * 9)
    assert gated(run, run, GateSettings(floor=0.1)).exit_code == 0
    assert gated(run, run, GateSettings(floor=0.1001)).exit_code == 1


# Duplicates must not lift a value over a floor.


def needs(ranks: list[int | None]) -> Baseline:
    """One query with so many needs."""
    known = tuple((known_evidence("a.md", 0, f"evidence {n}"),) for n in range(len(ranks)))
    return replace(
        baseline([1]),
        queries={"q1": KnownQuery("t", known)},
        ranks={"q1": tuple((Standing(rank),) for rank in ranks)},
    )


def test_finding_one_need_again_and_again_does_not_reach_the_floor() -> None:
    repeated = needs([1, None, None, None])  # g1 g1 g1 g1 of g1..g4: 1/4
    distinct = needs([1, 2, 3, None])  # 3/4
    policy = GateSettings(measure="recall@4", floor=0.7)
    low, high = gated(repeated, repeated, policy), gated(distinct, distinct, policy)
    assert (low.exit_code, low.policies[0].after) == (1, Fraction(1, 4))
    assert (high.exit_code, high.policies[0].after) == (0, Fraction(3, 4))


def test_removing_duplicates_does_not_read_as_a_regression() -> None:
    before = needs([1, None, None, None])
    after = needs([1, 2, 3, None])
    result = gated(before, after, GateSettings(measure="recall@4", max_drop=0, alpha="off"))
    assert (result.exit_code, result.policies[0].drop) == (0, Fraction(-1, 2))


# A mean that hides a crash.


def test_many_small_gains_hide_no_query_that_crashed() -> None:
    before, after = baseline([1, 4, 4, 4]), baseline([None, 2, 2, 2])
    result = gated(before, after, GateSettings(max_drop=0.1, alpha="off"))
    policy = result.policies[0]
    assert (policy.before, policy.after, policy.drop) == (
        Fraction(7, 16),  # (1 + 3/4) / 4
        Fraction(3, 8),  # (3/2) / 4
        Fraction(1, 16),
    )
    assert result.exit_code == 0
    assert [need.sentence for need in result.worse] == [f"q1: rank 1 -> not found ({SYSTEM})"]
    assert (result.worse[0].file, result.worse[0].line) == ("q.jsonl", 1)
    assert result.better == 3


def test_a_crash_is_listed_also_when_the_mean_got_better_and_the_worst_comes_first() -> None:
    result = gated(baseline([2, 1, 9, 9]), baseline([3, None, 1, 1]), CERTAIN)
    assert result.verdict is Verdict.PASS
    assert [need.query_id for need in result.worse] == ["q2", "q1"]


def test_a_policy_may_forbid_what_a_mean_hides() -> None:
    policy = GateSettings(measure="lost@10")
    assert gated(baseline([1, 4, 4]), baseline([None, 1, 1]), policy).exit_code == 1
    assert gated(baseline([11, 4]), baseline([None, 10]), policy).exit_code == 0


# Chance.


def test_a_large_drop_that_chance_could_explain_is_inconclusive_and_a_policy_may_fail_on_it() -> (
    None
):
    # Two of ten fall from 1 to 2: one of four signs reaches as far, p = 1/4.
    before, after = baseline([1] * 10), baseline([2, 2] + [1] * 8)
    result = gated(before, after, GateSettings())
    assert (result.verdict, result.exit_code) == (Verdict.INCONCLUSIVE, 0)
    assert result.policies[0].p_value == 0.25
    failing = gated(before, after, GateSettings(inconclusive="fail"))
    assert (failing.verdict, failing.exit_code) == (Verdict.INCONCLUSIVE, 4)


def test_without_alpha_the_tolerance_alone_decides() -> None:
    before, after = baseline([1] * 10), baseline([2, 2] + [1] * 8)
    assert gated(before, after, CERTAIN).exit_code == 1


def test_a_drop_that_chance_does_not_explain_fails() -> None:
    # Six of six: 2^-6 = .0156.
    result = gated(baseline([1] * 6), baseline([2] * 6), GateSettings())
    assert (result.exit_code, result.policies[0].p_value) == (1, 1 / 64)


def test_failing_outranks_inconclusive() -> None:
    unsure, sure = GateSettings(inconclusive="fail"), GateSettings(floor=0.99)
    result = gated(baseline([1] * 10), baseline([2, 2] + [1] * 8), unsure, sure)
    assert (result.verdict, result.exit_code) == (Verdict.FAIL, 1)


def test_policies_that_move_together_cost_each_other_nothing() -> None:
    # 2^-5 = .03125, and RR@10 falls in the same turns as RR.
    before, after = baseline([1] * 5), baseline([2] * 5)
    both = gated(before, after, GateSettings(), GateSettings(measure="RR@10"))
    assert [one.p_value for one in both.policies] == [1 / 32, 1 / 32]
    assert both.exit_code == 1


def test_policies_about_other_queries_correct_each_other() -> None:
    # Each half is 2^-5 alone; one of two independent halves is as far in 1 - (31/32)^2.
    before, after = baseline([1] * 10), baseline([2] * 5 + [2] * 5)
    tags = {f"q{n}": ("a" if n <= 5 else "b",) for n in range(1, 11)}
    policies = (GateSettings(tags=("a",)), GateSettings(tags=("b",)))
    assert gated(before, after, policies[0], tags=tags).exit_code == 1
    both = gated(before, after, *policies, tags=tags)
    assert [one.p_value for one in both.policies] == [1 - (31 / 32) ** 2] * 2
    assert both.verdict is Verdict.INCONCLUSIVE


def test_the_tolerance_is_what_a_drop_is_tested_against() -> None:
    # 60 of 600 queries lose .12 each: a drop of .012, and of .002 beyond what is allowed. Against
    # no change p is 2^-60; the shifted sum is -1.2 with a standard deviation of
    # sqrt(60 * .11^2 + 540 * .01^2) = .883, z = -1.36, p = .087.
    before = {f"q{n}": 1.0 for n in range(600)}
    after = {query: 1.0 - 0.12 * (n < 60) for n, query in enumerate(before)}
    runs = [baseline([1] * 600, values={"AP": {SYSTEM: _named(v)}}) for v in (before, after)]
    beyond = gated(*runs, GateSettings(measure="AP")).policies[0]
    assert beyond.verdict is Verdict.INCONCLUSIVE
    assert beyond.p_value == pytest.approx(0.087, abs=0.04)
    strict = gated(*runs, GateSettings(measure="AP", max_drop=0)).policies[0]
    assert (strict.verdict, strict.p_value) == (Verdict.FAIL, 1 / 1000)


def test_queries_of_one_cluster_are_one_witness() -> None:
    before, after = baseline([1] * 12), baseline([2] * 12)
    each = {f"q{n}": f"q{n}" for n in range(1, 13)}
    two = {query: "a" if n < 6 else "b" for n, query in enumerate(each)}
    assert gated(before, after, GateSettings(), clusters=each).policies[0].p_value == 1 / 4096
    found = gated(before, after, GateSettings(), clusters=two)
    assert (found.policies[0].p_value, found.policies[0].clusters) == (1 / 4, 2)
    assert found.verdict is Verdict.INCONCLUSIVE
    assert "12 queries in 2 clusters" in found.policies[0].sentence
    assert any("Chance is asked of 2 clusters" in sentence for sentence in found.sentences)


def test_by_default_the_cluster_is_the_document_of_the_evidence() -> None:
    before, after = baseline([1] * 12), baseline([2] * 12)
    places = {query: QueryPlace("") for query in after.queries}
    found = gate(before, Gated(after, places), policies_of([GateSettings()]))
    assert found.policies[0].clusters == 1  # all evidence of these baselines stands in a.md


def systems(ranks: list[int | None], count: int) -> Baseline:
    """A baseline with so many systems that all rank alike."""
    names = tuple(f"heading/raw{n}/vector" for n in range(count))
    made = baseline(ranks, systems=names)
    return replace(
        made, ranks={q: tuple(need * count for need in needs) for q, needs in made.ranks.items()}
    )


@pytest.mark.parametrize("clusters", [1, 2, 8])
def test_a_collapse_of_every_system_fails_whatever_the_clusters(clusters: int) -> None:
    before, after = systems([1] * 8, 14), systems([None] * 8, 14)
    named = {f"q{n}": str(n % clusters) for n in range(1, 9)}
    result = gated(before, after, GateSettings(), clusters=named)
    assert (result.verdict, result.exit_code) == (Verdict.FAIL, 1)
    assert len(result.failures) == 14
    assert [one.collapse for one in result.policies] == [clusters < 8] * 14


def test_a_loss_that_some_redraws_do_not_show_is_no_collapse() -> None:
    # Five of eight queries of one document are gone: .375 of 1 is left, all of it in the others.
    before, after = baseline([1] * 8), baseline([None] * 5 + [1] * 3)
    one = {f"q{n}": "a" for n in range(1, 9)}
    result = gated(before, after, GateSettings(), clusters=one)
    assert result.verdict is Verdict.INCONCLUSIVE


def test_two_queries_are_no_collapse_and_three_are() -> None:
    for count, verdict in ((2, Verdict.INCONCLUSIVE), (3, Verdict.FAIL)):
        result = gated(baseline([1] * count), baseline([None] * count), GateSettings())
        assert result.verdict is verdict


def _named(values: dict[str, float]) -> dict[str, float]:
    return {f"q{n}": value for n, value in enumerate(values.values(), 1)}


def test_a_pass_of_few_queries_does_not_rule_out_what_matters() -> None:
    before, after = baseline([1, 2, 1, 3, 2]), baseline([2, 1, 1, 2, 2])
    assert gated(before, after, GateSettings()).verdict is Verdict.PASS
    asked = gated(before, after, GateSettings(min_effect=0.02))
    assert asked.verdict is Verdict.INCONCLUSIVE
    assert "do not rule out a drop of 0.02" in asked.policies[0].sentence


# What is not a number.


@pytest.mark.parametrize("alpha", [0.05, "off"])
def test_nan_never_passes(alpha) -> None:
    before = baseline([1, 1], values={"AP": {SYSTEM: {"q1": 1.0, "q2": 1.0}}})
    after = baseline([1, 1], values={"AP": {SYSTEM: {"q1": 1.0, "q2": float("nan")}}})
    policy = GateSettings(measure="AP", alpha=alpha)
    for one, other in ((before, after), (after, before), (after, after)):
        assert gated(one, other, policy).exit_code == 1


def test_a_floor_under_nan_fails() -> None:
    run = baseline([1], values={"AP": {SYSTEM: {"q1": float("nan")}}})
    assert gated(run, run, GateSettings(measure="AP", floor=0)).exit_code == 1


def test_a_baseline_file_with_nan_is_refused(tmp_path) -> None:
    run = baseline([1], values={"AP": {SYSTEM: {"q1": float("nan")}}})
    with pytest.raises(GoldrankError, match="NaN is not a number"):
        read_baseline(write_baseline(run, tmp_path / "b.json"))


def test_coverage_of_an_empty_body_never_passes() -> None:
    nothing = {"heading/raw": Covered(0, 0, 1, 0, 0.0)}
    run = baseline([1], coverage=nothing)
    assert gated(run, run, GateSettings(measure="coverage")).exit_code == 1


def test_a_measure_that_the_baseline_lacks_is_not_comparable() -> None:
    with pytest.raises(NotComparable, match=r"the baseline has no nDCG@10"):
        gated(baseline([1]), baseline([1]), GateSettings(measure="nDCG@10"))


# The default policies.


def test_by_default_coverage_may_not_fall_by_more_than_a_hundredth() -> None:
    assert gated(baseline([1], 1000), baseline([1], 990)).exit_code == 0
    result = gated(baseline([1], 1000), baseline([1], 989))
    assert result.exit_code == 1
    assert "coverage 1.0000 -> 0.9890" in result.sentences[1]


def test_by_default_no_found_need_may_end_outside_the_window() -> None:
    outside = Standing(1, window="outside")
    assert gated(baseline([1, 1]), baseline([1, outside])).exit_code == 1
    assert gated(baseline([1, outside]), baseline([1, outside])).exit_code == 0
    lost = baseline([1, Standing(None)])
    assert gated(lost, baseline([1, Standing(None, window="outside")])).exit_code == 0


# Policies that look at nothing.


def test_a_policy_that_matches_no_system_or_no_query_is_a_mistake() -> None:
    run = baseline([1])
    with pytest.raises(GoldrankError, match="no system matches 'headnig/"):
        gated(run, run, GateSettings(system="headnig/*"))
    with pytest.raises(GoldrankError, match="no compared query has one of the tags"):
        gated(run, run, GateSettings(tags=("twin",)))


def test_tags_restrict_a_policy_to_their_queries() -> None:
    before, after = baseline([1, 1]), baseline([1, None])
    for query, code in (("q1", 0), ("q2", 1)):
        policy = GateSettings(tags=("twin",), alpha="off")
        assert gated(before, after, policy, tags={query: ("twin",)}).exit_code == code


# What had changed.


def test_what_changed_is_told_apart() -> None:
    code = {**PARTS, "chunkers": {"heading": "2"}}
    corpus = {**PARTS, "corpus": "other"}
    before = baseline([1])
    assert [d.what for d in gated(before, baseline([1], fingerprints=code)).drift] == ["code"]
    changed = baseline([1], fingerprints=corpus, documents={"a.md": "2", "b.md": "1"})
    drift = gated(before, changed).drift[0]
    assert drift.what == "corpus"
    assert drift.details == ("changed: a.md", "added: b.md")


def test_in_another_corpus_the_verdict_is_on_what_both_have_and_says_so() -> None:
    before = baseline([1, 1])
    after = baseline([1, None], fingerprints={**PARTS, "corpus": "other"}, documents={"a.md": "2"})
    gone = {**after.queries, "q2": KnownQuery("t", ())}
    after = replace(after, queries=gone, ranks={"q1": after.ranks["q1"]})
    result = gated(before, after, GateSettings(alpha="off", min_compared=0.5))
    assert (result.exit_code, result.needs_compared) == (0, 1)
    assert result.left_out == ("q2: its evidence is another text now",)
    assert any("on the 1 needs that the baseline and this run both" in s for s in result.sentences)


def test_a_result_is_plain_json_with_exact_fractions() -> None:
    result = gated(baseline([1, 3]), baseline([1, 2]))
    table = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert table["policies"][0]["before"] == [2, 3]
    assert table["verdict"] == "PASS"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"max_drop": 5}, r"max_drop is a difference of shares, from 0 to below 1; got 5"),
        ({"max_drop": 1}, "which nothing could exceed"),
        ({"measure": "coverage", "max_drop": 2}, "coverage: max_drop"),
        ({"measure": "recall@5", "min_effect": 3}, "recall@5: min_effect"),
        ({"floor": 1.5}, r"floor is a share, from 0 to 1; got 1.5"),
        ({"floor": -0.1}, "floor is a share"),
    ],
)
def test_a_tolerance_outside_the_range_of_its_measure_is_refused(settings, told) -> None:
    with pytest.raises(GoldrankError, match=told):
        make_policy(GateSettings(**settings))


def test_counts_may_rise_by_more_than_one() -> None:
    assert make_policy(GateSettings(measure="chunks", max_drop=20)).allowed == 20
    assert make_policy(GateSettings(measure="lost@10", max_drop=3)).allowed == 3


def test_each_pattern_of_a_policy_must_match_a_system() -> None:
    policy = GateSettings(system=(SYSTEM, "heading/rwa/vector"))
    with pytest.raises(GoldrankError, match=f"no system matches 'heading/rwa/vector'.*{SYSTEM}"):
        gated(baseline([1]), baseline([1]), policy)
