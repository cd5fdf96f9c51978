"""Pairs of ranks, counted need by need."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from goldrank.tables.rank_shift import merged, rank_shift
from goldrank.types import System

RAW, OTHER = System("c", "raw", "bm25"), System("c", "other", "bm25")
RANK = st.one_of(st.none(), st.integers(1, 4))


@given(st.lists(st.tuples(RANK, RANK, st.booleans()), min_size=1, max_size=25))
def test_up_down_and_pairs_are_those_of_the_needs(rows) -> None:
    tables = [
        {
            **system._asdict(),
            "query_id": f"q{n}",
            "need": 0,
            "rank": None if row[2] else row[which],
            "split": row[2],
        }
        for which, system in enumerate((RAW, OTHER))
        for n, row in enumerate(rows)
    ]
    needs = pd.DataFrame(tables).astype({"rank": "Int64"})
    found = rank_shift(needs, RAW, OTHER)
    whole = [(before or 99, after or 99) for before, after, split in rows if not split]
    assert found.split == len(rows) - len(whole)
    assert found.up == sum(after < before for before, after in whole)
    assert found.down == sum(after > before for before, after in whole)
    assert found.needs == len(whole)
    pairs = found.pairs.fillna(99)
    counted = {(b, a): n for b, a, n in pairs.itertuples(index=False)}
    assert counted == {pair: whole.count(pair) for pair in set(whole)}


def test_many_pairs_are_merged_without_losing_a_need() -> None:
    pairs = pd.DataFrame({"before": range(1, 2001), "after": 1, "needs": 2}).astype(
        {"before": "float64", "after": "float64"}
    )
    found = merged(pairs, 1500)
    assert len(found) < 60
    assert found.needs.sum() == 4000
    assert list(found.before[:10]) == list(range(1, 11))
    assert merged(pairs, 2000) is pairs
