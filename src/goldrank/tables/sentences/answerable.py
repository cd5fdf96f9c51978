"""What the top score says of queries that nothing answers, and what a threshold on it would cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import rows_of_system, system_of, systems_of

SAID = 5
"""The share that may be lost, in percent, of the threshold that is told of."""
COIN = 0.5
PERCENT = "{:.0%}".format


def answerability(
    answerability: pd.DataFrame, refusals: pd.DataFrame, systems: pd.DataFrame
) -> list[str]:
    """Whether scores tell the two kinds of queries apart, under one system: see `told_of`."""
    if not len(answerability):
        return []
    row = told_of(answerability, systems)
    count, others = int(row["unanswerable"]), int(row["answerable"])
    said = [
        f"Nothing answers {count:,} of {count + others:,} queries, so {'it is' if count == 1 else 'they are'} "
        f"in no mean. By {system_of(row)} the top score "
        f"{_tells(row)}: AUROC {row['AUROC']:.3f} ({row['AUROC_low']:.3f} to {row['AUROC_high']:.3f})."
    ]
    mine = rows_of(rows_of_system(refusals, system_of(row)))
    chosen = next(each for each in mine if each["may_lose"] == SAID)
    return said + ([] if pd.isna(chosen["refused_apart"]) else [_threshold(chosen)])


def told_of(answerability: pd.DataFrame, systems: pd.DataFrame) -> Mapping[str, Any]:
    """The system that is told of: of those whose score is one of fit, the one with the best MRR.

    It is not chosen by how well it tells queries apart: that would flatter it.
    """
    means = dict(zip(systems_of(systems), systems.RR, strict=True))
    rows = rows_of(answerability)
    plain = [row for row in rows if not row["remark"]] or rows
    return max(plain, key=lambda row: means[system_of(row)])


def _tells(row: Mapping[str, Any]) -> str:
    if row["AUROC_low"] > COIN:
        return "tells them from those with evidence"
    if row["AUROC_high"] < COIN:
        return "is higher for them than for those with evidence"
    return "does not tell them from those with evidence better than chance could"


def _threshold(row: Mapping[str, Any]) -> str:
    return (
        f"A threshold on it that may lose {row['may_lose']}% of the queries with evidence would "
        f"refuse {_share(row, 'refused_apart')} of those that nothing answers, and lose "
        f"{_share(row, 'lost_apart')} of the others, judged on clusters that it was not chosen on."
    )


def _share(row: Mapping[str, Any], name: str) -> str:
    ends = " to ".join(PERCENT(row[f"{name}_{end}"]) for end in ("low", "high"))
    return f"{PERCENT(row[name])} ({ends})"
