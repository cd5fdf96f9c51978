"""Gold chunks become columns once, and each chunk counts once."""

from __future__ import annotations

import pytest

from goldrank.errors import GoldrankError
from goldrank.measuring.judgments import BEYOND, Gold, Judgments


def totals(*queries) -> list[int]:
    return Judgments.of(queries).total.tolist()


def test_a_split_need_is_one_relevant_chunk_that_is_never_retrieved():
    judged = Judgments.of([[[]]])
    assert judged.total.tolist() == [1]
    assert judged.best.tolist() == [BEYOND]


def test_a_retrieved_chunk_that_is_gold_for_two_needs_counts_once():
    assert totals([[Gold(3)], [Gold(3), Gold(8)]]) == [2]


def test_a_chunk_that_was_not_retrieved_is_told_apart_by_its_unit():
    same, other = Gold(None, unit=7), Gold(None, unit=8)
    assert totals([[same], [same]], [[same], [other]], [[Gold(None)], [Gold(None)]]) == [1, 2, 2]


def test_a_chunk_with_two_grades_keeps_the_better():
    assert Judgments.of([[[Gold(3, 1)], [Gold(3, 2)]]]).gain.tolist() == [2]
    assert Judgments.of([[[Gold(3, 2)], [Gold(3, 1)]]]).gain.tolist() == [2]


def test_a_chunk_judged_not_relevant_is_no_gold():
    judged = Judgments.of([[[Gold(1, 0), Gold(2, -1), Gold(5, 1)]]])
    assert judged.total.tolist() == [1]
    assert judged.best.tolist() == [5]
    assert judged.need_best.tolist() == [5]
    assert judged.gain.tolist() == [0, 0, 1]


def test_pairs_of_rank_and_grade_in_any_order_give_columns_by_rank():
    judged = Judgments.of([[[Gold(9), Gold(2)]], [[Gold(4, 1)], [Gold(1, 3)]]])
    assert judged.rank.tolist() == [2, 9, 1, 4]
    assert judged.nth.tolist() == [1, 2, 1, 2]
    assert judged.ideal_place.tolist() == [1, 2, 1, 2]


@pytest.mark.parametrize("rank", [0, -1])
def test_ranks_start_at_one(rank):
    with pytest.raises(GoldrankError, match=f"query number 1: expected ranks from 1, got {rank}"):
        Judgments.of([[[Gold(1)]], [[Gold(rank)]]])


def test_a_query_without_needs_is_refused():
    with pytest.raises(GoldrankError, match="query number 0: expected at least one need"):
        Judgments.of([[]])


def test_no_query_makes_empty_columns():
    assert Judgments.of([]).total.tolist() == []
