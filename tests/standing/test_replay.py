"""The loop: records in time order, scored by what was there when they came."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from tests.standing.streams import chunks_of, session, stream

from goldrank.errors import GoldrankError
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.order import NOT_RETRIEVED
from goldrank.standing.query import StandingQuery
from goldrank.standing.replay import Gate, replay
from goldrank.standing.scores import Bm25InTime, Cosine, Scorer, record_scores
from goldrank.standing.stream import stream_of

LEAVE = StandingQuery("leave", "when is parental leave changed, parental leave?")
WORDS = ["parental", "leave", "is", "changed", "pay", "the", "monthly", "when", "rule", "lunch"]


def some_sessions(seed: int, count: int = 12):
    draw = random.Random(seed)
    return [
        session(
            f"{n:02}.jsonl",
            [
                (draw.randrange(500), " ".join(draw.choices(WORDS, k=draw.randrange(1, 30))))
                for _ in range(draw.randrange(1, 6))
            ],
        )
        for n in range(count)
    ]


def embed(texts: Sequence[str], side: str):
    return np.array([[text.count(word) + 0.5 for word in WORDS] for text in texts])


def test_records_come_in_the_order_of_their_times():
    found = stream(
        session("b.jsonl", [(5, "third"), (1, "first")]),
        session("a.jsonl", [(9, "fourth"), (2, "second")]),
    )
    assert [record.text.strip() for record in found.records] == [
        "first",
        "second",
        "third",
        "fourth",
    ]


def test_records_of_one_moment_come_by_session_and_place_whatever_came_first():
    sessions = [session("b.jsonl", [(1, "three")]), session("a.jsonl", [(1, "one"), (1, "two")])]
    for order in (sessions, sessions[::-1]):
        assert [r.text.strip() for r in stream(*order).records] == ["one", "two", "three"]


def test_a_message_over_the_limit_is_cut_and_its_later_pieces_are_continuations():
    found = stream(session("a.jsonl", [(1, "one two\n\nthree four\n\nfive"), (0, "six")]), limit=2)
    assert [(c.text, c.continues) for c in found.chunks] == [
        ("six", False),
        ("one two", False),
        ("three four", True),
        ("five", True),
    ]
    assert found.owners.tolist() == [0, 1, 1, 1]
    assert len(found.records) == 2


@pytest.mark.parametrize("limit", [None, 7])
@pytest.mark.parametrize("seed", range(4))
def test_bm25_in_time_is_bm25_over_what_had_come(seed: int, limit: int | None):
    """The slow way: count the whole past anew for each record."""
    found = stream(*some_sessions(seed), limit=limit)
    scores = Bm25InTime()(LEAVE, found)
    for owner in range(len(found.records)):
        mine = np.flatnonzero(found.owners == owner)
        past = found.texts[: mine[-1] + 1]
        expected = Bm25().fit(past).scores([LEAVE.text])[0][mine]
        for at, steps in zip(mine, expected, strict=True):
            if steps == NOT_RETRIEVED:
                assert scores[at] == -np.inf
            else:
                assert scores[at] == pytest.approx(steps * 1e-9, abs=2e-9)


@pytest.mark.parametrize("scorer", [Bm25InTime(), Cosine(embed)], ids=["bm25", "cosine"])
def test_no_score_depends_on_what_comes_later(scorer: Scorer):
    whole = stream(*some_sessions(5), limit=9)
    scores = scorer(LEAVE, whole)
    assert np.isfinite(scores).sum() > 10
    for end in range(1, len(whole.records)):
        begun = stream_of(
            [c for c, owner in zip(whole.chunks, whole.owners, strict=True) if owner < end]
        )
        assert scorer(LEAVE, begun).tolist() == scores[: len(begun.chunks)].tolist()


def test_the_cosine_is_that_of_the_definition():
    found = stream(*some_sessions(2))
    scores = Cosine(embed)(LEAVE, found)
    asked = embed([LEAVE.text], "query")[0]
    for score, vector in zip(scores, embed(found.texts, "document"), strict=True):
        cosine = asked @ vector / np.linalg.norm(asked) / np.linalg.norm(vector)
        assert score == pytest.approx(cosine, abs=1e-6)


def test_a_record_scores_what_its_best_chunk_does():
    found = stream(session("a.jsonl", [(1, "one two\n\nthree four\n\nfive"), (0, "six")]), limit=2)
    assert record_scores(found, np.array([0.1, 0.2, 0.9, -np.inf])).tolist() == [0.1, 0.9]


def test_a_gate_on_both_scores_lets_through_what_reaches_both():
    chunks = chunks_of(
        session("a.jsonl", [(0, "leave leave"), (1, "lunch"), (2, "parental leave changed")])
    )
    found = replay(LEAVE, chunks, [Bm25InTime(), Cosine(embed)])
    cosine, bm25 = found.scores["cosine"], found.scores["bm25"]
    for c, b in ((0.0, 0.0), (0.7, 0.5), (0.0, 9.0), (cosine[2], bm25[2])):
        expected = [x >= c and y >= b for x, y in zip(cosine, bm25, strict=True)]
        assert found.passed(Gate({"cosine": float(c), "bm25": float(b)})).tolist() == expected
    assert found.passed(Gate({"bm25": float(bm25[2])})).tolist() == [False, False, True]
    assert [r.text for r in found.let_through(Gate({"bm25": -1.0}))] == [
        "leave leave\n\n",
        "parental leave changed",
    ]


def test_a_score_that_nobody_made_is_named():
    found = replay(LEAVE, chunks_of(session("a.jsonl", [(0, "leave")])), [Bm25InTime()])
    with pytest.raises(GoldrankError, match="'cosin'"):
        found.passed(Gate({"cosin": 0.5}))


def test_a_stream_of_nothing_and_two_sessions_of_one_name_are_refused():
    with pytest.raises(GoldrankError, match="got none; nothing can be watched"):
        stream_of([])
    one = session("a.jsonl", [(0, "leave")])
    other = chunks_of(one)[0]
    twin = type(other)(
        type(other.record)(
            "a.jsonl", "file:///b/a.jsonl", "0", "x", 0, "user", other.record.time, 1
        ),
        0,
        1,
    )
    with pytest.raises(GoldrankError, match=r"two sessions are called a\.jsonl"):
        stream_of([other, twin])
    with pytest.raises(GoldrankError, match="something to score by"):
        replay(LEAVE, [other], [])


def test_the_bm25_of_a_whole_corpus_alone_is_refused():
    with pytest.raises(GoldrankError, match="engine 'rank_bm25'"):
        Bm25InTime(Bm25(engine="rank_bm25"))
