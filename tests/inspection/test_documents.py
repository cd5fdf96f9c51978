"""Runs that rank documents, looked into: the ranks that were measured, and where each comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import random_files, run_tiny, write_tiny

import goldrank
from goldrank.errors import GoldrankError
from goldrank.inspection.inspect import inspect
from goldrank.inspection.values import Candidate, Detail, Inspection
from goldrank.inspection.what_if import what_if
from goldrank.inspection.words import inspection_json
from goldrank.runs.record import save
from goldrank.runs.run import Run

PLAIN = 'unit = "document"\n'
POOLED = PLAIN + 'document_vector = true\nlexical_unit = "document"\n'
TOPS = {"plain": PLAIN, "pooled": POOLED}
FILES = {**random_files(5, sections=4), "empty.md": "# Nothing\n\n## Below\n"}
CHUNKER = '[[chunker]]\nname = "paragraph"\n'  # heading lines are in no chunk, so empty.md has none
HEADER = "w3 w10 w14 xyzzy"  # all words of q3, and that of the query that no word answers
HEADED = """
[[representation]]
name = "headed"
kind = "contexts"
path = "contexts.jsonl"
[[variant]]
name = "raw"
dense = "raw"
lexical = "raw"
[[variant]]
name = "headed"
dense = "headed"
lexical = "headed"
"""


def _queries() -> list[dict[str, object]]:
    """One query for a stretch of each document, two for whole ones, and one that no word answers."""
    made: list[dict[str, object]] = [
        {
            "query_id": f"q{n}",
            "text": f"w{n} w{n + 7} w{n + 11}",
            "evidence": [{"doc_id": f"d0{n}.md", "start": 60, "end": 80}],
        }
        for n in range(8)
    ]
    made += [
        {
            "query_id": f"whole{n}",
            "text": f"w{3 * n} id{n}x1",
            "evidence": [{"doc_id": f"d0{n}.md"}],
        }
        for n in range(2)
    ]
    made.append({"query_id": "none", "text": "xyzzy", "evidence": [{"doc_id": "d03.md"}]})
    return [*made, {"query_id": "empty", "text": "w1 w2", "evidence": [{"doc_id": "empty.md"}]}]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Two folders, each with a saved run of one kind of document ranking, and its cache."""
    made = {}
    for name, top in TOPS.items():
        folder = tmp_path_factory.mktemp(name)
        suite = write_tiny(folder, top, CHUNKER, FILES, _queries())
        save(run_tiny(suite, folder / "cache"), folder / "run", {}, {})
        made[name] = folder
    return made


@pytest.fixture(params=TOPS)
def place(request: pytest.FixtureRequest, places: Mapping[str, Path]) -> Path:
    return places[request.param]


@pytest.fixture
def run(place: Path) -> Run:
    return goldrank.load(place / "run")


def test_ranks_and_order_are_those_that_the_run_measured(place: Path, run: Run):
    seen, missing = 0, 0
    top = run.top.set_index(["variant", "ranker", "query_id"]).sort_values("rank").chunk_id
    for query_id in run.needs.query_id.unique():
        found = inspect(run, query_id, system="*", cache=place / "cache")
        rows = run.needs[run.needs.query_id == query_id]
        saved = {f"{r.chunker}/{r.variant}/{r.ranker}": r for r in rows.itertuples()}
        assert [str(detail.system) for detail in found.details] == list(saved)
        for detail in found.details:
            row = saved[str(detail.system)]
            assert detail.rank == (None if pd.isna(row.rank) else row.rank)
            assert detail.units == len(FILES)
            assert detail.gold is not None
            assert detail.gold.chunk_id == row.chunk_id
            assert _first_five(detail) == list(
                top.get((row.variant, row.ranker, query_id), default=[])[:5]
            )
            seen += detail.rank is not None
            missing += detail.rank is None
        assert found.notices == ()
    assert seen > 80
    assert missing > 0  # xyzzy is in no text


