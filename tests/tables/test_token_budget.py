"""Tokens that are paid until the gold chunk is read, against a loop over the ranking."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run


def obvious(run: Run, row: dict[str, object]) -> int | None:
    """The sum over the ranking, unit by unit."""
    assert run.rankings is not None
    sizes = dict(zip(run.chunks.chunk_id, run.chunks.tokens, strict=True))
    for system, ranked in run.rankings.ranked.items():
        if (system.chunker, system.variant, system.ranker) == (
            row["chunker"],
            row["variant"],
            row["ranker"],
        ):
            ids = run.rankings.unit_ids[system.chunker]
            order = ranked.top[list(run.rankings.query_ids).index(str(row["query_id"]))]
            paid = 0
            for place in order:
                if place < 0:
                    return None
                paid += int(sizes[ids[place]])
                if ids[place] == row["chunk_id"]:
                    return paid
    return None


def test_tokens_to_gold_are_those_of_the_ranking_up_to_it(tmp_path: Path) -> None:
    files = random_files(11, documents=4)
    folder = tmp_path / "suite"
    folder.mkdir()
    run = run_tiny(write_tiny(folder, files=files, queries=random_queries(files, 11, 6)))
    counted = 0
    for row in rows_of(run.needs):
        known = None if pd.isna(row["rank"]) else obvious(run, row)
        found = row["tokens_to_gold"]
        assert (None if pd.isna(found) else int(found)) == known
        counted += known is not None
    assert counted


def test_a_chunk_counts_its_own_text_alone(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    rest = '[[chunker]]\nname = "heading"\ninclude_heading = false\n'
    run = run_tiny(write_tiny(folder, rest=rest))
    chunks = run.chunks[run.chunks.doc_id == "pay.md"]
    # Salaries come monthly . and: It is paid in March .
    assert chunks.tokens.tolist() == [4, 6]
