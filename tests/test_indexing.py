"""From chunks to indexes: what is pooled, what repeats, and how alike the chunks of documents are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.encoders.base import Reading
from goldrank.indexing import counted, distinct_cut, first_units, fold_of, mean_similarity
from goldrank.types import Chunk


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(-3, 3), st.integers(-3, 3)), max_size=9)
)
def test_similarity_is_the_mean_cosine_of_pairs_in_one_document(rows):
    owners = [owner for owner, *_ in rows]
    vectors = np.array([pair for _, *pair in rows], dtype=np.float32).reshape(len(rows), 2)
    cosines = []
    for i, one in enumerate(vectors):
        for j, other in enumerate(vectors):
            if i < j and owners[i] == owners[j]:
                sizes = float(np.linalg.norm(one) * np.linalg.norm(other))
                cosines.append(float(one @ other) / sizes if sizes else 0.0)
    found = mean_similarity(vectors, owners)
    if not cosines:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(np.mean(cosines), abs=1e-6)


def test_progress_is_told_what_is_new():
    told: list[int] = []
    advance = counted(told.append)
    for done in (2, 2, 5):
        advance(done, 5)
    assert told == [2, 0, 3]


def test_only_the_first_of_each_input_that_is_cut_is_verified():
    def reading(key: bytes, tokens: int) -> Reading:
        return Reading(tokens, min(tokens, 3), 1, key)

    readings = [reading(b"a", 3), reading(b"b", 4), reading(b"c", 9), reading(b"b", 4)]
    assert distinct_cut(readings) == [1, 2]


def test_each_document_begins_once_and_its_chunks_fold_to_it():
    chunks = [Chunk("a", 0, 1), Chunk("c", 0, 1), Chunk("c", 1, 2), Chunk("a", 0, 9)]
    assert first_units(chunks[:3]).tolist() == [0, 1]
    fold = fold_of(chunks, ["a", "b", "c"])
    assert fold.sizes.tolist() == [2, 0, 2]
    folded = fold(np.array([[5, 7, 9, 6]], dtype=np.int64))
    assert (folded[0, 0], folded[0, 2]) == (6, 9)
