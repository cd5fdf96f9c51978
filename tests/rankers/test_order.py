"""Order is decided once: by score, then by place."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers.order import (
    NOT_RETRIEVED,
    Rank,
    ahead,
    full_ranks,
    ordered,
    quantise,
    rank_of,
    ranks_of,
    score_of,
    shares_found,
    tie_share,
    tied,
    top,
)

# Few distinct values, so that ties are common; wide ones, so that packing keys is not possible.
SCORES = st.one_of(
    st.integers(-3, 3), st.just(NOT_RETRIEVED), st.sampled_from([2**61, -(2**61), 2**61 - 1])
)
ROWS = st.lists(SCORES, min_size=1, max_size=40).map(lambda row: np.array(row, dtype=np.int64))


def slow_order(row: np.ndarray) -> list[int]:
    found = [p for p, score in enumerate(row.tolist()) if score != NOT_RETRIEVED]
    return sorted(found, key=lambda p: -int(row[p]))  # sorted() is stable: place breaks ties


@given(ROWS)
def test_counting_gives_the_ranks_of_a_stable_sort(row):
    order = slow_order(row)
    assert ordered(row).tolist() == order
    for position in range(len(row)):
        rank = rank_of(row, position)
        if row[position] == NOT_RETRIEVED:
            assert rank is None
        else:
            equal = [p for p in order if row[p] == row[position]]
            first = order.index(equal[0]) + 1
            assert rank == Rank(order.index(position) + 1, first, first + len(equal) - 1)


@given(ROWS)
def test_full_ranks_say_the_same_as_counting_one_by_one(row):
    counted = [rank_of(row, position) for position in range(len(row))]
    assert full_ranks(row[None])[0].tolist() == [0 if r is None else r.rank for r in counted]


@given(ROWS, st.integers(0, 45))
def test_the_top_is_the_beginning_of_the_order(row, depth):
    assert top(row, depth).tolist() == slow_order(row)[:depth]


@given(ROWS, st.integers(1, 45))
def test_a_tie_touches_the_top_when_two_neighbours_there_or_across_its_edge_are_equal(row, depth):
    order = slow_order(row)
    pairs = list(pairwise(order))[:depth]
    assert tied(row[None], depth).tolist() == [any(row[a] == row[b] for a, b in pairs)]


@given(ROWS, st.data())
def test_counts_over_shards_add_up_to_the_count_over_the_whole(row, data):
    position = data.draw(st.integers(0, len(row) - 1))
    cut = data.draw(st.integers(0, len(row)))
    score = int(row[position])
    left, right = row[:cut], row[cut:]
    if position < cut:
        shards = [ahead(left, score, position), ahead(np.append(score - 1, right), score, 0)]
    else:
        shards = [ahead(left, score, len(left)), ahead(right, score, position - cut)]
    if score == NOT_RETRIEVED:
        return
    assert [sum(column) for column in zip(*shards, strict=True)] == list(
        ahead(row, score, position)
    )


@given(ROWS)
def test_a_unit_that_never_matches_moves_no_rank(row):
    longer = np.append(row, NOT_RETRIEVED)
    positions = [list(range(len(row)))]
    assert ranks_of(longer[None], positions) == ranks_of(row[None], positions)
    assert full_ranks(longer[None])[0, :-1].tolist() == full_ranks(row[None])[0].tolist()


@given(st.lists(ROWS.filter(lambda r: len(r) >= 3), min_size=1, max_size=5), st.randoms())
def test_queries_may_come_in_any_order(rows, random):
    block = np.array([row[:3] for row in rows])
    shuffled = random.sample(range(len(block)), len(block))
    assert full_ranks(block[shuffled]).tolist() == full_ranks(block)[shuffled].tolist()


def test_scores_nearer_than_half_a_step_tie_and_place_decides():
    row = quantise([0.5000004, 0.5000001, 0.6], 1e-6)
    assert [rank_of(row, p) for p in (0, 1)] == [Rank(2, 2, 3), Rank(3, 2, 3)]


def test_a_margin_widens_best_and_worst_but_not_the_rank():
    row = np.array([10, 9, 8, 7, NOT_RETRIEVED])
    assert rank_of(row, 1, margin=1) == Rank(2, 1, 3)
    assert rank_of(row, 3, margin=2**62) == Rank(4, 1, 4)


def test_ranks_are_asked_for_each_query_by_itself():
    block = np.array([[3, 2, 1], [1, NOT_RETRIEVED, 3]])
    assert ranks_of(block, [[2], [1, 0]]) == [[Rank(3, 3, 3)], [None, Rank(2, 2, 2)]]


def test_the_share_of_queries_with_a_tie_in_the_top():
    block = np.array([[9, 8, 7, 7], [9, 9, 1, 0], [5, 4, 4, 3], [1, 2, 3, 4]])
    assert tie_share(block, 2) == 2 / 4  # in the second row inside, in the third across the edge
    assert tie_share(block[:0], 2) == 0.0


def test_a_rank_deeper_than_the_top_is_the_one_of_the_whole_order():
    row = np.arange(41_000)
    assert rank_of(row, 40_999 - 177) == Rank(178, 178, 178)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300])
def test_a_score_without_a_place_in_an_order_is_refused_with_its_place(bad):
    with pytest.raises(GoldrankError, match=r"score at \(0, 1\)"):
        quantise([[0.1, bad]], 1e-6)


def test_what_was_not_retrieved_may_hold_any_score():
    row = quantise([0.5, np.nan], 1e-6, retrieved=np.array([True, False]))
    assert row.tolist() == [500_000, NOT_RETRIEVED]


def test_negative_zero_ties_with_zero():
    assert quantise([-0.0, 0.0, -1e-9], 1e-6).tolist() == [0, 0, 0]


def test_a_score_reads_as_the_decimal_it_was_rounded_to():
    assert score_of(int(quantise(0.3123451, 1e-6)), 1e-6) == 0.312345
    assert score_of(NOT_RETRIEVED, 1e-6) is None


@pytest.mark.parametrize("position", [-1, 3])
def test_a_unit_outside_the_index_is_refused(position):
    with pytest.raises(GoldrankError, match=r"expected a position in \[0, 3\)"):
        rank_of(np.array([1, 2, 3]), position)


@pytest.mark.parametrize("step", [0, -1e-6, 2, float("nan")])
def test_a_step_that_rounds_nothing_is_refused(step):
    with pytest.raises(GoldrankError, match="step"):
        quantise([1.0], step)


def test_an_empty_corpus_has_an_empty_order():
    empty = np.zeros((2, 0), dtype=np.int64)
    assert full_ranks(empty).shape == (2, 0)
    assert top(empty[0], 5).tolist() == []
    assert tied(empty, 5).tolist() == [False, False]


@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(0, 2))
def test_the_share_that_is_found_is_that_of_a_slow_count(seed: int, depth: int, near: int) -> None:
    stream = np.random.default_rng(seed)
    whole, listed = (stream.integers(0, 6, size=(3, 7)) for _ in range(2))
    whole[whole == 0] = listed[listed < 3] = NOT_RETRIEVED
    for row, other, share in zip(
        whole, listed, shares_found(whole, listed, depth, near), strict=True
    ):
        scores = sorted((int(s) for s in row if s != NOT_RETRIEVED), reverse=True)[:depth]
        if not scores:
            assert np.isnan(share)
            continue
        as_good = [n for n in range(7) if row[n] != NOT_RETRIEVED and row[n] >= scores[-1] - near]
        found = sum(other[n] != NOT_RETRIEVED for n in as_good)
        assert share == min(found, len(scores)) / len(scores)
