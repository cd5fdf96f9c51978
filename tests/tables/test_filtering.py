"""The tables and sentences of filters, against brute force over the rankings of an open run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.filters.corpora import RANKERS, may_see, random_suite, write_filtered
from tests.tiny import FILES, QUERIES, run_tiny

from goldrank.frames.schema import SCHEMA
from goldrank.report.page.html import report_html
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.run import Run
from goldrank.types import System

TOP = f"cutoffs = [1, 5]\nfound_at = 5\n{RANKERS}"


@pytest.fixture(scope="module", name="both")
def _both(tmp_path_factory) -> tuple[Run, Run, dict[str, Any], dict[str, Any]]:
    """A run with filters, one of the same queries without, the metadata, the queries by id."""
    folder: Path = tmp_path_factory.mktemp("filtering")
    suite, metadata, queries = random_suite(folder / "with", 7, top=TOP)
    open_suite, _, _ = random_suite(folder / "without", 7, top=TOP)
    lines = open_suite.with_name("queries.jsonl")
    lines.write_text(lines.read_text().replace('"filter"', '"unfiltered"'))
    by_id = {query["query_id"]: query for query in queries}
    return run_tiny(suite, folder / "c"), run_tiny(open_suite, folder / "c"), metadata, by_id


def order(run: Run, system: Any, query_id: str) -> list[str]:
    rankings = run.rankings
    assert rankings is not None
    row = rankings.ranked[system].top[list(rankings.query_ids).index(query_id)]
    return [rankings.unit_ids[system.chunker][p] for p in row if p >= 0]


def test_filtering_says_what_brute_force_says(both):
    run, open_run, metadata, queries = both
    every = list(metadata.values())
    gold = run.gold[run.gold.query_id.map(lambda q: bool(queries[q]["filter"]))]
    lost_somewhere = 0
    for row in run.filtering.to_dict("records"):
        system = System(row["chunker"], row["variant"], row["ranker"])
        mine = gold[(gold.chunker == system.chunker) & (gold.variant == system.variant)]
        mine = mine[mine.ranker == system.ranker]
        needs = {key: set(rows.chunk_id) for key, rows in mine.groupby(["query_id", "need"])}
        assert row["needs"] == len(needs)
        assert row["queries"] == len({query for query, _ in needs})
        for k in (10, 50, 100):
            found, after, left = set(), set(), []
            for (query, need), units in needs.items():
                asked = queries[query]["filter"]
                before = order(run, system, query)
                first = order(open_run, system, query)[:k]
                kept = [u for u in first if may_see(asked, metadata[u.split("#")[0]], every)]
                if units & set(before[:k]):
                    found.add((query, need))
                if units & set(kept):
                    after.add((query, need))
            for query in {query for query, _ in needs}:
                asked = queries[query]["filter"]
                first = order(open_run, system, query)[:k]
                kept = [u for u in first if may_see(asked, metadata[u.split("#")[0]], every)]
                possible = min(k, len(order(run, system, query)))
                left += [len(kept) / possible] if possible else []
            assert row[f"found@{k}"] == len(found)
            assert row[f"found_after@{k}"] == len(after)
            assert row[f"lost@{k}"] == len(found - after)
            assert row[f"left@{k}"] == pytest.approx(sum(left) / len(left))
            lost_somewhere += row[f"lost@{k}"]
    assert lost_somewhere > 10
    assert set(run.filtering.ranker) == {"vector", "bm25", "rrf", "convex", "z"}


def test_selectivity_is_the_share_of_units_that_fit_each_key_and_all(both):
    run, _, metadata, queries = both
    every = list(metadata.values())
    units = run.chunks.chunk_id
    rows = run.filters.to_dict("records")
    assert {r["query_id"] for r in rows} == {q for q, each in queries.items() if each["filter"]}
    for row in rows:
        asked = queries[row["query_id"]]["filter"]
        key = row["filter"]
        asked = asked if key == "" else {key: asked[key]}
        fits = [may_see(asked, metadata[unit.split("#")[0]], every) for unit in units]
        assert row["units"] == sum(fits)
        assert row["selectivity"] == pytest.approx(sum(fits) / len(fits))
        assert row["documents"] == sum(may_see(asked, own, every) for own in every)


def test_hidden_names_each_judged_document_that_its_query_may_not_see(both):
    run, open_run, metadata, queries = both
    every = list(metadata.values())
    expected = set()
    for row in open_run.evidence.to_dict("records"):
        asked = queries[row["query_id"]]["filter"]
        if not may_see(asked, metadata[row["doc_id"]], every):
            expected.add((row["query_id"], row["need"], row["doc_id"]))
    assert expected
    found = run.hidden[["query_id", "need", "doc_id"]].itertuples(index=False, name=None)
    assert set(found) == expected
    for row in run.hidden.to_dict("records"):
        asked = queries[row["query_id"]]["filter"]
        own = metadata[row["doc_id"]]
        assert not may_see({row["filter"]: asked[row["filter"]]}, own, every)
    shown = set(run.evidence[["query_id", "need"]].itertuples(index=False, name=None))
    for row in run.hidden.to_dict("records"):
        assert row["other_evidence"] == ((row["query_id"], row["need"]) in shown)


METADATA = {
    "leave.md": {"policy": "p", "from": "2025-01-01", "tenant": "acme"},
    "pay.md": {"policy": "p", "from": "2026-01-01", "tenant": "acme"},
}


def small(folder: Path, *filters: dict) -> Run:
    queries = [{**q, "filter": asked} for q, asked in zip(QUERIES, filters, strict=True)]
    return run_tiny(write_filtered(folder, METADATA, FILES, queries, "", ""), folder / "cache")


def test_superseded_gold_is_said(tmp_path):
    run = small(tmp_path, {"as_of": "2026-03-01"}, {"as_of": "2026-03-01"})
    assert run.hidden.to_dict("records") == [
        {
            "query_id": "q1",
            "need": 0,
            "doc_id": "leave.md",
            "filter": "as_of",
            "why": "superseded",
            "other_evidence": False,
        }
    ]
    assert any("gold of 1 need is superseded at the date" in notice for notice in run.notices)
    said = next(notice for notice in run.notices if "an error of filter" in notice)
    assert said.endswith("no mean: q1 (leave.md: as_of, superseded)")
    assert list(run.needs.query_id.unique()) == ["q2"]


def test_what_filters_do_not_cover_is_said(tmp_path):
    run = small(tmp_path, {}, {"tenant": "acme"})
    assert any(n.startswith("1 of 2 queries have no filter") for n in run.notices)
    assert any(
        n.startswith("filter groups: 2 of 2 documents do not say access") for n in run.notices
    )
    assert any(s.startswith("Filters leave 100.0% of the units") for s in run.sentences)


def test_a_query_that_sees_nothing_is_said(tmp_path):
    run = small(tmp_path, {"tenant": "nobody"}, {"tenant": "acme"})
    assert "1 query may see no document at all: q1" in run.notices


def test_a_run_without_filters_has_none_of_the_tables(both):
    _, open_run, _, _ = both
    for name in ("filters", "filtering", "hidden"):
        assert not SCHEMA[name].is_written(getattr(open_run, name))


def test_the_page_and_the_summary_show_what_filtering_afterwards_would_lose(both):
    run, open_run, _, _ = both
    assert 'id="filtering"' in report_html(run)
    assert 'id="filtering"' not in report_html(open_run)
    assert "## What filtering afterwards would lose" in summary_markdown(run)
