"""Documents that are rebuilt of the chunks of a pipeline, and those chunks judged as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError

LEAVE = "Ask your manager. It must be requested 30 days in advance. Call before nine."
CUTS = [(0, 17), (10, 59), (59, 76)]
PLACED = [
    {"doc_id": "leave", "text": LEAVE[start:end], "start": start, "end": end, "title": "Leave"}
    for start, end in CUTS
]
ORDERED = [
    {"doc_id": "leave", "text": text, "order": number}
    for number, text in enumerate(["Ask your manager.", "requested 30 days in advance", "Call."])
]


def written(path: Path, lines: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_document_is_rebuilt_by_the_offsets_of_its_chunks_in_any_order(tmp_path: Path) -> None:
    (document,) = read_corpus(written(tmp_path / "c.jsonl", PLACED[::-1])).documents
    assert (document.doc_id, document.text, document.title) == ("leave", LEAVE, "Leave")


def test_what_no_chunk_holds_is_line_ends_so_that_offsets_stay_right(tmp_path: Path) -> None:
    (document,) = read_corpus(written(tmp_path / "c.jsonl", [PLACED[0], PLACED[2]])).documents
    assert document.text == LEAVE[:17] + "\n" * (59 - 17) + LEAVE[59:]


def test_without_offsets_chunks_are_joined_in_their_order(tmp_path: Path) -> None:
    (document,) = read_corpus(written(tmp_path / "c.jsonl", ORDERED[::-1])).documents
    assert document.text == "Ask your manager.\n\nrequested 30 days in advance\n\nCall."


def test_rows_of_parquet_are_read_as_lines_are(tmp_path: Path) -> None:
    pd.DataFrame(PLACED).to_parquet(tmp_path / "c.parquet")
    (document,) = read_corpus(tmp_path / "c.parquet").documents
    assert document.text == LEAVE
    (tmp_path / "d.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(GoldrankError, match="expected a Parquet file, got none"):
        read_corpus(tmp_path / "d.parquet")


def test_an_id_again_without_a_place_is_still_a_mistake(tmp_path: Path) -> None:
    lines = [{"doc_id": "a", "text": "x"}, {"doc_id": "a", "text": "y"}]
    with pytest.raises(GoldrankError, match="expected each id once"):
        read_corpus(written(tmp_path / "c.jsonl", lines))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"end": 18}, "its text has 17 characters, and its offsets say 18"),
        ({"end": 10**12}, "expected 0 <= start <= end, got"),
        ({"start": -17, "end": 0}, "expected 0 <= start <= end, got"),
        ({"text": None}, 'expected a chunk with "doc_id" and "text"'),
        ({"text": "Ask your director"}, "another chunk of leave has another text at the offsets"),
    ],
)
def test_a_chunk_that_cannot_stand_where_it_says_is_named_by_its_line(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    path = written(tmp_path / "c.jsonl", [{**PLACED[0], **change}, *PLACED[1:]])
    with pytest.raises(GoldrankError, match=rf"c\.jsonl:[12]: {said}"):
        read_corpus(path)


def suite_with(folder: Path, corpus: str, chunker: str, queries: Sequence[Any]) -> Path:
    suite = write_tiny(
        folder, 'rankers = ["bm25"]\n', f"[[chunker]]\nname = {chunker}\n", FILES, queries
    )
    suite.write_text(suite.read_text().replace('path = "corpus"', f'path = "{corpus}"'))
    return suite


@pytest.mark.parametrize("lines", [PLACED, ORDERED])
def test_given_chunks_are_what_is_judged_and_evidence_is_found_in_the_rebuilt_document(
    tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    query = {
        **QUERIES[0],
        "evidence": [{"doc_id": "leave", "quote": "requested 30 days in advance"}],
    }
    suite = suite_with(tmp_path, "chunks.jsonl", '"given"', [query])
    written(tmp_path / "chunks.jsonl", lines)
    run = run_tiny(suite)
    (document,) = read_corpus(tmp_path / "chunks.jsonl").documents
    texts = [document.text[row.start : row.end] for row in run.chunks.itertuples()]
    assert texts == [line["text"].strip() for line in lines]
    assert set(run.needs["rank"]) == {1}


def test_beside_full_documents_coverage_counts_what_the_chunks_leave_out(tmp_path: Path) -> None:
    text = FILES["leave.md"]
    parts = ["Ask your manager.", "It must be requested 30 days in advance."]
    chunks = [{"doc_id": "leave.md", "text": part} for part in parts]
    chunks.append({"doc_id": "pay.md", "text": "Salaries come monthly."})
    chunks.append({"doc_id": "pay.md", "text": "It is paid in March."})
    suite = suite_with(tmp_path, "corpus", '"mine"\nkind = "given"\npath = "mine.jsonl"', QUERIES)
    written(tmp_path / "mine.jsonl", chunks)
    suite.write_text(suite.read_text().replace('rankers = ["bm25"]', 'rankers = ["vector"]'))
    run = run_tiny(suite)
    mine = run.chunks[run.chunks.doc_id == "leave.md"]
    assert [text[row.start : row.end] for row in mine.itertuples()] == parts
    # "Callbeforenine." and nothing else is in no chunk.
    raw = run.coverage[run.coverage.variant == "raw"].iloc[0]
    assert raw.body_characters - raw.covered_characters == len("Callbeforenine.")


@pytest.mark.parametrize(
    ("chunk", "said"),
    [
        ({"doc_id": "gone.md", "text": "x"}, r"1 documents .*first 'gone\.md' .*mine\.jsonl:1"),
        ({"doc_id": "leave.md", "text": "no such"}, "its text is not in the document"),
        (
            {"doc_id": "pay.md", "text": "Pay", "start": 3, "end": 6},
            r"pay\.md at \[3, 6\) is another",
        ),
    ],
)
def test_a_chunk_of_no_document_and_one_that_is_not_in_it_are_errors(
    tmp_path: Path, chunk: dict[str, Any], said: str
) -> None:
    suite = suite_with(tmp_path, "corpus", '"mine"\nkind = "given"\npath = "mine.jsonl"', QUERIES)
    written(tmp_path / "mine.jsonl", [chunk])
    with pytest.raises(GoldrankError, match=said):
        run_tiny(suite)
