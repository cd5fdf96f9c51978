"""Reciprocal ranks of the columns of a table: 1 / rank, 0 where nothing was retrieved."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.measuring.measures import mean


def reciprocal_ranks(ranks: pd.Series) -> pd.Series:
    """1 / rank of each, 0.0 where there is none.

    >>> reciprocal_ranks(pd.Series([2, None], dtype="Int64")).tolist()
    [0.5, 0.0]
    """
    return pd.Series(_reciprocals(ranks), ranks.index, name=ranks.name)


def mean_reciprocal_rank(ranks: pd.Series) -> float:
    """The mean of them, the same in any order; NaN where no need has a rank.

    >>> mean_reciprocal_rank(pd.Series([2, None], dtype="Int64"))
    0.25
    """
    return float("nan") if ranks.isna().all() else mean(_reciprocals(ranks))


def _reciprocals(ranks: pd.Series) -> NDArray[np.float64]:
    return np.nan_to_num(1.0 / ranks.to_numpy(dtype=np.float64, na_value=np.nan))
