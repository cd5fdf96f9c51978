"""The mean of 1 / rank over needs, from a column of ranks."""

from __future__ import annotations

import pandas as pd

from goldrank.measuring.measures import mean


def reciprocal(ranks: pd.Series) -> float:
    """The mean of 1/rank over needs, 0 where a need has none; NaN where no need has one.

    >>> reciprocal(pd.Series([1, None, 4], dtype="Int64"))  # (1 + 0 + 1/4) / 3
    0.4166666666666667
    """
    if ranks.isna().all():
        return float("nan")
    return mean((1.0 / ranks.astype("float64")).fillna(0.0))
