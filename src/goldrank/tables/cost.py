"""Quality against cost: which systems no other beats for as few tokens read."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.systems import SYSTEM
from goldrank.rankers.graph import Graph, references


def cost_table(systems: pd.DataFrame, rankers: Graph) -> pd.DataFrame:
    """One row per system that is no reference: its MRR, what it costs, and whether it is beaten.

    `median_tokens` are read to the gold unit. A system is on the `frontier` where no other has as
    high an MRR for as few tokens, and more of the one or fewer of the other; one that costs nothing
    known (half of its needs or more have no such number) is on none.

    >>> from goldrank.frames.systems import SYSTEM
    >>> rows = [("a", "raw", "x", 0.5, 10.0), ("b", "raw", "x", 0.4, 10.0), ("c", "raw", "x", 0.6, 90.0)]
    >>> cost_table(pd.DataFrame(rows, columns=[*SYSTEM, "RR", "median_tokens"]), {}).frontier.tolist()
    [True, False, True]
    """
    real = systems[~systems.ranker.isin(references(rankers))]
    known = [*SYSTEM, "RR", "median_tokens"]
    table = real.reindex(columns=known).astype({"median_tokens": "float64"}).reset_index(drop=True)
    quality, cost = table.RR.to_numpy(), table.median_tokens.to_numpy()
    beaten = [
        bool(
            ((quality >= q) & (cost <= c) & ((quality > q) | (cost < c))).any() or c != c  # NaN
        )
        for q, c in zip(quality, cost, strict=True)
    ]
    return table.assign(frontier=[not each for each in beaten])
