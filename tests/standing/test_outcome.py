"""Precision, recall, alarms and delay, counted by hand and held against slower ways."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import binom
from tests.standing.streams import session, stream
from tests.standing.test_replay import some_sessions

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import numbered
from goldrank.measuring.medians import median_interval, median_of, middle_of
from goldrank.measuring.redraws import redraws, share_interval
from goldrank.standing.delays import delays_of
from goldrank.standing.judged import Judged, Judgment
from goldrank.standing.outcome import Part

INF = float("inf")


def two_sessions():
    """By minute: a1 b1 a2 b2 a3; a1, a3 and b2 are relevant, a2 is not, b1 is not judged."""
    found = stream(
        session("a.jsonl", [(0, "a1"), (20, "a2"), (40, "a3")]),
        session("b.jsonl", [(10, "b1"), (30, "b2")]),
    )
    judgments = [
        Judgment("a.jsonl", 1, 1),
        Judgment("a.jsonl", 2, 0),
        Judgment("a.jsonl", 3, 2),
        Judgment("b.jsonl", 2, 1, "b's"),
    ]
    return found, Judged.of(found, judgments)


def test_the_outcome_of_five_records_is_that_of_a_hand_count():
    found, judged = two_sessions()
    inside = np.ones(5, bool)
    # Let through: b1 (not judged), a2 (not relevant), a3 (relevant). a1 and b2 are missed.
    passed = np.array([False, True, True, False, True])
    outcome = Part(found, judged, inside).outcome(passed)
    assert (outcome.records, outcome.sessions, outcome.unjudged) == (5, 2, 1)
    assert (outcome.precision.hits, outcome.precision.of) == (1, 2)
    assert (outcome.recall.hits, outcome.recall.of) == (1, 3)
    assert (outcome.alarms.hits, outcome.alarms.of) == (3, 5)
    assert (outcome.caught.hits, outcome.caught.of) == (1, 2)
    delays = delays_of(found, judged, passed, inside)
    # a's event begins with a1 and is caught by a3: four records and 40 minutes later.
    assert delays.events == ("a.jsonl", "b's")
    assert (delays.records.tolist(), delays.minutes.tolist()) == ([4, INF], [40, INF])
    assert (outcome.delay_records.value, outcome.delay_records.interval) == (INF, None)


def test_a_part_sees_its_own_records_alone():
    found, judged = two_sessions()
    rest = np.array([False, False, True, True, True])
    outcome = Part(found, judged, rest).outcome(np.array([True, True, False, True, True]))
    assert (outcome.records, outcome.alarms.hits, outcome.precision.value) == (3, 2, 1.0)
    # There a's event begins with a3, which is let through at once.
    assert (outcome.caught.hits, outcome.caught.of) == (2, 2)
    assert (outcome.delay_records.value, outcome.delay_minutes.value) == (0, 0)


def test_nothing_let_through_has_no_precision():
    found, judged = two_sessions()
    outcome = Part(found, judged, np.ones(5, bool)).outcome(np.zeros(5, bool))
    assert np.isnan(outcome.precision.value)
    assert outcome.precision.interval is None
    assert outcome.recall.value == 0
    # Two sessions: the exact bound of nothing in two draws, 1 - 0.025 ** (1 / 2).
    assert outcome.recall.interval == pytest.approx((0.0, 1 - 0.025**0.5))


@pytest.mark.parametrize("seed", range(3))
def test_intervals_are_those_of_redrawn_sessions(seed: int):
    found = stream(*some_sessions(seed, 30))
    draw = random.Random(seed)
    count = len(found.records)
    judged = Judged(
        np.array([draw.random() < 0.4 for _ in range(count)]),
        np.ones(count, bool),
        tuple(found.sessions),
    )
    passed = np.array([draw.random() < 0.5 for _ in range(count)])
    outcome = Part(found, judged, np.ones(count, bool), seed).outcome(passed)
    sessions = numbered(found.sessions)
    drawn = redraws(sessions, seed)
    for share, hits, of in (
        (outcome.alarms, passed, np.ones(count, bool)),
        (outcome.recall, passed & judged.relevant, judged.relevant),
        (outcome.precision, passed & judged.relevant, passed),
    ):
        slow = share_interval(hits[of], sessions[of], drawn[:, of])
        assert share.interval == pytest.approx(slow)
        assert slow.low < share.value < slow.high


def test_a_judgment_of_what_is_not_there_is_refused():
    found, _ = two_sessions()
    for judgment, said in (
        (Judgment("c.jsonl", 1, 1), "there is no session 'c.jsonl'"),
        (Judgment("a.jsonl", 9, 1), "a.jsonl line 9: expected the line .* 1, 2, 3"),
    ):
        with pytest.raises(GoldrankError, match=said):
            Judged.of(found, [judgment])
    with pytest.raises(GoldrankError, match=r"a\.jsonl line 1 is judged twice"):
        Judged.of(found, [Judgment("a.jsonl", 1, 1), Judgment("a.jsonl", 1, 0)])


def test_medians_of_few_values():
    assert median_of([5.0]) == 5
    assert median_of([1.0, 2.0, 4.0, 8.0]) == 3
    assert median_of([1.0, INF, INF]) == INF
    assert np.isnan(middle_of([]))


@pytest.mark.parametrize(("count", "at"), [(5, None), (6, 0), (8, 0), (9, 1), (10, 1), (20, 5)])
def test_the_interval_of_a_median_is_that_of_the_tables(count: int, at: int | None):
    """Conover's table of the sign test at 95 %: with ten values the second and the ninth."""
    values = [float(value) for value in range(count)]
    found = median_interval(values)
    assert found == (None if at is None else (at, count - 1 - at))
    if at is not None:
        assert 1 - 2 * binom.cdf(at, count, 0.5) >= 0.95
        assert 1 - 2 * binom.cdf(at + 1, count, 0.5) < 0.95


def test_the_interval_of_a_median_may_be_open():
    assert median_interval([0.0, 1.0, 2.0, 3.0, 4.0, INF]) == (0.0, INF)
