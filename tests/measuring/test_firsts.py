"""How often each candidate is first, against a bootstrap that is written out draw by draw."""

from __future__ import annotations

import numpy as np
import pytest

from goldrank.measuring.firsts import firsts
from goldrank.measuring.redraws import redraws

STREAM = np.random.default_rng(5)
DOCUMENTS = [f"d{n}" for n in STREAM.integers(0, 12, 40)]
VALUES = STREAM.choice([0.0, 0.25, 0.5, 1.0], (40, 4)) + np.array([0.0, 0.05, 0.1, 0.0])


def written_out(near: float) -> tuple[list[float], list[float]]:
    """The same redraws, each query repeated as often as its document is drawn."""
    order = list(dict.fromkeys(DOCUMENTS))
    drawn = redraws(np.arange(len(order)))
    first, close, rounds = [0.0] * 4, [0.0] * 4, 0
    for counts in drawn:
        chosen = [
            query
            for document, count in zip(order, counts, strict=True)
            for _ in range(count)
            for query in range(40)
            if DOCUMENTS[query] == document
        ]
        if not chosen:
            continue
        rounds += 1
        means = [
            round(sum(VALUES[query, c] for query in chosen) / len(chosen), 9) for c in range(4)
        ]
        best = [c for c in range(4) if means[c] == max(means)]
        for c in range(4):
            first[c] += (c in best) / len(best)
            close[c] += means[c] >= max(means) - near
    return [n / rounds for n in first], [n / rounds for n in close]


def test_shares_are_those_of_a_bootstrap_that_is_written_out():
    found = firsts(VALUES, DOCUMENTS, near=0.03)
    first, close = written_out(0.03)
    assert found.first.tolist() == pytest.approx(first)
    assert found.near.tolist() == pytest.approx(close)
    assert 0.1 < max(first) < 0.95  # else it would say little


def test_shares_are_near_those_of_draws_of_as_many_documents():
    stream, names = np.random.default_rng(1), sorted(set(DOCUMENTS))
    by_name = {n: [q for q, d in enumerate(DOCUMENTS) if d == n] for n in names}
    wins = np.zeros(4)
    for _ in range(2000):
        queries = [q for n in stream.choice(names, len(names)) for q in by_name[str(n)]]
        wins[VALUES[queries].mean(axis=0).argmax()] += 1
    assert firsts(VALUES, DOCUMENTS).first == pytest.approx(wins / 2000, abs=0.05)


def test_documents_are_drawn_whole():
    # One document holds all that speaks for the second: by query it would be first far more often.
    values = np.array([[0.6, 0.5]] * 10 + [[0.5, 1.0]] * 10)
    together = ["a"] * 10 + [f"b{n}" for n in range(10)]
    assert firsts(values, together).first[1] > firsts(values, together[::-1]).first[1]


def test_equals_share_the_first_place_and_are_both_near_it():
    found = firsts([[0.5, 0.5, 0.1]] * 6, list("abcdef"))
    assert found.first.tolist() == [0.5, 0.5, 0.0]
    assert found.near.tolist() == [1.0, 1.0, 0.0]


def test_the_seed_decides_and_the_order_of_candidates_does_not():
    one, other = firsts(VALUES, DOCUMENTS), firsts(VALUES[:, ::-1], DOCUMENTS)
    assert one.first.tolist() == pytest.approx(other.first[::-1].tolist())
    assert one.first.tolist() != firsts(VALUES, DOCUMENTS, seed=1).first.tolist()
