"""Randomization tests against enumeration by hand, and intervals against the tests they invert."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.paired import effect, effects, leader
from goldrank.measuring.randomization import (
    p_greater,
    p_less,
    p_single_step,
    p_step_down,
    p_two_sided,
    turned,
)

CHANGES = st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.25, 0.5])
QUERIES = st.lists(st.tuples(CHANGES, st.integers(0, 6)), min_size=1, max_size=14)


def enumerated(changes: list[float], clusters: list[int], null: float) -> float:
    """The share of turns of whole clusters with a sum as low: the obvious way."""
    shifted = [change - null for change in changes]
    names = sorted(set(clusters))
    sums = []
    for signs in itertools.product([1, -1], repeat=len(names)):
        sign = dict(zip(names, signs, strict=True))
        sums.append(sum(sign[c] * d for d, c in zip(shifted, clusters, strict=True)))
    return sum(total <= sum(shifted) + 1e-9 for total in sums) / len(sums)


@settings(deadline=None, max_examples=60)
@given(QUERIES, st.sampled_from([0.0, -0.01, -0.25]))
def test_few_clusters_are_enumerated_exactly(queries: list[tuple[float, int]], null: float) -> None:
    changes, clusters = [q[0] for q in queries], [q[1] for q in queries]
    expected = enumerated(changes, clusters, null)
    assert p_less(turned(changes, clusters), null) == pytest.approx([expected], abs=1e-12)
    opposite = enumerated([-c for c in changes], clusters, -null)
    assert p_greater(turned(changes, clusters), null) == pytest.approx([opposite], abs=1e-12)


def test_queries_of_one_cluster_turn_together() -> None:
    changes = [-0.5] * 8
    # 8 clusters: one of 2^8 turns; 2 clusters: one of 2^2, whatever the number of queries.
    assert p_less(turned(changes)) == [1 / 256]
    assert p_less(turned(changes, ["a"] * 4 + ["b"] * 4)) == [1 / 4]


def test_a_drop_is_held_against_the_tolerance_not_against_zero() -> None:
    changes = [-0.02] * 8
    assert p_less(turned(changes), -0.01) == [1 / 256]
    # A fall of exactly the tolerance: every turn is as far.
    assert p_less(turned(changes), -0.02) == [1.0]


def test_ties_that_floats_would_break_are_ties() -> None:
    # 1/3 + 1/6 - 1/2 is 0, and 5e-17 in floats; 3 * 1/3 is 1 on no binary grid.
    assert p_less(turned([1 / 3, 1 / 6, -1 / 2])) == [5 / 8]
    # Eight turns leave the -1 below, and one is -1 + 1.
    assert p_less(turned([1 / 3, 1 / 3, 1 / 3, -1.0])) == [9 / 16]


def test_sums_that_meet_in_thirds_are_ties_under_any_scale() -> None:
    # Less -.25 the clusters are -1/6, -1/12, 1/4 and 1/2: the first three sum to 0.
    changes, clusters = [-1 / 3, -1 / 3, -1 / 3, 0.0, 0.25], [1, 1, 2, 0, 3]
    found = p_less(turned(changes, clusters), -0.25)
    assert found == [enumerated(changes, clusters, -0.25)]


def test_more_clusters_than_enumeration_fits_are_sampled_with_the_seed() -> None:
    changes = np.resize([0.5, -0.5, -0.25], 90)
    first, again = (p_less(turned(changes, seed=7, resamples=1999)) for _ in range(2))
    assert first == again
    # The normal approximation: sum -7.5, standard deviation sqrt(60 * .25 + 30 * .0625) = 4.1;
    # z = -1.83, p = .034.
    assert first == pytest.approx([0.034], abs=0.015)


def test_a_sampled_p_value_is_never_zero() -> None:
    assert p_less(turned([-1.0] * 40, resamples=999)) == [1 / 1000]


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(CHANGES, st.integers(0, 40)), min_size=6, max_size=60),
    st.sampled_from([0.05, 0.1, 0.3]),
)
def test_an_interval_leaves_out_zero_exactly_where_p_is_at_most_alpha(
    queries: list[tuple[float, int]], alpha: float
) -> None:
    changes, clusters = [q[0] for q in queries], [q[1] for q in queries]
    found = effect(changes, clusters, alpha=alpha, resamples=499)
    assert found.p_value == found.p_corrected
    if found.interval is None:
        assert found.p_value > alpha
    else:
        low, high = found.interval
        assert (low > 0 or high < 0) == (found.p_value <= alpha)
        assert low <= found.mean <= high or len(set(clusters)) < 8


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 5), st.sampled_from([0.05, 0.2]))
def test_intervals_of_a_family_agree_with_its_corrected_p(
    seed: int, tests: int, alpha: float
) -> None:
    rng = np.random.default_rng(seed)
    changes = rng.normal(0.2, 1, (40, tests)) + rng.normal(0, 1, (40, 1))
    for found in effects(changes, rng.integers(0, 12, 40).tolist(), alpha=alpha, resamples=999):
        assert found.p_corrected >= found.p_value
        assert found.interval is not None
        low, high = found.interval
        assert (low > 0 or high < 0) == found.is_real


def test_a_test_that_few_queries_decide_has_an_interval_in_a_family_too() -> None:
    changes = np.random.default_rng(4).normal(0, 1, (40, 8))
    changes[3:, 0] = 0  # three of forty differ: alone its p is never below 2/8
    found = effects(changes, resamples=1999)[0]
    assert found.p_value >= 0.25
    assert found.interval is not None
    assert found.interval.low <= 0 <= found.interval.high


def test_one_test_needs_no_correction_and_the_same_test_twice_costs_nothing() -> None:
    changes = np.random.default_rng(0).normal(0.3, 1, 30)
    alone = effect(changes, resamples=999)
    both = effects(np.stack([changes, changes], axis=1), resamples=999)
    assert alone.p_corrected == alone.p_value
    assert [one.p_corrected for one in both] == [alone.p_value] * 2


def test_independent_tests_are_corrected_about_as_bonferroni_would() -> None:
    changes = np.random.default_rng(3).normal(0, 1, (60, 4))
    changes[:, 0] -= 0.4
    found = turned(changes, resamples=9999)
    raw, joint = p_less(found)[0], p_single_step(found.statistics())[0]
    # 1 - (1 - p)^4 for independent tests.
    assert joint == pytest.approx(1 - (1 - raw) ** 4, rel=0.35)


def test_step_down_is_never_stricter_and_keeps_the_order() -> None:
    changes = np.random.default_rng(1).normal(-0.2, 1, (40, 6))
    statistics = turned(changes, resamples=999).statistics()
    single, down, raw = (
        p_single_step(statistics),
        p_step_down(statistics),
        p_less(turned(changes, resamples=999)),
    )
    assert all(r <= d <= s for r, d, s in zip(raw, down, single, strict=True))
    assert min(single) == min(down)
    order = np.argsort(statistics[0])
    assert np.all(np.diff(np.array(down)[order]) >= 0)


def test_a_test_about_some_queries_looks_at_those_alone() -> None:
    changes = np.array([[-0.5, -0.5]] * 5 + [[-0.5, 9.0]] * 3)
    asked = np.array([[True, True]] * 5 + [[True, False]] * 3)
    found = effects(changes, asked=asked)
    assert (found[1].queries, found[1].clusters, found[1].mean) == (5, 5, -0.5)
    assert found[1].p_value == effect([-0.5] * 5).p_value == 2 / 32


def test_false_alarms_are_at_alpha_with_clusters_of_unequal_size() -> None:
    rng = np.random.default_rng(5)
    sizes = [1, 1, 2, 3, 5, 8, 10, 20, 30, 40]
    clusters = np.repeat(np.arange(10), sizes)
    runs = 600
    alarms = 0
    for _ in range(runs):
        shared = rng.normal(0, 0.4, 10)[clusters]
        alarms += p_less(turned(shared + rng.normal(0, 1, len(clusters)), clusters))[0] <= 0.05
    # The test is exact: 5 % and three standard errors of 600 runs.
    assert alarms / runs == pytest.approx(0.05, abs=3 * (0.05 * 0.95 / runs) ** 0.5)


def test_a_leader_is_found_and_only_a_real_one_leads() -> None:
    rng = np.random.default_rng(2)
    base = rng.normal(0, 1, (80, 1))
    alike = base + rng.normal(0, 0.1, (80, 5))
    assert not leader(alike).is_real
    alike[:, 3] += 0.3
    found = leader(alike)
    assert found.best == 3
    assert found.is_real


def test_the_best_of_twelve_alike_seldom_leads() -> None:
    rng = np.random.default_rng(9)
    found = [leader(rng.normal(0, 1, (40, 12)), resamples=199).is_real for _ in range(200)]
    assert sum(found) <= 10


@pytest.mark.parametrize("changes", [[], [float("nan")], [0.5, float("inf")]])
def test_no_queries_and_no_numbers_are_errors(changes: list[float]) -> None:
    with pytest.raises(GoldrankError, match="paired statistics"):
        p_two_sided(turned(changes))


def test_clusters_must_be_as_many_as_queries() -> None:
    with pytest.raises(GoldrankError, match="2 differences and the clusters of 1 queries"):
        turned([0.5, 0.25], ["a"])
