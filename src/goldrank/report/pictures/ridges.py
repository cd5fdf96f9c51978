"""The picture on the project's front page: one ridge of gold ranks a variant."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from goldrank.report.pictures.looks import INK, MUTED, colour
from goldrank.report.pictures.ranks import told_medians
from goldrank.report.pictures.svg import style, svg_of
from goldrank.tables.rank_shares import Ranks, buckets, shares
from goldrank.text.unsafe import visible

SIZE = (8.4, 4.2)


def ridges(ranks: Mapping[str, Ranks], units: int) -> str:
    """The share of needs by the gold chunk's rank: bars on a log axis, a row a variant.

    It stands alone, on white: a page that shows it as an image lends it no colours.
    """
    from matplotlib.figure import Figure

    stretches = buckets(units)
    most = max(max(shares(values, units)) for values in ranks.values())
    with style():
        figure = Figure(figsize=SIZE, facecolor="white")
        rows = figure.subplots(len(ranks), 1, sharex=True, squeeze=False)[:, 0]
        figure.subplots_adjust(0.175, 0.13, 0.985, 0.93, hspace=0.12)
        for n, (axes, (name, values)) in enumerate(zip(rows, ranks.items(), strict=True)):
            found = shares(values, units)
            places = np.arange(len(found), dtype=float)
            places[-1] += 0.5
            axes.bar(places, found, width=0.86, color=colour(n), linewidth=0)
            for place, share in zip(places, found, strict=True):
                if share >= 0.005:
                    axes.text(
                        place,
                        share,
                        f"{share:.0%}",
                        ha="center",
                        va="bottom",
                        color=MUTED,
                        fontsize=8,
                    )
            axes.set_ylim(0, most * 1.25)
            axes.set_yticks([])
            axes.grid(visible=False)
            axes.spines["left"].set_visible(False)
            middle = float(np.median(np.where(np.isnan(values), np.inf, values)))
            axes.text(
                -0.02,
                0.42,
                visible(name),
                transform=axes.transAxes,
                ha="right",
                color=colour(n),
                fontsize=12,
                weight="bold",
            )
            axes.text(
                -0.02,
                0.16,
                f"median rank {middle:g}",
                transform=axes.transAxes,
                ha="right",
                color=MUTED,
                fontsize=8.5,
            )
            axes.tick_params(axis="both", length=0)
        labels = [f"{a:,}" if a == b else f"{a:,}–{min(b, units):,}" for a, b in stretches]
        rows[-1].set_xticks(places, [*labels, "none"], color=INK)
        rows[-1].set_xlabel("rank of the gold chunk among all chunks", color=INK)
        rows[0].set_title(f"Where the gold chunk ranks by vector, {units:,} chunks", loc="left")
        title = "The share of needs by the rank of their gold chunk"
        return (
            svg_of(figure, title, told_medians(ranks)).replace(
                "<svg ", '<svg font-family="sans-serif" ', 1
            )
            + "\n"
        )
