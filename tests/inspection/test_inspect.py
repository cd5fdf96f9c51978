"""Runs on tiny corpora, looked into: what is shown must be what the run measured."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import FILES, random_files, random_queries, run_tiny, write_tiny

import goldrank
from goldrank.errors import GoldrankError
from goldrank.inspection.inspect import inspect
from goldrank.inspection.what_if import what_if
from goldrank.inspection.words import inspection_json
from goldrank.runs.record import save
from goldrank.runs.run import Run

SYSTEMS = ["chunker", "variant", "ranker"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a saved run on random documents, its corpus and its cache."""
    folder = tmp_path_factory.mktemp("inspect")
    files = random_files(5)
    suite = write_tiny(folder, files=files, queries=random_queries(files, 5))
    run = run_tiny(suite, folder / "cache")
    save(run, folder / "run", {}, {})
    return folder


@pytest.fixture
def run(place: Path) -> Run:
    return goldrank.load(place / "run")


def test_every_rank_that_is_shown_is_the_one_that_the_run_measured(place: Path, run: Run):
    seen = 0
    for query_id, need in sorted(set(zip(run.needs.query_id, run.needs.need, strict=True))):
        found = inspect(run, query_id, need=need, system="*", cache=place / "cache")
        rows = run.needs[(run.needs.query_id == query_id) & (run.needs.need == need)]
        saved = {tuple(row[SYSTEMS]): row["rank"] for _, row in rows.iterrows()}
        assert len(found.details) == len(saved)
        for detail in found.details:
            system = detail.system
            rank = saved[system.chunker, system.variant, system.ranker]
            assert detail.rank == (None if pd.isna(rank) else rank)
            seen += detail.rank is not None
        assert found.notices == ()
    assert seen > 50


def test_candidates_stand_in_the_order_of_the_runs_own_top(place: Path, run: Run):
    query_id = run.needs.query_id.iloc[0]
    found = inspect(run, query_id, variant="raw", ranker="bm25", cache=place / "cache")
    first = [each.chunk_id for each in found.details[0].candidates[:5]]
    top = run.top[
        (run.top.query_id == query_id) & (run.top.variant == "raw") & (run.top.ranker == "bm25")
    ]
    assert first == list(top.sort_values("rank").chunk_id[:5])


def test_what_the_terms_add_is_the_score(place: Path, run: Run):
    for query_id in run.needs.query_id.unique():
        found = inspect(run, query_id, variant="breadcrumb", ranker="bm25", cache=place / "cache")
        for each in found.details[0].candidates:
            score = each.placed["bm25"].score
            assert sum(each.terms.values()) == pytest.approx(score or 0.0, abs=1e-8)


def test_a_fused_place_shows_both_ranks_it_is_made_of(place: Path, run: Run):
    query_id = run.needs.query_id.iloc[0]
    found = inspect(run, query_id, variant="raw", ranker="rrf", cache=place / "cache")
    for each in found.details[0].candidates:
        ranks = [each.placed[side].rank for side in ("vector", "bm25")]
        total = sum(1 / (60 + rank) for rank in ranks if rank is not None)
        assert each.placed["rrf"].score == pytest.approx(total, abs=1e-9)


def test_without_names_the_baseline_and_the_worst_are_looked_into(place: Path, run: Run):
    for query_id in run.needs.query_id.unique():
        found = inspect(run, query_id, cache=place / "cache")
        rows = run.needs[(run.needs.query_id == query_id) & (run.needs.need == found.need)]
        worst = rows["rank"].astype("Float64").fillna(float("inf")).max()
        assert found.details[0].system.variant == "raw"
        if len(found.details) == 2 and found.details[0].rank != worst:
            shown = found.details[1].rank
            assert (float("inf") if shown is None else shown) == worst


def test_the_question_itself_finds_the_chunk_that_is_expected(place: Path, run: Run):
    row = run.needs[(run.needs.variant == "raw") & (run.needs.ranker == "bm25")].iloc[0]
    text = run.queries.set_index("query_id").text[row.query_id]
    found = inspect(
        run, text=text, expect=row.chunk_id, variant="raw", ranker="bm25", cache=place / "cache"
    )
    assert found.query_id is None
    assert found.details[0].rank == row["rank"]


def test_the_headers_that_are_there_already_change_nothing(place: Path, run: Run):
    chunks = run.chunks.set_index("chunk_id")
    row = run.needs[(run.needs.variant == "raw") & ~run.needs["split"]].iloc[0]
    titles = json.loads(chunks.section_path[row.chunk_id])
    title = chunks.title[row.chunk_id]
    crumb = " > ".join([title, *(titles[1:] if titles[:1] == [title] else titles)][:4])
    answer = what_if(
        run, row.query_id, crumb, need=row.need, variant="breadcrumb", cache=place / "cache"
    )
    assert list(answer.ranks.before) == list(answer.ranks.after)


