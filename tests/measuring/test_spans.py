"""Measures of spans against sets of places, and against the published definitions written anew."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.measuring.chroma_spans import chroma_omega, chroma_shares, first_place
from goldrank.measuring.legalbench import legalbench
from goldrank.measuring.span_ranks import evidence_ap, span_ndcg
from goldrank.measuring.spans import Chunks, precision_omega, share_read, span_shares
from goldrank.types import Span

SPAN = st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda s: Span(s[0], s[0] + s[1]))
READ = st.lists(SPAN, max_size=6)
NEEDS = st.lists(st.lists(SPAN, min_size=1, max_size=3), min_size=1, max_size=4)
REFERENCES = st.lists(SPAN, min_size=1, max_size=4)


def places(*spans: Span) -> set[int]:
    return {place for span in spans for place in range(*span)}


@given(READ, NEEDS)
def test_the_shares_are_those_of_sets_of_places(read: list[Span], needs: list[list[Span]]):
    seen = places(*read)
    chosen = set()
    for alternatives in needs:
        shares = [len(places(span) & seen) / len(places(span)) for span in alternatives]
        chosen |= places(alternatives[shares.index(max(shares))])
    useful = seen & {place for alternatives in needs for place in places(*alternatives)}
    found = span_shares(read, needs)
    assert found.recall == len(chosen & seen) / len(chosen)
    assert found.precision == (len(useful) / len(seen) if seen else 0.0)
    assert found.iou == len(useful) / len(seen | chosen)
    assert all(0 <= share <= 1 for share in found)


@given(READ, NEEDS)
def test_to_read_a_chunk_twice_changes_nothing(read: list[Span], needs: list[list[Span]]):
    assert span_shares([*read, *read], needs) == span_shares(read, needs)


@given(READ, NEEDS)
def test_omega_is_the_iou_of_all_chunks_that_share_a_place_with_the_evidence(
    chunks: list[Span], needs: list[list[Span]]
):
    judged = [alternatives[0] for alternatives in needs]
    held = [chunk for chunk in chunks if places(chunk) & places(*judged)]
    best = len(places(*held) & places(*judged)) / len(places(*held, *judged))
    assert precision_omega(Chunks.of(chunks), needs) == best


def counted(spans: list[Span]) -> list[int]:
    """Each place as often as a span holds it."""
    return [place for span in spans for place in range(*span)]


@given(READ, REFERENCES)
def test_chromas_shares_are_its_definition_with_overlap_counted_each_time(
    read: list[Span], references: list[Span]
):
    met = places(*read) & places(*references)
    unmet = [place for place in counted(references) if place not in places(*read)]
    retrieved = len(counted(read))
    found = chroma_shares(read, references)
    assert found.recall == len(met) / len(counted(references))
    assert found.precision == (len(met) / retrieved if retrieved else 0.0)
    assert found.iou == len(met) / (retrieved + len(unmet))


@given(READ, REFERENCES)
def test_chromas_omega_takes_what_touches_for_an_overlap(
    chunks: list[Span], references: list[Span]
):
    def edges(span: Span) -> set[int]:
        return set(range(span.start, span.end + 1))

    held = [c for c in chunks if any(edges(c) & edges(span) for span in references)]
    met = len(places(*held) & places(*references))
    assert chroma_omega(Chunks.of(chunks), references) == met / len(places(*held, *references))


@given(READ, st.lists(SPAN, min_size=1, max_size=1))
def test_both_ways_agree_where_no_chunks_share_or_touch_anything(
    read: list[Span], references: list[Span]
):
    apart, end = [], -2
    for span in sorted(read):
        if span.start > end + 1:
            apart.append(span)
            end = span.end
    ours = span_shares(apart, [references])
    assert chroma_shares(apart, references) == pytest.approx(ours, abs=1e-12)


def test_a_chunk_that_only_touches_costs_chromas_omega_and_not_ours():
    chunks = Chunks.of([Span(0, 10), Span(10, 20)])
    assert chroma_omega(chunks, [Span(10, 20)]) == 0.5
    assert precision_omega(chunks, [[Span(10, 20)]]) == 1.0


def test_a_text_that_occurs_twice_is_found_at_its_first_place():
    document = "Net income rose. Costs fell. Net income rose."
    assert first_place(document, Span(29, 45)) == Span(0, 15)
    assert first_place(document, Span(17, 27)) == Span(17, 27)  # no full stop to leave off


@given(READ, REFERENCES)
def test_legalbench_counts_what_each_pair_shares(read: list[Span], judged: list[Span]):
    pairs = [len(places(one) & places(two)) for one in read for two in judged]
    found = legalbench(read, judged)
    assert found.recall == sum(pairs) / len(counted(judged))
    assert found.precision == (sum(pairs) / len(counted(read)) if read else 0.0)


def dcg(order: list[Span], needs: list[list[Span]], k: int) -> float:
    """The slow twin: what is read of each need after each rank, place by place."""
    total, before = 0.0, 0.0
    for rank in range(1, min(k, len(order)) + 1):
        seen = places(*order[:rank])
        shares = [max(len(places(s) & seen) / len(places(s)) for s in each) for each in needs]
        after = sum(shares) / len(needs)
        total += (after - before) / math.log2(rank + 1)
        before = after
    return total


APART = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=4)


@given(APART, st.lists(SPAN, min_size=1, max_size=3), st.integers(1, 5))
def test_ndcg_is_that_of_the_best_order_where_chunks_do_not_overlap(
    gaps: list[tuple[int, int]], evidence: list[Span], k: int
):
    chunks, at = [], 0
    for gap, size in gaps:
        chunks.append(Span(at + gap, at + gap + size))
        at += gap + size
    needs = [[span] for span in evidence]
    holding = [chunk for chunk in chunks if places(chunk) & places(*evidence)]
    best = max(dcg(list(order), needs, k) for order in itertools.permutations(chunks))
    ranked = {n: chunk for n, chunk in enumerate(chunks, start=1) if chunk in holding}
    expected = dcg(chunks, needs, k) / best if best else 0.0
    assert span_ndcg(ranked, holding, needs, k) == pytest.approx(expected, abs=1e-12)


@given(st.lists(SPAN, min_size=1, max_size=4, unique=True), NEEDS, st.integers(1, 5))
def test_ndcg_never_exceeds_1_and_is_never_more_than_against_the_best_order(
    chunks: list[Span], needs: list[list[Span]], k: int
):
    wanted = {place for alternatives in needs for place in places(*alternatives)}
    holding = [chunk for chunk in chunks if places(chunk) & wanted]
    ranked = {n: chunk for n, chunk in enumerate(chunks, start=1) if chunk in holding}
    found = span_ndcg(ranked, holding, needs, k)
    best = max(dcg(list(order), needs, k) for order in itertools.permutations(chunks))
    assert 0 <= found <= 1
    assert found <= (dcg(chunks, needs, k) / best if best else 0.0) + 1e-12


def test_a_second_reading_of_the_same_evidence_gains_nothing():
    needs, chunk = [[Span(0, 10)]], Span(0, 10)
    once = span_ndcg({1: chunk}, [chunk], needs, 5)
    assert span_ndcg({1: chunk, 2: chunk}, [chunk], needs, 5) == once == 1.0


def test_share_read_is_of_the_best_alternative():
    assert share_read([Span(0, 10), Span(20, 24)], [Span(0, 3), Span(20, 22)]) == 0.5


@given(st.lists(st.integers(1, 30), min_size=1, max_size=6, unique=True))
def test_ap_is_trec_evals_where_each_need_has_a_chunk_of_its_own(ranks: list[int]):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run = {f"d{rank}": float(100 - rank) for rank in range(1, 31)}
    qrels = {f"d{rank}": 1 for rank in ranks} | {"never": 1}
    value = pytrec_eval.RelevanceEvaluator({"q": qrels}, {"map"}).evaluate({"q": run})["q"]["map"]
    assert evidence_ap([*ranks, None]) == pytest.approx(value, abs=1e-12)


def test_two_needs_that_one_chunk_answers_are_not_worth_more_than_1():
    assert evidence_ap([1, 1]) == 1.0
