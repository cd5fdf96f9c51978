"""The frontier of quality against cost, held against every pair."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from goldrank.frames.systems import SYSTEM
from goldrank.rankers.named import named_rankers
from goldrank.tables.cost import cost_table

POINT = st.tuples(st.sampled_from([0.1, 0.2, 0.3]), st.sampled_from([10.0, 20.0, None]))


@given(st.lists(POINT, min_size=1, max_size=8))
def test_a_system_is_on_the_frontier_where_none_is_as_good_and_better(points) -> None:
    rows = [(f"c{n}", "raw", "x", *point) for n, point in enumerate(points)]
    found = cost_table(pd.DataFrame(rows, columns=[*SYSTEM, "RR", "median_tokens"]), {})
    for (quality, cost), frontier in zip(points, found.frontier, strict=True):
        beaten = cost is None or any(
            c is not None and q >= quality and c <= cost and (q, c) != (quality, cost)
            for q, c in points
        )
        assert frontier == (not beaten)


def test_a_reference_ranker_is_on_no_frontier() -> None:
    rows = [("a", "raw", "bm25", 0.5, 10.0), ("a", "raw", "oracle", 1.0, 1.0)]
    table = pd.DataFrame(rows, columns=[*SYSTEM, "RR", "median_tokens"])
    found = cost_table(table, named_rankers([], ["bm25", "oracle"], {}))
    assert list(found.ranker) == ["bm25"]
    assert found.frontier.all()
