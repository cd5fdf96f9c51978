"""The share of needs whose gold unit is read within a number of tokens, for many numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.systems import SYSTEM, by_system

STEPS = 60
"""How many budgets a curve has: more than can be told apart on a page."""


def budget_curves(needs: pd.DataFrame, budgets: Sequence[int] = ()) -> pd.DataFrame:
    """One row per system and budget: `tokens`, and the share of needs with `tokens_to_gold` within.

    All systems have the same budgets, from the least that any need takes to the largest of
    `budgets` (to the most that any need takes, where that is less or none is named), in even steps
    of a logarithm, and those of `budgets` between. A need without such a number is within none.
    """
    steps = steps_of(needs["tokens_to_gold"].to_numpy(dtype="float64", na_value=np.nan), budgets)
    tables = [
        pd.DataFrame(
            {
                **dict(zip(SYSTEM, system, strict=True)),
                "tokens": steps,
                "share": shares_within(
                    rows["tokens_to_gold"].to_numpy(dtype="float64", na_value=np.nan), steps
                ),
            }
        )
        for system, rows in by_system(needs)
    ]
    return pd.concat(tables, ignore_index=True)


def steps_of(paid: NDArray[np.float64], budgets: Sequence[int] = ()) -> NDArray[np.int64]:
    """The budgets of a curve: whole tokens, in order.

    >>> steps_of(np.array([100.0, np.nan, 100.0]), [50, 200]).tolist()
    [100]
    >>> steps_of(np.array([1.0, 2.0, 90.0]), [2, 3]).tolist()
    [1, 2, 3]
    """
    known = paid[~np.isnan(paid)]
    low, high = (max(known.min(), 1), max(known.max(), 1)) if len(known) else (1.0, 1.0)
    high = min(high, max([low, *budgets])) if budgets else high
    between = [budget for budget in budgets if low < budget < high]
    even = np.geomspace(low, high, STEPS).round()
    return np.unique(np.concatenate([even, between])).astype(np.int64)


def shares_within(paid: NDArray[np.float64], steps: NDArray[np.int64]) -> NDArray[np.float64]:
    """The share of `paid` that is at most each of `steps`.

    >>> shares_within(np.array([10.0, 20.0, np.nan, 40.0]), np.array([10, 30, 40])).tolist()
    [0.25, 0.5, 0.75]
    """
    known = np.sort(paid[~np.isnan(paid)])
    return np.searchsorted(known, steps, side="right") / max(len(paid), 1)
