"""Where the gold chunk ranks: the share of needs by rank, a line a variant, a panel a ranker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import log_ticks, percent_axis
from goldrank.report.pictures.looks import Looks
from goldrank.report.pictures.svg import panel, styled, svg_of
from goldrank.tables.rank_shares import Ranks, buckets, by_variant, shares

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

READING = (
    "Share of needs by rank, in stretches that double. A line that is high on the left is good; a "
    "hump on the right is text that nobody will read."
)


def ranks_figure(needs: pd.DataFrame, chunker: str, units: int, looks: Looks) -> Figure:
    """The needs of one chunker; its panels have the same scales."""
    mine = needs[needs.chunker == chunker]
    ranks = {r: by_variant(mine[mine.ranker == r], "rank") for r in dict.fromkeys(mine.ranker)}
    most = max(max(shares(v, units)) for found in ranks.values() for v in found.values())
    title = f"Where the gold chunk ranks among the {units:,} of {chunker}"
    panels = (
        svg_of(
            draw_ranks(ranker, found, units, most, looks), f"{title}: {ranker}", told_medians(found)
        )
        for ranker, found in ranks.items()
    )
    return Figure(title, READING, tuple(panels), looks.key(list(mine.variant)))


@styled
def draw_ranks(
    ranker: str, ranks: Mapping[str, Ranks], units: int, most: float, looks: Looks
) -> Drawing:
    """One panel; `most` is the largest share of all panels beside it."""
    figure, axes = panel(ranker)
    places = [np.sqrt(low * (high + 1)) for low, high in buckets(units)]
    none = places[-1] * 3
    for n, (variant, values) in enumerate(ranks.items()):
        found, shade = shares(values, units), looks.colour(variant)
        line = {"color": shade, "marker": looks.shape(ranker), "zorder": 9 - n}
        line |= {"markersize": 4.2, "markerfacecolor": looks.face(variant)}
        axes.plot(places, found[:-1], linewidth=1.6, **line)
        axes.plot([none], found[-1:], linestyle="none", **line)
    axes.set_xscale("log")
    axes.set_xlim(0.9, none * 1.6)
    axes.set_ylim(0, min(most * 1.08, 1.02))
    log_ticks(axes.xaxis, 1, places[-1], [(none, "none")])
    axes.set_xlabel("rank of the gold chunk (stretches that double)")
    axes.set_ylabel("share of needs")
    percent_axis(axes.yaxis)
    return figure


def told_medians(ranks: Mapping[str, Ranks]) -> list[str]:
    """A sentence a variant: its median rank, and the shares that are first and beyond 20."""
    told = []
    for name, values in ranks.items():
        middle = float(np.median(np.where(np.isnan(values), np.inf, values))) if len(values) else 0
        said = "not retrieved" if np.isinf(middle) else f"{middle:g}"
        told.append(
            f"{name}: median rank {said}, {np.mean(values == 1):.0%} of the needs first, "
            f"{np.mean(~(values <= 20)):.0%} beyond 20."
        )
    return told
