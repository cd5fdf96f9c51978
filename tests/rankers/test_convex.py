"""The convex combination against a slow one, unit by unit."""

from __future__ import annotations

import statistics
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiny import run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.rankers.convex import Convex
from goldrank.rankers.order import NOT_RETRIEVED
from goldrank.rankers.rrf import Rrf

CELL = st.one_of(st.just(NOT_RETRIEVED), st.integers(-(10**9), 10**12))
ROW = st.lists(st.lists(CELL, min_size=5, max_size=5), min_size=3, max_size=3)


def slow(lists: list[list[int]], weights: list[float], how: str) -> list[float | None]:
    """The definition, one unit at a time."""
    totals: list[float | None] = []
    filled = []
    for scores in lists:
        found = [score for score in scores if score != NOT_RETRIEVED]
        lacking = 0 if not found or min(found) >= 0 else min(found)
        filled.append([lacking if score == NOT_RETRIEVED else score for score in scores])
    for unit in range(len(lists[0])):
        if all(scores[unit] == NOT_RETRIEVED for scores in lists):
            totals.append(None)
            continue
        total = 0.0
        for weight, scores in zip(weights, filled, strict=True):
            low, high = min(scores), max(scores)
            if low == high:
                continue
            if how == "min-max":
                part = (scores[unit] - low) / (high - low)
            else:
                apart = [score - low for score in scores]  # whole numbers, so nothing is lost
                part = (apart[unit] - statistics.mean(apart)) / statistics.pstdev(apart)
            total += weight * part
        totals.append(total / sum(weights))
    return totals


@given(lists=ROW, weights=st.lists(st.floats(0.1, 10), min_size=3, max_size=3))
@pytest.mark.parametrize("how", ["min-max", "z-score"])
def test_it_is_the_weighted_mean_of_normalised_scores(how, lists, weights) -> None:
    ranker = Convex(how, tuple(weights), combines=("a", "b", "c"))
    (row,) = ranker.fuse([np.array([scores], dtype=np.int64) for scores in lists])
    for score, expected in zip(row.tolist(), slow(lists, weights, how), strict=True):
        if expected is None:
            assert score == NOT_RETRIEVED
        else:
            assert score * 1e-9 == pytest.approx(expected, abs=2e-8)


def test_the_one_unit_that_words_find_is_above_those_that_they_do_not() -> None:
    same = np.array([[7, 7, 7]])
    alone = np.array([[NOT_RETRIEVED, 3, NOT_RETRIEVED]])
    assert Convex().fuse([same, alone]).tolist() == [[0, 500_000_000, 0]]


def test_lists_in_another_order_combine_to_the_same_bytes() -> None:
    lists = [np.array([[1, 5, 9, 2]]), np.array([[4, 4, 0, 1]]), np.array([[3, 1, 4, 1]])]
    weights = (0.1, 0.7, 0.3)
    one = Convex(weights=weights, combines=("a", "b", "c")).fuse(lists)
    other = Convex(weights=weights[::-1], combines=("c", "b", "a")).fuse(lists[::-1])
    assert one.tolist() == other.tolist()


def test_weights_of_rrf_multiply_the_terms() -> None:
    ranks = [np.array([[1, 2, 0]]), np.array([[2, 0, 1]])]
    found = Rrf(k=1, weights=(3, 1)).fuse(ranks)
    # 3 / 2 + 1 / 3, 3 / 3, 1 / 2
    assert found.tolist() == [[1_833_333_333, 1_000_000_000, 500_000_000]]
    assert Rrf(weights=(1, 1)).fuse(ranks).tolist() == Rrf().fuse(ranks).tolist()


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 0.0), (1.0, -1.0), (1.0, float("inf")), ()])
@pytest.mark.parametrize("kind", [Rrf, Convex])
def test_weights_are_one_positive_number_for_each_list(kind, weights) -> None:
    with pytest.raises(GoldrankError, match=r"weights: expected 2 numbers above 0, for vector, bm"):
        kind(weights=weights)


def test_a_suite_weighs_what_it_combines(tmp_path: Path) -> None:
    rest = (
        '[rrf]\nweights = [1, 9]\n[[ranker]]\nname = "mixed"\nkind = "convex"\nweights = [9, 1]\n'
        '[[ranker]]\nname = "plain"\nkind = "rrf"\nof = ["bm25", "mixed", "vector"]\n'
    )
    suite = write_tiny(tmp_path, 'rankers = ["vector", "bm25", "rrf", "mixed", "plain"]\n', rest)
    prints = run_tiny(suite).fingerprints["rankers"]
    assert prints["rrf"] == "rrf k=60 step=1e-09 weights=1,9"
    assert prints["mixed"] == "convex min-max weights=9,1 step=1e-09 of=vector,bm25"
    assert prints["plain"] == "rrf k=60 step=1e-09 of=bm25,mixed,vector"
