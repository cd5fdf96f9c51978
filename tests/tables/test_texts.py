"""The table of indexed strings holds what the run indexed, of the chunks that some need shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny import FILES, READS, run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("texts") / "suite"
    folder.mkdir()
    long = "# Long\n\n" + " ".join(f"word{n}" for n in range(20)) + "\n"
    rest = '[[chunker]]\nname = "heading"\n[[chunker]]\nname = "whole"\n'
    return run_tiny(write_tiny(folder, rest=rest, files=FILES | {"long.md": long}))


def test_the_body_of_every_string_is_the_chunk_in_its_document(run: Run) -> None:
    texts = FILES
    places = {row["chunk_id"]: row for row in rows_of(run.chunks)}
    checked = 0
    for row in rows_of(run.texts):
        place = places[row["chunk_id"]]
        if place["doc_id"] in texts:
            body = row["text"][row["body_start"] : row["body_end"]]
            assert body == texts[place["doc_id"]][place["start"] : place["end"]]
            checked += 1
    assert checked


def test_every_unit_that_a_need_shows_has_its_string_in_every_representation(run: Run) -> None:
    for (chunker, _), rows in run.texts.groupby(["chunker", "representation"]):
        top, needs = (t[t.chunker == chunker] for t in (run.top, run.needs))
        assert set(rows.chunk_id) == set(top.chunk_id) | set(needs.chunk_id.dropna())


def test_the_breadcrumb_stands_before_the_body(run: Run) -> None:
    rows = [r for r in rows_of(run.texts) if r["representation"] == "breadcrumb"]
    prefixes = {r["text"][: r["body_start"]] for r in rows if r["chunk_id"].startswith("leave")}
    assert "Leave > Parental\n\n" in prefixes


def test_the_end_of_what_is_read_is_where_the_window_ends(run: Run) -> None:
    row = next(
        r
        for r in rows_of(run.texts)
        if (r["chunker"], r["representation"]) == ("whole", "raw") and "word19" in r["text"]
    )
    # The encoder reads twelve words: "#", "Long" and word0 to word9.
    read = row["text"][: row["read_end"]]
    assert len(read.split()) == READS == 12
    assert read.endswith("word9")


def test_documents_as_units_have_no_strings(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    assert run_tiny(write_tiny(folder, top='unit = "document"\n')).texts.empty


def test_an_uncovered_stretch_is_kept_with_its_words(run: Run) -> None:
    lost = run.uncovered[(run.uncovered.doc_id == "long.md") & (run.uncovered.variant == "raw")]
    whole = lost[lost.chunker == "whole"]
    assert whole.text.tolist() == [" ".join(f"word{n}" for n in range(10, 20))]