def _first_five(detail: Detail) -> list[str]:
    ranked = [(each.placed[detail.system.ranker].rank, each) for each in detail.candidates]
    return [each.chunk_id for rank, each in ranked if rank is not None and rank <= 5]


def test_a_document_has_its_score_from_the_best_of_its_chunks(
    places: Mapping[str, Path], tmp_path: Path
):
    queries = _queries()[:3]
    chunks = run_tiny(write_tiny(tmp_path, "", CHUNKER, FILES, queries), tmp_path / "cache")
    assert chunks.rankings is not None
    ids = chunks.rankings.unit_ids["paragraph"]
    run = goldrank.load(places["plain"] / "run")
    seen = 0
    for system, ranked in chunks.rankings.ranked.items():
        if system.ranker == "rrf" or system.variant != "raw":
            continue
        for query, order in zip(queries, ranked.top, strict=True):
            # A document's best chunk is the first of its chunks in the ranking of chunks.
            best: dict[str, str] = {}
            for chunk_id in (ids[n] for n in order if n >= 0):
                best.setdefault(chunk_id.partition("#")[0], chunk_id)
            found = inspect(
                run, str(query["query_id"]), system=str(system), cache=places["plain"] / "cache"
            )
            for each in found.details[0].candidates:
                expected = best.get(each.chunk_id)
                sources = [source.chunk_id for source in each.sources]
                assert sources == ([] if expected is None else [expected])
                seen += len(sources)
    assert seen > 30


def test_what_the_terms_add_is_the_score_of_the_document(place: Path, run: Run):
    for query_id in run.needs.query_id.unique():
        found = inspect(run, query_id, variant="breadcrumb", ranker="bm25", cache=place / "cache")
        for each in found.details[0].candidates:
            score = each.placed["bm25"].score
            assert sum(each.terms.values()) == pytest.approx(score or 0.0, abs=1e-8)
            assert bool(each.sources) == (score is not None)


def test_a_fused_document_shows_where_each_of_its_two_places_comes_from(place: Path, run: Run):
    found = inspect(run, "q1", variant="raw", ranker="rrf", cache=place / "cache")
    both = [c for c in found.details[0].candidates if c.placed["bm25"].rank is not None]
    assert both
    for each in both:
        ranks = [each.placed[name].rank for name in ("vector", "bm25")]
        total = sum(1 / (60 + rank) for rank in ranks if rank is not None)
        assert each.placed["rrf"].score == pytest.approx(total, abs=1e-9)
        by = [ranker for source in each.sources for ranker in source.rankers]
        assert sorted(by) == ["bm25", "vector"]


def test_where_whole_documents_are_counted_the_words_are_of_the_whole(places: Mapping[str, Path]):
    run = goldrank.load(places["pooled"] / "run")
    found = inspect(run, "q1", variant="raw", ranker="bm25", cache=places["pooled"] / "cache")
    sources = [source for each in found.details[0].candidates for source in each.sources]
    assert sources
    assert all(source.whole for source in sources)
    assert {"".join(s.text for s in d.lexical) for d in found.details} == {
        FILES["d01.md"].strip()  # its body begins with its first heading
    }


def test_evidence_is_marked_where_the_score_comes_from_it_and_missed_where_not(
    place: Path, run: Run
):
    said = set()
    for n in range(1, 5):
        for detail in inspect(run, f"q{n}", system="*", cache=place / "cache").details:
            gold = detail.gold
            assert gold is not None
            start, end = 60, 80
            for source in gold.sources:
                first, last = map(int, source.chunk_id.partition("#")[2].split("-"))
                assert source.evidence == (first < end and last > start)
            marked = {s.kind for s in (*detail.dense, *detail.lexical)}
            assert ("evidence" in marked) == any(source.evidence for source in gold.sources)
            said.add("evidence" in marked)
    assert said == ({True, False} if "plain" in place.name else said)


