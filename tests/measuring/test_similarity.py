"""Similarity within documents, against all pairs one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.measuring.similarity import mean_similarity


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
