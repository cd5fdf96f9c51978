"""Quality against cost: MRR by the median of the tokens read to the gold chunk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import system_of, systems_of
from goldrank.report.common.formats import decimal
from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import log_ticks, parts_said, short, spread, thousandths
from goldrank.report.pictures.looks import INK, MUTED, Looks
from goldrank.report.pictures.svg import styled, svg_of
from goldrank.text.first_few import first_few

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

SIZE = (9.0, 4.4)
READING = (
    "Up is better, left is cheaper: the median over needs of the tokens that are read, in order, up "
    "to the end of the gold chunk. The line joins the systems that no other beats for as few tokens."
)
NAMED = 0.36
"""The share of the width that is left for names."""
LABELS = 16
"""Names on the frontier: more would not be read. The text of the figure has all."""


def cost_figure(table: pd.DataFrame, looks: Looks) -> Figure | None:
    """The figure of `cost_table`; `None` where no system has a cost that is known."""
    known = table[table.median_tokens.notna()]
    if not len(known):
        return None
    front = known[known.frontier].sort_values(["median_tokens", "RR"], kind="stable")
    title = _title(front, len(known))
    told = [
        f"{system_of(row)}: MRR {decimal(row['RR'])} for {row['median_tokens']:,.0f} tokens"
        f"{', on the frontier' if row['frontier'] else ''}."
        for row in rows_of(known.sort_values("RR", ascending=False, kind="stable"))
    ]
    left_out = [str(system) for system in systems_of(table[table.median_tokens.isna()])]
    missing = (
        f" Half of the needs or more have no such number under {first_few(left_out, 4)}, which "
        f"{'is' if len(left_out) == 1 else 'are'} not drawn."
        if left_out
        else ""
    )
    return Figure(
        title,
        READING + missing,
        (svg_of(draw_cost(known, looks), title, told),),
        looks.key(list(known.variant), list(known.ranker)),
        wide=True,
    )


@styled
def draw_cost(known: pd.DataFrame, looks: Looks) -> Drawing:
    """One mark a system; those on the frontier are joined and named."""
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=SIZE)
    axes = drawing.add_axes((0.065, 0.125, 0.925, 0.83))
    axes.set_xscale("log")
    for row in rows_of(known):
        axes.plot(
            [row["median_tokens"]],
            [row["RR"]],
            marker=looks.shape(row["ranker"]),
            color=looks.colour(row["variant"]),
            markerfacecolor=looks.face(row["variant"]),
            markersize=8 if row["frontier"] else 5.5,
            alpha=1 if row["frontier"] else 0.75,
            linestyle="none",
            zorder=4 if row["frontier"] else 3,
        )
    front = known[known.frontier].sort_values(["median_tokens", "RR"], kind="stable")
    axes.plot(front.median_tokens, front.RR, color=MUTED, linewidth=1, zorder=2)
    # Nothing is above and left of the frontier, so its names have room there.
    cheapest, high = known.median_tokens.min(), known.median_tokens.max() * 1.4
    low = cheapest * (cheapest / high) ** (NAMED / (1 - NAMED)) / 1.1
    axes.set_xlim(low, high)
    room = max(known.RR.max() - known.RR.min(), 0.05) * 0.07
    bottom, top = known.RR.min() - room, known.RR.max() + room
    axes.set_ylim(bottom, top)
    names = dict(zip(known.index, parts_said(systems_of(known)), strict=True))
    named = [(names[at], quality, cost) for at, quality, cost in _marks(front.tail(LABELS))]
    heights = spread([(y - bottom) / (top - bottom) for _, y, _ in named], 0.055, 0.03, 0.97)
    line = {"arrowstyle": "-", "color": MUTED, "linewidth": 0.6, "shrinkB": 5, "relpos": (1, 0.5)}
    for (name, quality, cost), height in zip(named, heights, strict=True):
        axes.annotate(
            f"{short(name, 30)}  {decimal(quality)}, {cost:,.0f}",
            (cost, quality),
            (0.012, height),
            textcoords="axes fraction",
            ha="left",
            va="center",
            color=INK,
            fontsize=8.5,
            arrowprops=line,
        )
    log_ticks(axes.xaxis, cheapest / 1.5, high)
    thousandths(axes.yaxis)
    axes.set_xlabel("tokens read to the gold chunk, median (log)")
    axes.set_ylabel("MRR")
    return drawing


def _marks(rows: pd.DataFrame) -> Iterator[tuple[Any, float, float]]:
    """Index, MRR and cost of each row."""
    return zip(rows.index, map(float, rows.RR), map(float, rows.median_tokens), strict=True)


def _title(front: pd.DataFrame, systems: int) -> str:
    rows = rows_of(front)
    best, cheapest = rows[-1], rows[0]
    if len(rows) == 1:
        return (
            f"{system_of(best)} has the highest MRR, {decimal(best['RR'])}, and reads the fewest "
            f"tokens to the gold chunk, {best['median_tokens']:,.0f}"
        )
    return (
        f"{len(rows):,} of {systems:,} systems are not beaten at their cost: from "
        f"{decimal(cheapest['RR'])} for {cheapest['median_tokens']:,.0f} tokens to "
        f"{decimal(best['RR'])} for {best['median_tokens']:,.0f}"
    )
