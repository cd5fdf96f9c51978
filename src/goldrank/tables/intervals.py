"""The MRR of every system with its interval, and its paired difference to the reference variant."""

from __future__ import annotations

import numpy as np
import pandas as pd

from goldrank.frames.systems import SYSTEM, systems_of
from goldrank.measuring.paired import ALPHA
from goldrank.measuring.randomization import interval_of, turned
from goldrank.rankers.graph import Graph, references
from goldrank.tables.claims import Claims
from goldrank.tables.known_depth import depths_of

INTERVALS = (
    *SYSTEM,
    *("RR", "RR_low", "RR_high"),
    *("RR_change", "RR_change_low", "RR_change_high", "told_apart"),
)


def intervals_table(
    systems: pd.DataFrame,
    measurements: pd.DataFrame,
    queries: pd.DataFrame,
    evidence: pd.DataFrame,
    baseline: str,
    rankers: Graph,
) -> pd.DataFrame:
    """One row per system that is no reference, the highest MRR first.

    Intervals are of 95 %, by clusters. That of `RR` is of this system alone. `RR_change` is against
    the variant `baseline` under the same chunker and ranker; its interval is corrected over all
    rows, as the sentences of a run are, and `told_apart` says whether it leaves out 0. Missing where
    there is nothing to compare with, or where clusters are too few for any interval (fewer than 6).
    """
    found = systems[~systems.ranker.isin(references(rankers))]
    found = found.sort_values("RR", ascending=False, kind="stable")
    names = systems_of(found)
    if not names:
        return pd.DataFrame(columns=list(INTERVALS))
    claims = Claims.of(measurements, queries, evidence, depths_of(rankers))
    tests = turned(np.stack([claims.values[name] for name in names], axis=1), claims.clusters)
    alone = [interval_of(tests, n, ALPHA) for n in range(len(names))]
    known = set(names)
    pairs = [(name._replace(variant=baseline), name) for name in names if name.variant != baseline]
    pairs = [pair for pair in pairs if pair[0] in known]
    gains = dict(zip((after for _, after in pairs), claims.gains(pairs), strict=True))
    rows = []
    for name, value, interval in zip(names, found.RR, alone, strict=True):
        gain = gains.get(name)
        change = gain.interval if gain else None
        rows.append(
            (
                *name,
                value,
                *(interval or (np.nan, np.nan)),
                gain.mean if gain else np.nan,
                *(change or (np.nan, np.nan)),
                gain is not None and gain.is_real,
            )
        )
    return pd.DataFrame(rows, columns=list(INTERVALS))
