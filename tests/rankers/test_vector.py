"""Cosine is exact, and equal vectors tie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers.order import full_ranks, ordered, rank_of
from goldrank.rankers.vector import NEAR, Vector, normalised


def order(query, *documents) -> list[int]:
    return ordered(Vector().fit(documents).scores([query])[0]).tolist()


def test_a_zero_vector_scores_zero_and_is_counted():
    index = Vector().fit([[0, 2], [1, 1], [0, 0]])
    assert index.scores([[0, 1]]).tolist() == [[1_000_000, 707_107, 0]]
    assert index.zero_vectors == 1


def test_a_zero_query_ties_everything_at_zero():
    assert Vector().fit([[0, 2], [1, 1]]).scores([[0, 0]]).tolist() == [[0, 0]]


def test_a_zero_vector_beats_what_points_away():
    assert order([0, 1], [0, -1], [0, 0], [0, 3]) == [2, 1, 0]


def test_length_does_not_count():
    # A dot product would give 0.2 and 3.0, and the other order.
    assert order([0, 1], [0.0, 0.2], [3.0, 3.0]) == [0, 1]


@pytest.mark.parametrize("scale", [1e-38, 1e-3, 1e3, 3e38])
def test_the_same_direction_scores_one_at_any_length(scale):
    index = Vector().fit(np.array([[scale, scale, 0]], dtype=np.float32))
    assert index.scores([[5, 5, 0]]).tolist() == [[1_000_000]]


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_squares_of_64_bit_entries_neither_overflow_nor_vanish(scale):
    index = Vector().fit(np.array([[scale, scale, 0]]))
    assert index.scores(np.array([[scale, 0, 0]])).tolist() == [[707_107]]
    assert index.zero_vectors == 0


def test_half_precision_is_widened_before_it_is_multiplied():
    # In 16 bits both products round to 0.7124 and the later unit could not win.
    low, high = 0.7122, 0.71234567
    rows = [[low, np.sqrt(1 - low**2)], [high, np.sqrt(1 - high**2)]]
    assert np.float16(low) == np.float16(high)
    assert rank_of(Vector().fit(rows).scores([[1, 0]])[0], 1).rank == 1
    stored = np.array(rows, dtype=np.float16)  # the cache's type; the second entries differ in it
    narrow = Vector().fit(stored).scores(np.array([[0.3, 0.9]], dtype=np.float16))
    exact = stored.astype(float) @ [float(np.float16(0.3)), float(np.float16(0.9))]
    exact /= np.linalg.norm(stored.astype(float), axis=1)
    exact /= np.linalg.norm(np.array([0.3, 0.9], dtype=np.float16).astype(float))
    assert np.abs(narrow[0] - exact * 1e6).max() < 1


def test_cosines_that_differ_by_two_millionths_do_not_tie():
    angles = np.array([0.5, 0.500004])
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    scores = Vector().fit(rows.astype(np.float32)).scores([[1, 0]])[0]
    assert scores[0] - scores[1] == 2  # sin(0.5) * 4e-6 = 1.9e-6


def test_bit_identical_vectors_tie_whatever_stands_between_them():
    random = np.random.default_rng(3)
    rows = random.normal(size=(9001, 33)).astype(np.float32)
    rows[::7] = rows[0]
    scores = Vector().fit(rows).scores(random.normal(size=(13, 33)))
    assert (scores[:, ::7] == scores[:, :1]).all()


def test_signed_zeros_are_the_same_vector():
    index = Vector().fit(np.array([[0.0, 1.0], [-0.0, 1.0]], dtype=np.float32))
    assert len(index.distinct) == 1


def test_the_order_is_that_of_a_brute_force_sort():
    random = np.random.default_rng(11)
    rows, queries = random.normal(size=(700, 24)), random.normal(size=(9, 24))
    for row, query in zip(Vector().fit(rows).scores(queries), queries, strict=True):
        cosine = [
            round(float(r @ query / np.linalg.norm(r) / np.linalg.norm(query)), 6) for r in rows
        ]
        slow = sorted(range(len(rows)), key=lambda p: (-cosine[p], p))
        near = np.abs(np.array(cosine) * 1e6 - row).max()
        assert near <= 1  # 32-bit unit vectors may round a half to the other side
        if near < 0.5:
            assert ordered(row).tolist() == slow


@given(st.integers(1, 12), st.integers(0, 2**32))
def test_a_query_scores_the_same_alone_and_in_a_block(queries, seed):
    random = np.random.default_rng(seed)
    index = Vector().fit(random.normal(size=(50, 8)))
    block = random.normal(size=(queries, 8))
    alone = np.concatenate([index.scores(query[None]) for query in block])
    assert (index.scores(block) == alone).all()


def test_a_copy_of_the_winner_takes_the_place_behind_it():
    base = np.random.default_rng(5).normal(size=(20, 6))
    query = base[4:5]
    ranks = full_ranks(Vector().fit(np.vstack([base, query])).scores(query))[0]
    assert (ranks[4], ranks[20]) == (1, 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_vector_that_is_no_vector_is_refused_with_its_row(bad):
    with pytest.raises(GoldrankError, match=r"unit vector 1: expected finite"):
        Vector().fit([[1, 0], [bad, 0]])
    with pytest.raises(GoldrankError, match=r"query vector 0: expected finite"):
        Vector().fit([[1, 0]]).scores([[0, bad]])


def test_another_width_is_refused():
    with pytest.raises(GoldrankError, match="expected 2 dimensions as the index has, got 3"):
        Vector().fit([[1, 0]]).scores([[1, 0, 0]])


@pytest.mark.parametrize("shape", [(3,), (2, 0), (1, 1, 1)])
def test_another_shape_is_refused(shape):
    with pytest.raises(GoldrankError, match="expected shape"):
        Vector().fit(np.zeros(shape))


def test_an_empty_corpus_scores_nothing():
    assert Vector().fit(np.zeros((0, 4))).scores(np.ones((2, 4))).shape == (2, 0)


def test_normalised_vectors_have_length_one():
    rows, zero = normalised(np.random.default_rng(1).normal(size=(5000, 7)).astype(np.float16))
    assert rows.dtype == np.float32
    assert zero == 0
    assert np.abs(np.linalg.norm(rows.astype(float), axis=1) - 1).max() < 1e-6


def by_hand(units: np.ndarray, query: np.ndarray) -> list[int]:
    """Positions by the exact dot product of whole numbers, equal ones in their order."""
    dots = [sum(int(a) * int(b) for a, b in zip(unit, query, strict=True)) for unit in units]
    return sorted(range(len(dots)), key=lambda n: (-dots[n], n))


@pytest.mark.parametrize("scale", [1e-12, 0.3, 1.0, 1e12])
def test_the_dot_product_ranks_by_the_exact_one_at_every_scale(scale: float) -> None:
    stream = np.random.default_rng(5)
    units, query = stream.integers(-9, 10, (200, 6)), stream.integers(-9, 10, 6)
    index = Vector(similarity="dot").fit((units * scale).astype(np.float32))
    expected = by_hand(units, query)
    assert ordered(index.scores([query])[0]).tolist() == expected
    assert ordered(index.scores([query * 1e-3])[0]).tolist() == expected
    # The lengths matter: the cosine has another order.
    assert ordered(Vector().fit(units).scores([query])[0]).tolist() != expected


def test_one_huge_unit_does_not_make_ties_of_the_others() -> None:
    units = np.array([[3, 1], [3, 2], [3, 4], [1e7, 0]])
    scores = Vector(similarity="dot").fit(units).scores([[0, 1]])[0]
    assert ordered(scores).tolist() == [2, 1, 0, 3]
    assert len(set(scores.tolist())) == 4


def test_what_two_units_are_compared_by_is_in_the_fingerprint() -> None:
    assert Vector().fingerprint == "vector cosine step=1e-06"
    assert Vector(similarity="dot").fingerprint == "vector dot step=1e-06"


@pytest.mark.parametrize("rows", [[[0, 0], [0, 0]], np.zeros((0, 2))])
def test_the_dot_product_of_nothing_is_nothing(rows: object) -> None:
    index = Vector(similarity="dot").fit(rows)
    assert not index.scores([[1, 0]]).any()
    assert index.near == NEAR
