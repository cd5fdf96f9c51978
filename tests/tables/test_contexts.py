"""What is served where more than the chunk is read, against a slow twin that reads words."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.runs.run import Run
from goldrank.suites.suite import load_suite

FILES = random_files(11)
CHUNKER = '[[chunker]]\nname = "small"\nkind = "fixed"\nlimit = 6\n'
NEAR = '[[context]]\nname = "near"\nneighbours = 1\n'
SECTION = '[[context]]\nname = "section"\nparent = "section"\n'
DOCUMENT = '[[context]]\nname = "document"\nwhole = true\n'
BUDGETS = (10, 40, 200)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("contexts") / "suite"
    suite = write_tiny(
        folder,
        f"budgets = {list(BUDGETS)}\n",
        CHUNKER + NEAR + SECTION + DOCUMENT,
        files=FILES,
        queries=random_queries(FILES, 5, count=40),
    )
    return run_tiny(suite)


def spelled(run: Run, context: str) -> dict[str, tuple[str, int, int]]:
    """The slow twin of two contexts, by chunk: the document, where reading begins and ends."""
    chunks = run.chunks.reset_index(drop=True)
    found = {}
    for at, row in chunks.iterrows():
        first, last = row, row
        if context == "near":
            same = chunks[chunks.doc_id == row.doc_id]
            near = same[(same.index >= at - 1) & (same.index <= at + 1)]  # type: ignore[operator]
            first, last = near.iloc[0], near.iloc[-1]
        found[row.chunk_id] = (row.doc_id, int(first.start), int(last.end))
    return found


@pytest.mark.parametrize("context", ["chunk", "near"])
def test_tokens_to_the_first_context_that_holds_the_evidence(run: Run, context: str):
    places = spelled(run, context)
    needs = run.context_needs[run.context_needs.context == context]
    told = 0
    for row in needs.itertuples():
        evidence = run.evidence[
            (run.evidence.query_id == row.query_id) & (run.evidence.need == row.need)
        ]
        wanted = [(e.doc_id, e.start, e.end) for e in evidence.itertuples() if e.grade > 0]
        mine = run.top[
            (run.top.query_id == row.query_id)
            & (run.top.variant == row.variant)
            & (run.top.ranker == row.ranker)
        ].sort_values("rank")
        read: set[tuple[str, int]] = set()
        expected: tuple[int, int] | None = None
        for rank, chunk_id in zip(mine["rank"], mine.chunk_id, strict=True):
            doc_id, start, end = places[chunk_id]
            words = re.finditer(r"\w+|[^\w\s]", FILES[doc_id])
            read |= {(doc_id, w.start()) for w in words if start <= w.start() < end}
            if len(read) > max(BUDGETS):
                break
            if any(d == doc_id and start <= s and e <= end for d, s, e in wanted):
                expected = (int(rank), len(read))
                break
        # The run keeps the first ten of each ranking in this table, and reads deeper.
        if expected is not None:
            assert (row.rank, row.tokens) == expected
            told += 1
        elif pd.notna(row.rank):
            assert row.rank > len(mine)
    assert told > 5


def test_served_is_the_mean_over_queries_of_their_needs_within_the_budget(run: Run):
    for row in run.contexts.itertuples():
        mine = run.context_needs
        for name in ("variant", "ranker", "context"):
            mine = mine[mine[name] == getattr(row, name)]
        for budget in BUDGETS:
            inside = (mine.tokens <= budget).fillna(False).astype(float)
            share = inside.groupby(mine.query_id).mean().mean()
            column = list(run.contexts.columns).index(f"served@{budget}")
            assert row[column + 1] == pytest.approx(share)


def test_what_a_context_holds_a_larger_one_holds_and_a_document_holds_all(run: Run):
    holds = run.context_needs.groupby("context")["holds"].sum()
    assert holds["chunk"] < holds["near"] <= holds["document"]
    whole = run.context_needs[run.context_needs.context == "document"]
    assert whole["holds"].all()
    by_chunk = run.context_needs[run.context_needs.context == "chunk"]
    assert (by_chunk["holds"] == ~by_chunk["split"]).all()
    healed = run.contexts.set_index(["variant", "ranker", "context"]).healed
    assert (
        healed["raw", "vector", "document"]
        == by_chunk[(by_chunk.variant == "raw") & (by_chunk.ranker == "vector")]["split"].sum()
    )


def test_a_sentence_says_for_each_context_whether_it_differs(run: Run):
    said = [s for s in run.sentences if "tokens read" in s]
    assert [re.search(r" with (\w+) ", s).group(1) for s in said] == [  # type: ignore[union-attr]
        *("near", "section", "document")
    ]


def test_without_contexts_nothing_is_said_of_them(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path / "s"))
    assert run.contexts.empty
    assert run.context_needs.empty
    assert not [s for s in run.sentences if "tokens read" in s]


@pytest.mark.parametrize(
    ("top", "rest", "said"),
    [
        ("", NEAR + NEAR, "two contexts are named 'near'"),
        ("", NEAR.replace("near", "chunk"), "two contexts are named 'chunk'"),
        ('unit = "document"\n', NEAR, 'needs unit = "chunk", got unit = "document"'),
        ("budgets = [0]\n", NEAR, "budgets: expected whole numbers from 1, got 0"),
        ("", NEAR.replace("= 1", "= 0"), "'context.0.neighbours': expected greater than 0"),
    ],
)
def test_a_mistake_is_said_with_its_name(tmp_path: Path, top: str, rest: str, said: str):
    with pytest.raises(GoldrankError, match=re.escape(said)):
        load_suite(write_tiny(tmp_path, top, rest))
