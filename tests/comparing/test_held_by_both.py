"""MRR over the needs that a chunk holds under both systems, and chunks that differ silently."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import FILES, QUERIES, READS, run_tiny, write_tiny

from goldrank.comparing.chunks import other_chunks
from goldrank.comparing.compare import compare
from goldrank.comparing.pair import ComparedRun
from goldrank.frames.rows import rows_of
from goldrank.report.text.comparison import comparison_html, comparison_markdown, held_line
from goldrank.runs.run import Run

TWO = '[[chunker]]\nname = "whole"\n[[chunker]]\nname = "fixed"\nlimit = 4\nreserve = 0\n'
LONG = {"long.md": "# Long\n\n" + " ".join(f"w{n}" for n in range(60)) + "\n"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    late = {"doc_id": "leave.md", "quote": "Call before nine"}
    queries = [QUERIES[0], {"query_id": "q2", "text": "nine manager", "evidence": [late]}]
    folder = tmp_path_factory.mktemp("held")
    return run_tiny(write_tiny(folder, 'rankers = ["bm25"]\n', TWO, queries=queries))


def _rank(run: Run, chunker: str, query_id: str) -> float:
    needs = run.needs[(run.needs.chunker == chunker) & (run.needs.variant == "raw")]
    rank = needs.set_index("query_id")["rank"][query_id]
    return 0.0 if pd.isna(rank) else 1.0 / rank


def _side(run: Run, *systems: str) -> ComparedRun:
    return ComparedRun(run.name, run, systems)


def test_a_need_that_one_side_splits_is_left_out_of_the_second_mean(run: Run):
    found = compare(
        _side(run, "whole/raw/bm25"), _side(run, "fixed/raw/bm25"), ("RR",), resamples=9
    )
    held = found.pairs[0].held
    assert held is not None
    # "requested 30 days in advance" is longer than four words; "Call before nine" is not.
    assert (held.needs, held.by_both, held.before_alone, held.after_alone) == (2, 1, 1, 0)
    assert (held.before, held.after) == (_rank(run, "whole", "q2"), _rank(run, "fixed", "q2"))
    line = held_line(found.pairs[0])
    assert line.startswith("A chunk holds 1 of 2 needs under both (1 only before, 0 only after)")
    for page in (comparison_markdown(found), comparison_html(found)):
        assert "A chunk holds 1 of 2 needs under both" in page


def test_where_no_need_is_split_nothing_is_said_of_it(run: Run):
    found = compare(
        _side(run, "whole/raw/bm25"), _side(run, "whole/breadcrumb/bm25"), ("RR",), resamples=9
    )
    assert found.pairs[0].held is None
    assert held_line(found.pairs[0]) == ""


def test_other_chunks_under_one_name_are_said_with_their_number_and_fingerprints(tmp_path: Path):
    def made(reads: int) -> Run:
        folder = tmp_path / str(reads)
        suite = write_tiny(folder, 'rankers = ["bm25"]\n', files={**FILES, **LONG})
        code = folder / "tiny_encoder.py"
        code.write_text(code.read_text().replace(f"[:{READS}]", f"[:{reads}]"))
        return run_tiny(suite)

    small, large = made(12), made(30)
    (said,) = other_chunks(small, large)
    prints = [run.fingerprints["chunkers"]["heading"] for run in (small, large)]
    assert f"{len(small.chunks)} chunks and {len(large.chunks)}; its fingerprint was" in said
    assert f"{prints[0]} and is {prints[1]}" in said
    assert other_chunks(small, small) == []
    unknown = replace(
        large, fingerprints={**large.fingerprints, "chunkers": {"heading": prints[0]}}
    )
    assert f"under one fingerprint, {prints[0]}" in other_chunks(small, unknown)[0]
    notes = compare(
        _side(small, "heading/raw/bm25"), _side(large, "heading/raw/bm25"), ("RR",)
    ).notes
    assert said in notes


def test_a_document_that_changed_is_no_other_cut(tmp_path: Path):
    before = run_tiny(write_tiny(tmp_path / "a", 'rankers = ["bm25"]\n'))
    files = {**FILES, "pay.md": FILES["pay.md"] + "\n## New\n\nwords\n"}
    after = run_tiny(write_tiny(tmp_path / "b", 'rankers = ["bm25"]\n', files=files))
    assert len(before.chunks) != len(after.chunks)
    assert other_chunks(before, after) == []


def test_a_run_with_vectors_and_one_without_are_not_said_to_have_other_encoders(tmp_path: Path):
    runs = [
        run_tiny(write_tiny(tmp_path / name, f"rankers = {rankers}\n"))
        for name, rankers in (("a", ["vector", "bm25"]), ("b", ["bm25"]))
    ]
    sides = [_side(run, "heading/raw/bm25") for run in runs]
    assert compare(sides[0], sides[1], ("RR",), resamples=9).notes == ()
    assert [row["RR"] for row in rows_of(runs[1].systems)]
