"""Samples: every chunk has one chance, each document its share, and a seed draws one sample."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.auditing.sample import Design, digest_of, sample_of
from goldrank.errors import GoldrankError
from goldrank.types import Chunk


def chunks_of(*sizes: int) -> list[Chunk]:
    return [Chunk(f"d{doc}.md", n, n + 1) for doc, size in enumerate(sizes) for n in range(size)]


def drawn(sizes: tuple[int, ...], size: int, seed: int = 0, by_document: bool = False) -> list[int]:
    chunks = chunks_of(*sizes)
    return sample_of(chunks, Design("heading", len(chunks), "", size, seed, by_document))


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=9),
    st.integers(1, 60),
    st.booleans(),
    st.data(),
)
def test_a_sample_has_its_size_and_each_chunk_at_most_once(
    sizes: list[int], size: int, by_document: bool, data: st.DataObject
):
    taken = drawn(tuple(sizes), size, data.draw(st.integers(0, 99)), by_document)
    assert len(taken) == len(set(taken)) == min(size, sum(sizes))
    assert set(taken) <= set(range(sum(sizes)))


def test_a_seed_draws_one_sample_and_another_seed_another():
    assert drawn((50, 50), 20, 1) == drawn((50, 50), 20, 1) != drawn((50, 50), 20, 2)


def test_a_larger_simple_sample_goes_on_with_others():
    assert drawn((30, 40), 60)[:25] == drawn((30, 40), 25)


@pytest.mark.parametrize("by_document", [False, True])
def test_every_chunk_has_the_same_chance(by_document: bool):
    # 10 of 25 chunks: each is in 2 of 5 samples; 2,000 draws differ by .011 (one deviation).
    seen: Counter[int] = Counter()
    for seed in range(2_000):
        seen.update(drawn((2, 3, 7, 13), 10, seed, by_document))
    assert all(abs(seen[at] / 2_000 - 0.4) < 0.05 for at in range(25))


def test_a_stratified_sample_gives_each_document_its_share_up_or_down():
    sizes, size = (2, 3, 7, 13), 10
    for seed in range(50):
        chunks = chunks_of(*sizes)
        of = Counter(chunks[at].doc_id for at in drawn(sizes, size, seed, True))
        for doc, count in enumerate(sizes):
            assert abs(of[f"d{doc}.md"] - size * count / sum(sizes)) < 1


def test_a_simple_sample_does_not():
    of = {Counter(at < 2 for at in drawn((2, 3, 7, 13), 10, seed))[True] for seed in range(50)}
    assert of == {0, 1, 2}


def test_the_digest_is_of_places_and_of_texts():
    chunks = chunks_of(2)
    assert digest_of(chunks, ["a", "b"]) != digest_of(chunks, ["ab", ""])
    assert digest_of(chunks, ["a", "b"]) != digest_of(chunks[:1], ["a"])


def test_no_chunk_is_no_sample():
    with pytest.raises(GoldrankError, match="expected 1 or more, got 0"):
        drawn((3,), 0)
