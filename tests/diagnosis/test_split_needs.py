"""The smallest cover of split evidence, against trying every set."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.split_needs import Cover, cover_of, smallest_cover
from goldrank.types import Chunk, Evidence, Span

TEXT = "ab cd ef gh ij kl mn op"


@st.composite
def places(draw):
    start = draw(st.integers(0, len(TEXT) - 2))
    return Span(start, draw(st.integers(start + 1, len(TEXT))))


@given(places(), st.lists(places(), max_size=6))
def test_the_cover_holds_all_that_can_be_held_with_the_fewest_parts(evidence, spans):
    parts = dict(enumerate(spans))
    solid = {n for n in range(*evidence) if not TEXT[n].isspace()}

    def held(chosen):
        return {n for p in chosen for n in range(*parts[p])} & solid

    cover = smallest_cover(TEXT, evidence, parts)
    reachable = held(parts)
    assert held(cover.positions) == reachable
    assert cover.share == (len(reachable) / len(solid) if solid else 0.0)
    fewer = combinations(parts, max(len(cover.positions) - 1, 0))
    assert not cover.positions or all(held(chosen) != reachable for chosen in fewer)


def test_white_space_between_two_chunks_needs_no_cover():
    assert smallest_cover("one  two", Span(0, 8), {0: Span(0, 3), 1: Span(5, 8)}) == Cover(
        (0, 1), 1.0
    )


def test_what_no_chunk_holds_lowers_the_share():
    assert smallest_cover("abcd", Span(0, 4), {7: Span(0, 3)}) == Cover((7,), 0.75)


def test_of_alternative_evidence_the_best_held_with_the_fewest_chunks_counts():
    texts = {"a.md": "abcdef", "b.md": "abcdef"}
    chunks = [Chunk("a.md", 0, 2), Chunk("a.md", 2, 4), Chunk("a.md", 4, 6)]
    chunks += [Chunk("b.md", 0, 3), Chunk("b.md", 3, 6)]
    evidence = [Evidence("a.md", 0, 6), Evidence("b.md", 0, 6)]
    assert cover_of(evidence, texts, chunks, range(5)) == Cover((3, 4), 1.0)


def test_evidence_without_a_place_has_no_cover():
    assert cover_of([Evidence("a.md")], {"a.md": "abc"}, [], ()) == Cover((), 0.0)
