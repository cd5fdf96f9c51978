"""A document scores as its best chunk does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers.fold import Fold
from goldrank.rankers.order import NOT_RETRIEVED, full_ranks, rank_of

OWNED = st.lists(
    st.tuples(st.integers(0, 4), st.one_of(st.integers(-3, 3), st.just(NOT_RETRIEVED))), max_size=20
)


@given(OWNED)
def test_a_document_scores_as_its_best_chunk_in_whatever_order_they_stand(owned):
    block = np.array([[score for _, score in owned]], dtype=np.int64)
    folded = Fold.of([owner for owner, _ in owned], documents=5)(block)
    for document in range(5):
        scores = [score for owner, score in owned if owner == document]
        assert folded[0, document] == max(scores, default=NOT_RETRIEVED)


def test_a_document_is_missing_only_when_all_its_chunks_are():
    fold = Fold.of([0, 0, 1, 1], documents=2)
    missing = NOT_RETRIEVED
    assert full_ranks(fold(np.array([[missing, 4, missing, missing]]))).tolist() == [[1, 0]]


def test_the_rank_of_a_chunk_and_of_its_document_are_two_numbers():
    # Ranked d1#0, d1#3, d2#1, d1#2; the gold chunk is d1#2.
    chunks = ["d1#0", "d1#2", "d1#3", "d2#1"]
    row = np.array([4, 1, 3, 2])
    fold = Fold.of([0, 0, 0, 1], documents=2)
    assert rank_of(row, chunks.index("d1#2")).rank == 4
    assert rank_of(fold(row[None])[0], 0).rank == 1
    assert fold(row[None]).tolist() == [[4, 2]]


def test_a_documents_own_vector_joins_the_pool_at_its_end():
    # Chunks of documents 0, 0, 1, then one vector for each document.
    fold = Fold.of([0, 0, 1, 0, 1], documents=2)
    assert fold(np.array([[1, 2, 3, 9, 2]])).tolist() == [[9, 3]]


def test_sizes_count_chunks_and_an_empty_document_is_never_found():
    fold = Fold.of([0, 0, 2], documents=3)
    assert fold.sizes.tolist() == [2, 0, 1]
    assert fold(np.array([[1, 2, 3]]))[0, 1] == NOT_RETRIEVED


def test_folding_no_chunks_leaves_all_documents_missing():
    assert Fold.of([], documents=2)(np.zeros((1, 0), dtype=np.int64)).tolist() == [
        [NOT_RETRIEVED] * 2
    ]


@pytest.mark.parametrize("owner", [-1, 2])
def test_a_chunk_of_no_document_is_refused(owner):
    with pytest.raises(GoldrankError, match=r"expected documents in \[0, 2\)"):
        Fold.of([0, owner], documents=2)
