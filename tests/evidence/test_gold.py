"""Which chunks are gold, against a count of characters one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldRule, gold_chunks, gold_documents, ink, relevant_needs
from goldrank.types import Chunk, Document, Evidence, Need, Query

TEXTS = st.text(alphabet="ab \n\t\u00a0é", min_size=4, max_size=40)


def _query(*needs: tuple[Evidence, ...]) -> Query:
    return Query("q", "?", needs=tuple(Need(evidence) for evidence in needs))


def _document(text: str, doc_id: str = "a.md") -> Document:
    return Document(doc_id, text, "A")


def _gold(text: str, chunks: list[Chunk], evidence: Evidence, rule: GoldRule) -> set[int]:
    found = gold_chunks([_query((evidence,))], chunks, {"a.md": _document(text)}, rule)
    return set(found[0].gold) if found else set()


@st.composite
def places(draw):
    text = draw(TEXTS)
    spans = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text)))
    chunks = [Chunk("a.md", a, b) for a, b in draw(st.lists(spans, max_size=8)) if a < b]
    start, end = draw(spans.filter(lambda span: span[0] < span[1]))
    return text, sorted(chunks), Evidence("a.md", start, end, text[start:end])


SHARES = st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0])


@given(places(), SHARES, st.none() | SHARES)
def test_a_chunk_is_gold_where_a_bitmap_of_characters_says_so(place, overlap, inside):
    text, chunks, evidence = place
    judged = [evidence.start <= n < evidence.end and not c.isspace() for n, c in enumerate(text)]
    expected = set()
    for position, chunk in enumerate(chunks):
        held = sum(judged[chunk.start : chunk.end])
        own = sum(not c.isspace() for c in text[chunk.start : chunk.end])
        enough = held >= overlap * sum(judged) - 1e-9
        within = inside is not None and held >= inside * own - 1e-9
        if held and (enough or within):
            expected.add(position)
    assert _gold(text, chunks, evidence, GoldRule(overlap, inside)) == expected


@given(places())
def test_parts_are_the_chunks_that_hold_some_of_the_evidence(place):
    text, chunks, evidence = place
    found = gold_chunks([_query((evidence,))], chunks, {"a.md": _document(text)}, GoldRule())
    touched = {
        n
        for n, c in enumerate(chunks)
        if text[max(c.start, evidence.start) : min(c.end, evidence.end)].strip()
        and c.start < evidence.end
        and evidence.start < c.end
    }
    assert set(found[0].parts) == touched


@given(TEXTS)
def test_ink_counts_what_is_not_white_space(text: str):
    assert ink(text).tolist() == [
        sum(not c.isspace() for c in text[:n]) for n in range(len(text) + 1)
    ]


def test_only_the_part_with_the_evidence_is_gold_however_many_parts_its_section_has():
    text = "## A\n\none hay\n\ntwo needle\n\nthree hay"
    chunks = [Chunk("a.md", text.index(w), text.index(w) + 9) for w in ("one", "two", "three")]
    start = text.index("needle")
    evidence = Evidence("a.md", start, start + 6, "needle")
    chunks[1] = Chunk("a.md", chunks[1].start, chunks[1].start + len("two needle"))
    assert _gold(text, chunks, evidence, GoldRule()) == {1}


def test_overlapping_chunks_that_both_hold_the_evidence_are_both_gold():
    chunks = [Chunk("a.md", 0, 6), Chunk("a.md", 3, 9)]
    assert _gold("abcdefghi", chunks, Evidence("a.md", 3, 6, "def"), GoldRule()) == {0, 1}


def test_evidence_over_a_boundary_is_split_and_its_parts_are_known():
    chunks = [Chunk("a.md", 0, 5), Chunk("a.md", 5, 9)]
    query = _query((Evidence("a.md", 3, 7, "defg"),))
    (need,) = gold_chunks([query], chunks, {"a.md": _document("abcdefghi")}, GoldRule())
    assert need.is_split
    assert need.parts == (0, 1)


def test_a_chunk_that_lies_inside_long_evidence_is_gold_only_where_that_is_accepted():
    chunks = [Chunk("a.md", 2, 4)]
    evidence = Evidence("a.md", 0, 9, "abcdefghi")
    assert _gold("abcdefghi", chunks, evidence, GoldRule()) == set()
    assert _gold("abcdefghi", chunks, evidence, GoldRule(1.0, 0.9)) == {0}


def test_any_alternative_satisfies_a_need_and_the_best_grade_of_a_chunk_counts():
    chunks = [Chunk("a.md", 0, 3), Chunk("a.md", 3, 6)]
    alternatives = (
        Evidence("a.md", 0, 2, "ab", grade=1),
        Evidence("a.md", 1, 3, "bc", grade=3),
        Evidence("a.md", 3, 5, "de", grade=2),
    )
    (need,) = gold_chunks([_query(alternatives)], chunks, {"a.md": _document("abcdef")}, GoldRule())
    assert need.gold == {0: 3, 1: 2}


def test_grade_0_makes_nothing_gold_and_is_no_need_by_itself():
    judged = Evidence("a.md", 0, 2, "ab", grade=0)
    relevant = Evidence("a.md", 3, 5, "de", grade=1)
    chunks = [Chunk("a.md", 0, 3), Chunk("a.md", 3, 6)]
    query = _query((judged,), (judged, relevant))
    (need,) = gold_chunks([query], chunks, {"a.md": _document("abcdef")}, GoldRule())
    assert (need.need, need.gold) == (1, {1: 1})
    assert relevant_needs(query) == [(1, (relevant,))]
    (of_documents,) = gold_documents([query], ["a.md"])
    assert of_documents.gold == {0: 1}


def test_a_document_without_chunks_splits_its_needs():
    query = _query((Evidence("b.md", 0, 1, "x"),))
    documents = {"a.md": _document("abc"), "b.md": _document("x", "b.md")}
    (need,) = gold_chunks([query], [Chunk("a.md", 0, 3)], documents, GoldRule())
    assert need.is_split
    assert need.parts == ()


def test_whole_documents_are_gold_by_their_place_in_the_corpus():
    query = _query((Evidence("b.md", grade=2), Evidence("a.md", 0, 1, "x")))
    (need,) = gold_documents([query], ["a.md", "b.md"])
    assert need.gold == {0: 1, 1: 2}


def test_a_whole_document_is_no_span_to_find_in_chunks():
    with pytest.raises(GoldrankError, match=r"query q: its evidence is the whole document a.md"):
        gold_chunks([_query((Evidence("a.md"),))], [], {"a.md": _document("x")}, GoldRule())


@pytest.mark.parametrize("value", [0, -0.1, 1.1, float("nan")])
def test_a_share_is_more_than_0_and_at_most_1(value: float):
    with pytest.raises(GoldrankError, match="min_overlap: expected more than 0 and at most 1"):
        GoldRule(value)
    with pytest.raises(GoldrankError, match="accept_inside: expected more than 0 and at most 1"):
        GoldRule(1.0, value)
