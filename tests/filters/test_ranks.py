"""Ranks are counted among what a query may see: every ranker against brute force."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.filters.corpora import may_see, random_suite

from goldrank.rankers.base import QueryBlock
from goldrank.rankers.graph import Scored
from goldrank.rankers.order import NOT_RETRIEVED, ordered
from goldrank.running.work import Work
from goldrank.runs.run_suite import work_through
from goldrank.suites.suite import load_suite
from goldrank.types import System

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module", params=SEEDS, name="both")
def _both(request, tmp_path_factory) -> tuple[Work, Work, dict[str, Any], list[Any]]:
    """A run with filters, one of the same queries without, the metadata, and the queries."""
    folder: Path = tmp_path_factory.mktemp("ranks")
    suite, metadata, queries = random_suite(folder / "with", request.param)
    open_suite, _, _ = random_suite(folder / "without", request.param)
    lines = open_suite.with_name("queries.jsonl")
    kept = [line.replace('"filter"', '"unfiltered"') for line in lines.read_text().splitlines()]
    lines.write_text("\n".join(kept) + "\n")
    return (
        work_through(load_suite(suite), folder / "cache", depth=None),
        work_through(load_suite(open_suite), folder / "cache", depth=None),
        metadata,
        queries,
    )


def order(work: Work, ranker: str, query: int, variant: str = "raw") -> list[str]:
    result = work.results[0]
    row = result.ranked[System("heading", variant, ranker)].top[query]
    return [result.unit_ids[p] for p in row if p >= 0]


def seen(unit: str, query: dict[str, Any], metadata: dict[str, Any]) -> bool:
    own = metadata[unit.split("#")[0]]
    return may_see(query["filter"], own, list(metadata.values()))


@pytest.mark.parametrize("ranker", ["vector", "bm25", "random"])
def test_a_first_stage_ranker_ranks_as_without_a_filter_less_what_may_not_be_seen(both, ranker):
    with_filters, without, metadata, queries = both
    dropped = 0
    for n, query in enumerate(queries):
        every = order(without, ranker, n)
        left = [unit for unit in every if seen(unit, query, metadata)]
        assert order(with_filters, ranker, n) == left
        dropped += len(every) - len(left)
    assert dropped > 50


def test_fusion_adds_ranks_that_are_counted_among_what_may_be_seen(both):
    work, _, _, queries = both
    place = {unit: n for n, unit in enumerate(work.results[0].unit_ids)}
    for n in range(len(queries)):
        fused: dict[str, Fraction] = {}
        for below in ("vector", "bm25"):
            for rank, unit in enumerate(order(work, below, n), start=1):
                fused[unit] = fused.get(unit, Fraction(0)) + Fraction(1, 60 + rank)
        # Scores are whole billionths; equal ones stand in corpus order.
        best = sorted(fused, key=lambda unit: (-round(fused[unit] * 10**9), place[unit]))
        assert order(work, "rrf", n) == best


@pytest.mark.parametrize("ranker", ["convex", "z"])
def test_scores_are_normalised_over_what_may_be_seen(both, ranker):
    work, _, _, queries = both
    result, system = work.results[0], System("heading", "raw", ranker)
    assert result.allowed is not None
    fitted = result.indexed.fitted.rankers[ranker]
    changed = 0
    for n in range(len(queries)):
        allowed = result.allowed.units[n]
        rows = [scores(work, below, n)[allowed] for below in ("vector", "bm25")]
        alone = fitted.fuse([row[np.newaxis] for row in rows])[0]  # nothing else is there
        at = np.flatnonzero(allowed)
        expected = [int(at[p]) for p in ordered(alone)]
        assert [int(p) for p in result.ranked[system].top[n] if p >= 0] == expected
        whole = fitted.fuse([scores(work, b, n)[np.newaxis] for b in ("vector", "bm25")])[0]
        changed += bool((whole[allowed] != alone).any())
    if ranker == "z":  # hidden units would move the mean, and min-max only where nothing scores 0
        assert changed


def scores(work: Work, ranker: str, query: int) -> np.ndarray:
    """The scores of one ranker for one query, asked anew, the hidden units not retrieved."""
    result, asked = work.results[0], work.queries[query]
    variant = work.parts.variants[0]
    vectors = work.parts.encoder.encode([asked.text], "query")
    block = Scored(result.indexed.fitted, QueryBlock([asked.query_id], [asked.text], vectors))
    return np.where(result.allowed.units[query], block(ranker, variant)[0], NOT_RETRIEVED)


def test_gold_ranks_are_places_in_that_order_and_hidden_gold_is_none(both):
    work, _, metadata, queries = both
    result = work.results[0]
    for system, answers in result.ranked.items():
        for need, found in zip(result.gold, answers.gold, strict=True):
            listed = order(work, system.ranker, need.query, system.variant)
            for place in found:
                unit = result.unit_ids[place.position]
                assert seen(unit, queries[need.query], metadata)
                rank = listed.index(unit) + 1 if unit in listed else None
                assert (place.rank.rank if place.rank else None) == rank


def test_a_query_without_a_filter_sees_all(both):
    work, without, _, queries = both
    open_queries = [n for n, query in enumerate(queries) if not query["filter"]]
    for n in open_queries:
        for ranker in ("vector", "bm25", "rrf", "convex"):
            assert order(work, ranker, n) == order(without, ranker, n)


def test_documents_are_ranked_among_those_that_may_be_seen(tmp_path):
    top = 'rankers = ["vector", "bm25", "rrf"]\nunit = "document"\ndocument_vector = true\n'
    suite, metadata, queries = random_suite(tmp_path, 5, top=top, rest="")
    work = work_through(load_suite(suite), tmp_path / "cache", depth=None)
    shown = 0
    for ranker in ("vector", "bm25", "rrf"):
        for n, query in enumerate(queries):
            found = order(work, ranker, n)
            assert all(seen(unit, query, metadata) for unit in found)
            shown += len(found)
            if ranker == "vector":  # it retrieves every document that it may
                assert len(found) == sum(seen(unit, query, metadata) for unit in metadata)
    assert shown