def test_the_words_of_the_question_as_header_put_the_chunk_first(place: Path, run: Run):
    rows = run.needs[(run.needs.variant == "raw") & (run.needs.ranker == "bm25")]
    row = rows[rows["rank"] > 3].iloc[0]
    text = run.queries.set_index("query_id").text[row.query_id]
    answer = what_if(
        run, row.query_id, " ".join([text] * 3), need=row.need, variant="raw", cache=place / "cache"
    )
    ranks = answer.ranks.set_index("ranker")
    assert ranks.after["bm25"] < ranks.before["bm25"]
    assert answer.marked[0].kind == "prefix"


def test_both_displays_hold_every_candidate(place: Path, run: Run):
    found = run.inspect(run.needs.query_id.iloc[0], cache=place / "cache")
    plain, rich = repr(found), found._repr_html_()
    for detail in found.details:
        assert str(detail.system) in plain
        assert str(detail.system) in rich
        for each in detail.candidates:
            assert each.chunk_id in rich
    json.dumps(inspection_json(found), allow_nan=False)


def test_corpus_text_cannot_become_markup(tmp_path: Path):
    hostile = "<script>alert(1)</script> & [red]\x1b[31m is paid in March."
    files = {**FILES, "pay.md": f"# Pay\n\n## <b>Bonus</b>\n\n{hostile}\n"}
    queries = [
        {
            "query_id": "q<1>",
            "text": "when is the <i>fee</i> paid",
            "evidence": [{"doc_id": "pay.md", "quote": "is paid in March"}],
        }
    ]
    run = run_tiny(write_tiny(tmp_path, files=files, queries=queries), tmp_path / "cache")
    found = run.inspect("q<1>", cache=tmp_path / "cache")
    rich = found._repr_html_() + run.what_if("q<1>", "<u>", cache=tmp_path / "cache")._repr_html_()
    for tag in ("<script>alert", "<b>Bonus", "<i>fee", "<u>", "q<1>"):
        assert tag not in rich
    assert "&lt;script&gt;" in rich
    assert "\x1b" not in repr(found)
    assert "[red]" in repr(found)


def test_a_dollar_in_a_text_is_no_formula(place: Path, run: Run):
    query = run.needs.query_id.iloc[0]
    what_if_there = run.what_if(query, "$5 and $6", cache=place / "cache")
    for shown in (run.inspect(query, cache=place / "cache"), what_if_there):
        # The classes that notebooks and MathJax leave out, on the element around everything.
        assert (
            shown._repr_html_()
            .lstrip()
            .startswith('<div class="gr tex2jax_ignore mathjax_ignore">')
        )


def test_a_document_that_changed_since_the_run_is_an_error_that_names_it(
    place: Path, tmp_path: Path
):
    shutil.copytree(place / "corpus", tmp_path / "now")
    changed = next(iter(sorted((tmp_path / "now").rglob("*.md"))))
    changed.write_text(changed.read_text() + "\nMore.\n")
    run = goldrank.load(place / "run")
    with pytest.raises(GoldrankError, match=f"{changed.name} has changed"):
        inspect(run, run.needs.query_id.iloc[0], corpus=tmp_path / "now", cache=place / "cache")


def test_a_corpus_that_was_moved_is_asked_for_and_found_where_it_is_now(
    place: Path, tmp_path: Path
):
    moved = tmp_path / "elsewhere"
    shutil.copytree(place, moved)
    shutil.rmtree(moved / "corpus")
    record = json.loads((moved / "run" / "record.json").read_text())
    record["suite_folder"] = moved.as_uri()
    (moved / "run" / "record.json").write_text(json.dumps(record))
    run = goldrank.load(moved / "run")
    query_id = run.needs.query_id.iloc[0]
    with pytest.raises(GoldrankError, match="say where it is with --corpus"):
        inspect(run, query_id, cache=place / "cache")
    assert (
        inspect(run, query_id, corpus=place / "corpus", cache=place / "cache").query_id == query_id
    )


@pytest.mark.parametrize(
    ("query_id", "options", "said"),
    [
        ("nobody", {}, "unknown query 'nobody'"),
        (None, {}, "either the id of a query"),
        ("", {"text": "x"}, "either the id of a query"),
        ("q0", {"variant": "rw"}, "did you mean 'raw'"),
        ("q0", {"system": "*/raw/bm52"}, "no such system"),
        ("q0", {"need": 9}, "got need 9"),
        ("q0", {"expect": "a quote"}, "expect is for a text of your own"),
        (None, {"text": "x", "expect": "no such words anywhere"}, "no chunk of heading has"),
    ],
)
def test_a_wrong_call_is_answered_in_words(place: Path, run: Run, query_id, options, said):
    known = run.needs.query_id.iloc[0] if query_id == "q0" else query_id
    with pytest.raises(GoldrankError, match=said):
        inspect(run, known, cache=place / "cache", **options)


def test_a_question_without_evidence_is_inspected_by_its_text(place: Path, run: Run):
    scored = set(run.needs.query_id)
    query_id = next(each for each in run.queries.query_id if each not in scored)
    with pytest.raises(GoldrankError, match="has no evidence, so no rank"):
        inspect(run, query_id, cache=place / "cache")
