"""Each diagnosis on a corpus made for it, through a whole run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tiny import ENCODER, run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run

# One chunk a section; whole sections, though the encoder reads twelve words.
SUITE = """
[[chunker]]
name = "heading"
kind = "heading"
include_heading = false
limit = 60
reserve = 0
[[variant]]
name = "raw"
representation = "raw"
[[variant]]
name = "breadcrumb"
representation = "breadcrumb"
"""
TOP = "found_at = 1\n"
LONG = (
    "Rooms are swept every evening by two cleaners who start at five sharp, and bins are emptied."
)
FILES = {
    "leave.md": (
        "# Family leave\n\n## Parental leave\n\nIt must be requested thirty days ahead.\n\n"
        "## Adoption\n\nParental leave lasts long, parental leave is generous.\n\n"
        f"## Cleaning\n\n{LONG}\n"
    ),
    "fees.md": (
        "# Charges\n\n## Tier one\n\nLate badge returns cost four euros each plus postage.\n\n"
        "## Tier two\n\nLate badge returns cost nine euros each plus postage.\n"
    ),
    "seven.md": (
        "# Circular 7\n\n## Section 4.2\n\nThey lapse in March.\n\n"
        "## Section 4.3\n\nOld vouchers vanish when vouchers are old.\n"
    ),
    "home.md": (
        "# Telework\n\n## Eligibility\n\nDuties permitting remote performance qualify.\n\n"
        "## Equipment\n\nFirst half ends here.\n\n## Chairs\n\nSecond half begins here.\n"
    ),
}
QUERIES = [
    ("buried", "when is parental leave asked for", "leave.md", "requested thirty days ahead"),
    ("outside", "bins emptied parental leave", "leave.md", "bins are emptied."),
    ("straddling", "sharp starts parental leave", "leave.md", "start at five sharp, and bins"),
    ("twin", "late badge returns cost tier two", "fees.md", "nine euros each plus postage"),
    ("empty", "old vouchers expire", "seven.md", "They lapse in March."),
    ("vocabulary", "old wfh", "home.md", "remote performance qualify"),
    ("split", "halves of what", "home.md", "First half ends here.\n\n## Chairs\n\nSecond half"),
    ("whom", "by whom who start", "leave.md", "start at five"),
    ("found", "parental leave lasts", "leave.md", "Parental leave lasts long"),
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    queries = [
        {"query_id": name, "text": text, "evidence": [{"doc_id": doc, "quote": quote}]}
        for name, text, doc, quote in QUERIES
    ]
    folder = tmp_path_factory.mktemp("diagnosis")
    return run_tiny(write_tiny(folder, TOP, SUITE, FILES, queries))


def told(run: Run, query_id: str, system: str = "raw/vector") -> dict[str, object]:
    variant, ranker = system.split("/")
    mine = run.diagnoses[(run.diagnoses.variant == variant) & (run.diagnoses.ranker == ranker)]
    (row,) = rows_of(mine[mine.query_id == query_id])
    return row


def chunk(run: Run, text: str) -> str:
    """The id of the chunk that begins with `text`."""
    (found,) = [
        row["chunk_id"]
        for row in rows_of(run.chunks)
        if FILES[row["doc_id"]][row["start"] :].startswith(text)
    ]
    return str(found)


@pytest.mark.parametrize(
    ("query_id", "system", "diagnosis"),
    [
        ("found", "raw/vector", "found"),
        ("buried", "raw/vector", "wrong chunk"),
        ("buried", "raw/bm25", "wrong chunk"),
        ("outside", "raw/vector", "outside"),
        ("straddling", "raw/vector", "straddling"),
        ("twin", "raw/bm25", "twin"),
        ("empty", "raw/vector", "no shared vocabulary"),
        ("vocabulary", "raw/bm25", "no shared vocabulary"),
        ("vocabulary", "breadcrumb/vector", "no shared vocabulary"),
        ("split", "raw/vector", "split"),
        ("split", "breadcrumb/rrf", "split"),
    ],
)
def test_a_failure_is_named(run, query_id, system, diagnosis):
    assert told(run, query_id, system)["diagnosis"] == diagnosis


def test_an_empty_heading_holds_beside_the_missing_vocabulary_that_is_named(run):
    held = str(told(run, "empty")["holds"]).split("; ")
    assert "empty heading" in held
    # "old vouchers expire" names no word of "They lapse in March."
    assert held[0] == "no shared vocabulary"


def test_bm25_has_no_window_to_be_outside_of(run):
    for query_id in ("outside", "straddling"):
        held = str(told(run, query_id, "raw/bm25")["holds"]).split("; ")
        assert not {"outside", "straddling"} & set(held)


def test_a_need_says_which_words_only_its_header_has(run):
    row = told(run, "buried")
    assert row["holds"] == "wrong chunk; no shared vocabulary"
    assert (row["shared"], row["only_in_header"]) == ("", "parental leave")
    assert told(run, "buried", "breadcrumb/vector")["shared"] == "parental leave"


def test_words_beyond_the_window_are_not_shared_by_a_vector(run):
    assert told(run, "outside")["shared"] == ""
    assert "bins" in str(told(run, "outside", "raw/bm25")["shared"]).split()


def test_the_twin_ahead_is_named(run):
    assert told(run, "twin", "raw/bm25")["twin"] == chunk(run, "Late badge returns cost four")
    assert told(run, "buried")["twin"] == ""


def test_a_split_need_names_the_chunks_that_hold_its_parts(run):
    row = told(run, "split")
    parts = [chunk(run, "First half"), chunk(run, "Second half")]
    assert json.loads(str(row["parts"])) == json.loads(str(row["cover"])) == parts
    # Of 38 solid characters, "##Chairs" is in no chunk: 8 are lost.
    solid = len("".join(QUERIES[6][3].split()))
    assert row["cover_share"] == pytest.approx((solid - 8) / solid)
    ranks = json.loads(str(row["cover_ranks"]))
    assert len(ranks) == 2
    assert all(1 <= rank <= len(run.chunks) for rank in ranks)


def test_diagnoses_stand_in_the_order_of_the_needs(run):
    keys = ["chunker", "variant", "ranker", "query_id", "need"]
    assert run.diagnoses[keys].equals(run.needs[keys])


def test_the_competitors_are_the_chunks_ahead_in_their_order(run):
    keys = ["chunker", "variant", "ranker", "query_id"]
    for key, mine in run.competitors.groupby(keys):
        top = run.top[(run.top[keys] == list(key)).all(axis=1)]
        need = rows_of(run.needs[(run.needs[keys] == list(key)).all(axis=1)])[0]
        ahead = top if need["rank"] is None else top[top["rank"] < need["rank"]]
        assert mine.chunk_id.tolist() == ahead.head(10).chunk_id.tolist()
        assert mine["rank"].tolist() == list(range(1, len(mine) + 1))


def test_a_competitor_of_the_buried_chunk_matches_the_topic(run):
    mine = run.competitors[
        (run.competitors.query_id == "buried") & (run.competitors.variant == "raw")
    ]
    adoption = rows_of(mine[mine.chunk_id == chunk(run, "Parental leave lasts")])
    assert adoption
    assert all(row["side"] == "topic" for row in adoption)
    assert all(row["topic_terms"] == "parental leave" for row in adoption)


def test_cosines_are_with_the_other_chunks_of_the_section_and_with_the_gold_text(run):
    encoder: dict[str, Any] = {}
    exec(ENCODER, encoder)

    def direction(text: str) -> np.ndarray:
        made = encoder["vector"](text)
        return made / np.linalg.norm(made)

    gold = direction("It must be requested thirty days ahead.")
    adoption = direction("Parental leave lasts long, parental leave is generous.")
    # Around "Parental leave" stands "Family leave" with two more chunks.
    section = adoption + direction(LONG)
    (row,) = rows_of(
        run.competitors[
            (run.competitors.query_id == "buried")
            & (run.competitors.variant == "raw")
            & (run.competitors.ranker == "vector")
            & (run.competitors.chunk_id == chunk(run, "Parental leave lasts"))
        ]
    )
    assert row["to_text"] == pytest.approx(adoption @ gold, abs=1e-5)
    assert row["to_section"] == pytest.approx(
        adoption @ section / np.linalg.norm(section), abs=1e-5
    )


def test_what_the_text_has_too_is_not_the_headers_alone(run):
    row = told(run, "buried", "breadcrumb/vector")
    assert (row["shared"], row["only_in_header"]) == ("parental leave", "")


def test_function_words_are_no_shared_vocabulary_in_a_small_corpus(run):
    # "by", "whom" and "who" stand in one chunk of nine.
    assert "when" not in str(told(run, "buried", "breadcrumb/bm25")["shared"])
    assert told(run, "whom")["shared"] == "start"


def test_the_sides_of_the_competitors_are_counted(run):
    keys = ["variant", "ranker", "query_id"]
    sides = run.competitors.groupby([*keys, "side"]).size()
    for row in rows_of(run.diagnoses[run.diagnoses.diagnosis != "split"]):
        for side in ("topic", "predicate", "both", "neither"):
            expected = sides.get((row["variant"], row["ranker"], row["query_id"], side), 0)
            assert row[f"ahead_{side}"] == expected


def test_tags_change_no_diagnosis(run, tmp_path: Path):
    queries = [
        {"query_id": n, "text": t, "tags": ["split"], "evidence": [{"doc_id": d, "quote": q}]}
        for n, t, d, q in QUERIES
    ]
    tagged = run_tiny(write_tiny(tmp_path, TOP, SUITE, FILES, queries))
    assert tagged.diagnoses.equals(run.diagnoses)
    assert tagged.competitors.equals(run.competitors)


def test_headings_are_measured_beside_the_needs(run):
    by_crumb = {row["breadcrumb"]: row for row in rows_of(run.headings)}
    assert by_crumb["Circular 7 > Section 4.2"]["why"] == "numbering"
    assert not by_crumb["Family leave > Adoption"]["empty"]
    assert int(run.headings.chunks.sum()) == len(run.chunks)


def test_documents_are_diagnosed_too(tmp_path: Path):
    queries = [
        {"query_id": n, "text": t, "evidence": [{"doc_id": d, "quote": q}]}
        for n, t, d, q in QUERIES
    ]
    top = TOP + 'unit = "document"\ndocument_vector = true\n'
    found = run_tiny(write_tiny(tmp_path, top, SUITE, FILES, queries))
    assert len(found.diagnoses) == len(found.needs)
    assert "split" not in set(found.diagnoses.diagnosis)
    assert set(found.competitors.chunk_id) <= set(FILES)
    assert found.competitors.to_text.isna().all()


def test_a_document_is_read_whole_also_beside_one_without_a_chunk(tmp_path: Path):
    # As many chunks as documents, and yet not one of each: z.md has headings alone, a.md two.
    files = {
        "a.md": "# A\n\nalpha\n\n## B\n\nbeta gamma\n",
        **{f"{n}.md": f"the {n} of things\n" for n in ("one", "two", "three", "four")},
        "z.md": "# Z\n\n## Y\n",
    }
    queries = [{"query_id": "q", "text": "beta gamma", "evidence": [{"doc_id": "a.md"}]}]
    chunker = '[[chunker]]\nname = "paragraph"\n'
    top = 'rankers = ["bm25"]\nunit = "document"\n'
    run = run_tiny(write_tiny(tmp_path, top, chunker, files, queries))
    assert len(run.chunks) == len(files)
    raw = run.diagnoses[run.diagnoses.variant == "raw"].iloc[0]
    assert set(raw.shared.split()) == {"beta", "gamma"}
