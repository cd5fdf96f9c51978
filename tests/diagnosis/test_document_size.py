"""Many-section bias."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.document_size import band_of, by_document_size, size_lean
from goldrank.rankers.fold import Fold
from goldrank.rankers.order import ordered, top


def obvious(folded: np.ndarray, sizes: np.ndarray, depth: int) -> float:
    """The same from the scores of whole documents, query by query."""
    return float(np.mean([sizes[top(row, depth)].mean() / sizes.mean() for row in folded]))


@given(st.data())
def test_the_lean_of_rankings_is_the_bias_of_folded_scores(data):
    owners = sorted(data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=12)))
    owners = [sorted(set(owners)).index(owner) for owner in owners]
    documents = owners[-1] + 1
    # Scores without ties: among tied documents order is by place, in units as in documents.
    block = np.array([data.draw(st.permutations(range(len(owners)))) for _ in range(3)])
    depth = data.draw(st.integers(1, 5))
    fold = Fold.of(owners, documents)
    order = np.stack([ordered(row) for row in block]).astype(np.int32)
    lean = size_lean(order, owners, fold.sizes.tolist(), depth)
    assert lean == pytest.approx(obvious(fold(block), fold.sizes, depth))


def test_without_a_ranking_or_a_chunk_there_is_no_lean():
    assert np.isnan(size_lean(np.full((2, 3), -1, np.int32), [0, 1, 1], [1, 2]))
    assert np.isnan(size_lean(np.zeros((1, 1), np.int32), [0], [0]))


def test_needs_are_banded_by_the_chunks_of_their_document():
    chunks = pd.DataFrame(
        {
            "chunker": "c",
            "chunk_id": ["a1", "b1", "b2"],
            "doc_id": ["a", "b", "b"],
        }
    )
    needs = pd.DataFrame(
        {
            "chunker": "c",
            "variant": "raw",
            "ranker": "vector",
            "chunk_id": ["a1", "b1", "b2", None],
            "split": [False, False, False, True],
            "rank": pd.array([4, 1, 2, None], dtype="Int64"),
            "document_rank": pd.array([2, 1, 1, None], dtype="Int64"),
            "rank_in_document": pd.array([1, 1, 2, None], dtype="Int64"),
        }
    )
    found = by_document_size(needs, chunks)
    assert found.band.tolist() == ["1", "2-4"]
    assert found.needs.tolist() == [1, 2]
    assert found.document_RR.tolist() == [0.5, 1.0]
    assert found.in_document_RR.tolist() == [1.0, 0.75]
    assert found.RR.tolist() == [0.25, 0.75]


def test_bands_have_no_gap():
    assert [band_of(n) for n in (1, 2, 4, 5, 8, 9, 16, 17, 32, 33, 999)] == [
        "1", "2-4", "2-4", "5-8", "5-8", "9-16", "9-16", "17-32", "17-32", "33+", "33+",
    ]  # fmt: skip
