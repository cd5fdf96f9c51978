"""The share of needs by the rank of their gold unit, in stretches of ranks that double."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Ranks = NDArray[np.float64]
"""One need a row; NaN where the gold unit is not retrieved."""


def buckets(units: int) -> list[tuple[int, int]]:
    """Stretches of ranks that grow as a logarithm does, from 1 to `units`.

    >>> buckets(40)
    [(1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63)]
    """
    edges = [1]
    while edges[-1] <= units:
        edges.append(edges[-1] * 2)
    return [(start, stop - 1) for start, stop in pairwise(edges)]


def shares(ranks: Ranks, units: int) -> list[float]:
    """The share of needs in each bucket, and last the share that is not retrieved.

    >>> shares(np.array([1, 1, 3, np.nan]), 4)
    [0.5, 0.25, 0.0, 0.25]
    """
    found = [float(np.mean((ranks >= low) & (ranks <= high))) for low, high in buckets(units)]
    return [*found, float(np.mean(np.isnan(ranks)))]


def by_variant(needs: pd.DataFrame, column: str) -> dict[str, Ranks]:
    """The values of a column by variant, NaN where missing."""
    return {
        str(variant): rows[column].to_numpy(dtype="float64", na_value=np.nan)
        for variant, rows in needs.groupby("variant", sort=False)
    }