def test_a_header_on_a_document_ranks_it_as_a_run_with_that_header_does(
    place: Path, run: Run, tmp_path: Path
):
    chunks = [c for c in run.chunks.chunk_id if c.startswith("d03.md#")]
    spans = [tuple(map(int, c.partition("#")[2].split("-"))) for c in chunks]
    spans.append((0, len(FILES["d03.md"].rstrip())))  # the whole document
    entries = [
        {"doc_id": "d03.md", "start": start, "end": end, "context": HEADER} for start, end in spans
    ]
    (tmp_path / "contexts.jsonl").write_text("\n".join(map(json.dumps, entries)))
    top = TOPS["pooled" if "pooled" in place.name else "plain"]
    fresh = run_tiny(
        write_tiny(tmp_path, top, CHUNKER + HEADED, FILES, _queries()), tmp_path / "cache"
    ).needs
    ranks = fresh.set_index(["query_id", "variant", "ranker"])["rank"].fillna(0)
    for query_id in ("q3", "none"):
        answer = what_if(run, query_id, HEADER, variant="raw", cache=place / "cache")
        assert answer.chunk_id == "d03.md"
        shown = answer.ranks.set_index("ranker")
        before, after = dict(shown.before), dict(shown.after)
        for variant, told in (("raw", before), ("headed", after)):
            assert told == {ranker: ranks[query_id, variant, ranker] for ranker in told}
        assert before["bm25"] != after["bm25"]
        assert [s.text for s in answer.marked if s.kind == "prefix"] == [f"{HEADER}\n\n"]


def test_a_document_without_a_chunk_has_no_place_and_no_header_gives_it_one(
    places: Mapping[str, Path],
):
    cache, run = places["plain"] / "cache", goldrank.load(places["plain"] / "run")
    for detail in inspect(run, "empty", variant="raw", cache=cache).details:
        assert detail.rank is None
        assert detail.gold is not None
        assert detail.gold.sources == ()
        assert (detail.dense, detail.lexical) == ((), ())
        reasons = {"vector": "not retrieved", "bm25": "shares no term with the query"}
        fused = "vector not retrieved, bm25 not retrieved"
        assert detail.gold.reason == reasons.get(detail.system.ranker, fused)
    answer = what_if(run, "empty", "w1 w2", variant="raw", cache=cache)
    assert set(answer.ranks.before) == set(answer.ranks.after) == {0}
    assert answer.marked == ()
    assert "empty.md" in repr(answer)
    assert "empty.md" in answer._repr_html_()


def test_a_question_finds_the_document_that_is_expected_by_id_or_by_a_quote(place: Path, run: Run):
    row = run.needs[
        (run.needs.query_id == "q4") & (run.needs.variant == "raw") & (run.needs.ranker == "rrf")
    ].iloc[0]
    text = run.queries.set_index("query_id").text["q4"]
    for expect in ("d04.md", "lead 4."):
        found = inspect(
            run, text=text, expect=expect, variant="raw", ranker="rrf", cache=place / "cache"
        )
        assert found.details[0].rank == row["rank"]
    with pytest.raises(GoldrankError, match="no document has that id or holds that text"):
        inspect(run, text=text, expect="no such words", cache=place / "cache")


def test_both_displays_name_the_documents_and_where_their_scores_come_from(place: Path, run: Run):
    found = inspect(run, "q1", variant="raw", cache=place / "cache")
    plain, rich = repr(found), found._repr_html_()
    assert f"Rank of the gold document among {len(FILES)}" in plain
    assert "Rank of the gold document" in rich
    for said in ("gold chunk", "own document"):
        assert said not in plain
        assert said not in rich
    for source in _sources(found):
        assert source in rich
    json.dumps(inspection_json(found), allow_nan=False)
    answer = what_if(run, "q1", "<u>", cache=place / "cache")
    assert "the other 8 documents carry" in answer._repr_html_()
    assert "d01.md under another header" in repr(answer)


def _sources(found: Inspection) -> list[str]:
    every: list[Candidate] = [each for detail in found.details for each in detail.candidates]
    return [source.chunk_id for each in every for source in each.sources]
