"""Shares within a budget, counted need by need."""

from __future__ import annotations

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from goldrank.tables.budget_curve import budget_curves, shares_within, steps_of

PAID = st.lists(st.one_of(st.none(), st.integers(1, 9000)), min_size=1, max_size=30)


@given(PAID, st.lists(st.integers(1, 9000), max_size=4))
def test_each_share_is_that_of_the_needs_within_the_budget(paid, budgets) -> None:
    values = np.array([np.nan if p is None else p for p in paid], dtype=float)
    steps = steps_of(values, budgets)
    assert list(steps) == sorted(set(steps.tolist()))
    found = shares_within(values, steps)
    for step, share in zip(steps, found, strict=True):
        assert share == sum(p is not None and p <= step for p in paid) / len(paid)


def test_all_systems_have_the_same_budgets_up_to_the_largest_that_is_named() -> None:
    needs = pd.DataFrame(
        {
            "chunker": ["a", "a", "b", "b"],
            "variant": "raw",
            "ranker": "bm25",
            "tokens_to_gold": pd.array([10, 700, 2000, None], dtype="Int64"),
        }
    )
    found = budget_curves(needs, [500, 1000])
    per = dict(list(found.groupby("chunker")))
    assert list(per["a"].tokens) == list(per["b"].tokens)
    assert (found.tokens.min(), found.tokens.max()) == (10, 1000)
    at = per["a"].set_index("tokens").share
    assert (at[500], at[1000]) == (0.5, 1.0)
    assert per["b"].share.max() == 0.0  # one takes 2,000, one has no number
