"""The tables of queries that nothing answers, from the top score of every query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.schema import SCHEMA
from goldrank.measuring.redraws import share_interval
from goldrank.measuring.refusing import LOSSES, refused, refused_apart, threshold
from goldrank.measuring.separation import auroc, auroc_interval
from goldrank.tables.told_apart import ToldApart

PLACES = {"lowest": 0, "p5": 5, "p25": 25, "median": 50, "p75": 75, "p95": 95, "highest": 100}
Mask = NDArray[np.bool_]


def top_scores_table(found: Sequence[ToldApart]) -> pd.DataFrame:
    """How the top scores of both kinds of queries lie, by system."""
    rows = [
        {
            **each.system._asdict(),
            "answerable": kind,
            **_places(each.scores[each.answerable == kind]),
        }
        for each in found
        for kind in (True, False)
    ]
    return _table("top_scores", rows)


def _places(scores: NDArray[np.float64]) -> dict[str, Any]:
    some = scores[scores > -np.inf]
    places = np.percentile(some, list(PLACES.values())) if len(some) else [np.nan] * len(PLACES)
    return {
        "queries": len(scores),
        "nothing": len(scores) - len(some),
        **dict(zip(PLACES, map(float, places), strict=True)),
    }


def answerability_table(found: Sequence[ToldApart]) -> pd.DataFrame:
    """How well the top score of each system tells both kinds of queries apart."""
    rows = []
    for each in found:
        interval = auroc_interval(each.scores, each.answerable, each.clusters, each.drawn)
        rows.append(
            {
                **each.system._asdict(),
                "answerable": int(each.answerable.sum()),
                "unanswerable": int((~each.answerable).sum()),
                "clusters": int(each.clusters.max()) + 1,
                "AUROC": auroc(each.scores, each.answerable),
                "AUROC_low": interval.low,
                "AUROC_high": interval.high,
                "remark": each.remark,
            }
        )
    return _table("answerability", rows)


def refusals_table(found: Sequence[ToldApart]) -> pd.DataFrame:
    """What thresholds on the top score of each system would refuse and lose."""
    rows = []
    for each in found:
        for percent in LOSSES:
            at = threshold(each.scores[each.answerable], percent)
            apart = refused_apart(each.scores, each.answerable, each.clusters, percent)
            rows.append(
                {
                    **each.system._asdict(),
                    "may_lose": percent,
                    "threshold": at,
                    **_shares(each, refused(each.scores, at), ""),
                    **_shares(each, apart, "_apart"),
                }
            )
    return _table("refusals", rows)


def _shares(each: ToldApart, refuses: Mask | None, suffix: str) -> dict[str, float]:
    """The shares of each kind of queries that are refused, with their intervals."""
    kinds = {"refused": ~each.answerable, "lost": each.answerable, "lost_first": each.first}
    found: dict[str, float] = {}
    for name, asked in kinds.items():
        share, low, high = (np.nan,) * 3
        if refuses is not None and asked.any():
            share = float(refuses[asked].mean())
            drawn = each.drawn[:, asked]
            low, high = share_interval(refuses[asked], each.clusters[asked], drawn)
        ends = {"": share, "_low": low, "_high": high}
        found |= {f"{name}{suffix}{end}": value for end, value in ends.items()}
    return found


def _table(name: str, rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(SCHEMA[name].empty().columns))
