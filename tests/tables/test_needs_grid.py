"""Needs by systems: classes by hand, and the order in which needs and systems stand."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.systems import SYSTEM
from goldrank.rankers.named import named_rankers
from goldrank.tables.needs_grid import needs_grid
from goldrank.types import System

A, B = System("c", "raw", "bm25"), System("c", "breadcrumb", "bm25")
ORACLE = System("c", "raw", "oracle")
RANKERS = named_rankers([], ["bm25", "oracle"], {})
RANKS = {
    # query: ranks under A and B; 0 is not retrieved, -1 split
    "q1": (1, 1),
    "q2": (11, 4),
    "q3": (21, 101),
    "q4": (0, -1),
    "q5": (10, 20),
}


def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    rows = [
        (*system, query, 0, ranks[n] if ranks[n] > 0 else None, ranks[n] == -1)
        for n, system in enumerate((A, B))
        for query, ranks in RANKS.items()
    ]
    rows += [(*ORACLE, query, 0, 1, False) for query in RANKS]
    needs = pd.DataFrame(rows, columns=[*SYSTEM, "query_id", "need", "rank", "split"])
    means = [(*A, 0.3), (*B, 0.4), (*ORACLE, 1.0)]
    return needs.astype({"rank": "Int64"}), pd.DataFrame(means, columns=[*SYSTEM, "RR"])


def test_classes_are_those_of_the_ranks_and_the_reference_is_left_out() -> None:
    grid = needs_grid(*tables(), RANKERS, 10)
    assert grid.systems == (B, A)  # the higher MRR first
    assert grid.names == ("1", "2–10", "11–20", "21–100", "beyond 100", "not retrieved", "split")
    by_need = dict(zip(grid.needs, grid.classes.tolist(), strict=True))
    assert by_need == {
        ("q1", 0): [0, 0],
        ("q2", 0): [1, 2],
        ("q3", 0): [4, 3],
        ("q4", 0): [6, 5],
        ("q5", 0): [2, 1],
    }


def test_what_the_fewest_systems_find_is_on_top_and_of_those_what_ranks_worst() -> None:
    grid = needs_grid(*tables(), RANKERS, 10)
    assert [query for query, _ in grid.needs] == ["q4", "q3", "q2", "q5", "q1"]
    assert grid.finders.tolist() == [0, 0, 1, 1, 2]
    assert grid.counts == (2, 2, 1)


def test_found_follows_the_suite() -> None:
    # Among the first 20: q2 and q5 under both.
    grid = needs_grid(*tables(), RANKERS, 20)
    assert grid.names[:3] == ("1", "2–20", "21–100")
    assert grid.counts == (2, 0, 3)
