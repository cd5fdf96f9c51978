"""Fusion adds 1 / (k + rank), from 1, over the lists that hold a unit."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers.order import NOT_RETRIEVED, Rank, full_ranks, ordered, rank_of, score_of
from goldrank.rankers.rrf import Rrf


def ranks(lists: list[list[str]], units: list[str]) -> list[np.ndarray]:
    return [
        np.array([[one.index(u) + 1 if u in one else 0 for u in units]], dtype=np.int64)
        for one in lists
    ]


def fused(lists: list[list[str]], k: float = 60) -> tuple[list[str], dict[str, float | None]]:
    units = sorted({unit for one in lists for unit in one})
    row = Rrf(k).fuse(ranks(lists, units))[0]
    scores = {unit: score_of(int(s), 1e-9) for unit, s in zip(units, row, strict=True)}
    return [units[p] for p in ordered(row)], scores


def near(numerator: int, denominator: int) -> object:
    return pytest.approx(numerator / denominator, abs=5.1e-10)


def test_ranks_start_at_one_and_a_list_that_lacks_a_unit_adds_nothing():
    order, scores = fused([["m", "g", "k", "t"], ["n", "h", "j", "t"]])
    # Corpus order decides among the pairs that tie: g before h, j before k, m before n.
    assert order == ["t", "m", "n", "g", "h", "j", "k"]
    assert scores["t"] == near(1, 32)  # 1/64 + 1/64
    assert scores["m"] == scores["n"] == near(1, 61)
    assert scores["g"] == scores["h"] == near(1, 62)
    assert scores["j"] == scores["k"] == near(1, 63)


def test_one_unit_in_three_lists_is_one_unit():
    assert fused([["4"], ["4"], ["4"]]) == (["4"], {"4": near(3, 61)})


def test_mirror_images_tie_exactly_and_place_decides():
    row = Rrf().fuse(ranks([["a", "b"], ["b", "a"]], ["a", "b"]))[0]
    assert [rank_of(row, p) for p in (0, 1)] == [Rank(1, 1, 2), Rank(2, 1, 2)]
    assert score_of(int(row[0]), 1e-9) == near(123, 3782)  # 1/61 + 1/62


@given(st.permutations(range(6)), st.permutations(range(6)), st.permutations(range(6)))
def test_the_order_of_the_lists_does_not_matter(one, two, three):
    blocks = [np.array([order]) + 1 for order in (one, two, three)]
    assert (Rrf().fuse(blocks) == Rrf().fuse(blocks[::-1])).all()


def test_the_order_of_three_lists_does_not_matter_where_the_sum_is_half_a_step():
    # 1 + 1/10 + 1/5120 = 1.1001953125 exactly; of the sums of floats, one lies above.
    ranks = [np.array([[rank]]) for rank in (1, 10, 5120)]
    fused = {int(Rrf(k=0).fuse(blocks)[0, 0]) for blocks in permutations(ranks)}
    assert len(fused) == 1


@given(
    st.lists(st.permutations(range(9)), min_size=1, max_size=4),
    st.integers(0, 9),
    st.sampled_from([0, 1, 60, 1000]),
)
def test_fusing_floats_says_what_fusing_fractions_says(orders, cut, k):
    lists = [[str(u) for u in order[:cut]] for order in orders]
    exact: dict[str, Fraction] = {}
    for one in lists:
        for rank, unit in enumerate(one, start=1):
            exact[unit] = exact.get(unit, Fraction(0)) + Fraction(1, k + rank)
    order, scores = fused(lists, k)
    assert set(order) == set(exact)
    assert all(abs(Fraction(scores[u]) - exact[u]) <= Fraction(6, 10**10) for u in exact)
    assert order == sorted(exact, key=lambda u: (-round(exact[u], 9), u))


def test_what_no_list_holds_is_not_retrieved():
    block = Rrf().fuse([np.array([[1, 0, 0]]), np.array([[0, 1, 0]])])
    assert block[0, 2] == NOT_RETRIEVED
    assert full_ranks(block).tolist() == [[1, 2, 0]]


def test_an_index_fuses_the_score_blocks_of_other_rankers():
    vector = np.array([[30, 20, 10, 5]])
    lexical = np.array([[NOT_RETRIEVED, 7, 9, NOT_RETRIEVED]])
    index = Rrf().fit(4)
    # 1/61; 1/62 + 1/62; 1/63 + 1/61; 1/64
    assert full_ranks(index.scores([vector, lexical])).tolist() == [[3, 2, 1, 4]]


def test_ties_of_a_list_are_fused_by_place():
    index = Rrf(k=0).fit(2)
    assert index.scores([np.array([[5, 5]])]).tolist() == [[10**9, 5 * 10**8]]


@pytest.mark.parametrize("k", [0, 60, 0.5])
def test_k_may_be_anything_from_zero(k):
    assert fused([["a"]], k)[1] == {"a": near(1, k + 1)}


@pytest.mark.parametrize("k", [-1, float("nan"), float("inf"), -0.001])
def test_another_k_is_refused(k):
    with pytest.raises(GoldrankError, match="expected k >= 0 and finite"):
        Rrf(k)


def test_blocks_of_unlike_shapes_are_refused():
    with pytest.raises(GoldrankError, match=r"one shape, got \(1, 2\), \(1, 3\)"):
        Rrf().fuse([np.array([[1, 2]]), np.array([[1, 2, 3]])])
    with pytest.raises(GoldrankError, match="got none"):
        Rrf().fuse([])
