"""How sure it is which system is first, from the paired values of all of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from goldrank.frames.schema.standings import STANDINGS
from goldrank.frames.systems import rows_of_system, systems_of
from goldrank.measuring.firsts import firsts
from goldrank.measuring.paired import ALPHA, Effect
from goldrank.measuring.randomization import interval_of, turned
from goldrank.measuring.sizes import Finding, queries_needed
from goldrank.rankers.graph import Graph, references
from goldrank.tables.claims import Claims

WHOLE = {"queries_needed": "Int64"}


def standings_table(systems: pd.DataFrame, claims: Claims, rankers: Graph) -> pd.DataFrame:
    """The rows of `standings`: every system against the one of the highest mean.

    Where the ranks of some are known to a depth alone, all are drawn at the smallest of these depths.
    """
    real = systems[~systems.ranker.isin(references(rankers))]
    real = real.sort_values("RR", ascending=False, kind="stable")
    names = [name for name in systems_of(real) if name in claims.values]
    if not names:
        return STANDINGS.empty()
    table = np.stack([claims.values[name] for name in names], axis=1)
    alone = turned(table, claims.clusters, claims.seed)
    drawn = firsts(claims.side_by_side(names), claims.clusters, claims.seed)
    behind: list[Effect | None] = [None]
    behind += claims.gains([(name, names[0]) for name in names[1:]])
    finding = Finding(alpha=ALPHA / max(1, len(names) - 1))
    rows = []
    for n, (name, lost) in enumerate(zip(names, behind, strict=True)):
        mine = rows_of_system(real, name).iloc[0]
        needed = None
        if lost is not None:
            away = claims.side_by_side([names[0], name])
            needed = queries_needed(away[:, 0] - away[:, 1], lost.mean, claims.clusters, finding)
        rows.append(
            (
                *name,
                float(mine["RR"]),
                *(interval_of(alone, n, ALPHA) or (np.nan, np.nan)),
                float(drawn.first[n]),
                float(drawn.near[n]),
                lost.mean if lost else 0.0,
                *((lost.interval if lost else None) or (np.nan, np.nan)),
                lost.p_corrected if lost else np.nan,
                lost is not None and lost.is_real and lost.mean > 0,
                needed,
                float(mine.get("median_tokens", np.nan)),
                len(table),
                alone.clusters,
            )
        )
    columns = [column.name for column in STANDINGS.columns]
    return pd.DataFrame(rows, columns=columns).astype(WHOLE)
