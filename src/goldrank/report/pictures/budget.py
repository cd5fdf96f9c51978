"""Recall by token budget: the share of needs whose gold chunk is read within so many tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.systems import by_system
from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import cells, log_ticks, percent_axis, short, spread
from goldrank.report.pictures.looks import INK, Looks
from goldrank.report.pictures.svg import panel, styled, svg_of
from goldrank.types import System

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

READING = (
    "Share of needs whose gold chunk fits when chunks are read in order until the budget is spent: "
    "what a prompt of that size would hold. One line {lines}; every panel has the same scales, up to "
    "the largest budget of the suite."
)
DASHES = ("-", (0, (6, 2)), (0, (2, 2)), (0, (7, 2, 2, 2)))
LINE = 0.165
"""Inches that a name beside the lines takes."""

Line = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Budgets, and the share within each."""
Lines = Mapping[str, Line]


def budget_figure(
    curves: pd.DataFrame,
    best: System,
    variants: Sequence[str],
    budgets: Sequence[int],
    looks: Looks,
) -> Figure | None:
    """The figure of `budget_curves`: a line a chunker, in a panel for each ranker and two variants.

    `variants` are two, the reference first; where there is one chunker, the lines are all variants.
    `best` is the system that the title is of. `None` where no need has a number of tokens.
    """
    if not len(curves) or curves.share.max() <= 0:
        return None
    several = curves.chunker.nunique() > 1
    panels = _panels(curves, variants, several)
    limits = int(curves.tokens.min()), int(curves.tokens.max())
    known = [budget for budget in budgets if limits[0] <= budget <= limits[1]] or [limits[1]]
    title = _title(curves, best, known[0], several)
    drawn = []
    for name, (lines, mine) in panels.items():
        shades = {line: looks.colour(variant) for line, variant in mine.items()}
        told = [
            f"{line}: {share:.0%} of the needs within {budget:,} tokens."
            for line, (tokens, shares) in lines.items()
            for budget in known
            for share in shares[tokens == budget]
        ]
        drawn.append(svg_of(draw_budget(name, lines, shades, limits), f"{title}: {name}", told))
    reading = READING.format(lines="a chunker" if several else "a variant")
    shown = [variant for _, mine in panels.values() for variant in mine.values()]
    return Figure(title, reading, tuple(drawn), looks.key(shown))


@styled
def draw_budget(
    title: str, lines: Lines, shades: Mapping[str, str], limits: tuple[int, int]
) -> Drawing:
    """One panel: every line is named at its end, from 0 to 100 %."""
    names = {name: short(name, 22) for name in lines}
    beside = 0.1 + 0.073 * max(map(cells, names.values()))
    figure, axes = panel(title, len(lines) * LINE + 0.75, beside)
    low, high = limits[0] / 1.1, max(limits[1], limits[0] + 1)
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(0, 1)
    for n, (name, (tokens, shares)) in enumerate(lines.items()):
        dash = DASHES[n // 2 % len(DASHES)] if len(set(shades.values())) < len(lines) else "-"
        axes.plot(tokens, shares, color=shades[name], linewidth=1.6, linestyle=dash, label=name)
    height = axes.get_position().height * figure.get_figheight()
    ends = [float(shares[-1]) for _, shares in lines.values()]
    places = spread(ends, LINE / height, LINE / height / 2, 1)
    for name, end, place in zip(lines, ends, places, strict=True):
        join = {"arrowstyle": "-", "color": shades[name], "linewidth": 0.6, "shrinkB": 0}
        axes.annotate(
            names[name],
            (1, end),
            (1.035, place),
            xycoords="axes fraction",
            textcoords="axes fraction",
            va="center",
            color=INK,
            fontsize=8,
            arrowprops={**join, "shrinkA": 0, "relpos": (0, 0.5)},
            annotation_clip=False,
        )
    log_ticks(axes.xaxis, low, high)
    percent_axis(axes.yaxis)
    axes.set_xlabel("token budget for the first chunks (log)")
    axes.set_ylabel("share of needs")
    return figure


def _panels(
    curves: pd.DataFrame, variants: Sequence[str], several: bool
) -> dict[str, tuple[Lines, dict[str, str]]]:
    """By the title of each panel its lines, and the variant of each."""
    found: dict[
        str, tuple[dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]], dict[str, str]]
    ]
    found = {}
    for system, rows in by_system(curves):
        if several and system.variant not in variants:
            continue
        title = f"{system.ranker}, {system.variant}" if several else system.ranker
        name = system.chunker if several else system.variant
        lines, shown = found.setdefault(title, ({}, {}))
        lines[name] = rows.tokens.to_numpy(), rows.share.to_numpy()
        shown[name] = system.variant
    # The panels of the reference first, each beside the same ranker's.
    order = sorted(found, key=lambda title: next(iter(found[title][1].values())) != variants[0])
    return {title: found[title] for title in (order if several else found)}


def _title(curves: pd.DataFrame, best: System, budget: int, several: bool) -> str:
    at = curves[(curves.tokens == budget) & (curves.ranker == best.ranker)]
    at = at[at.variant == best.variant] if several else at
    at = at.sort_values("share", ascending=False, kind="stable")
    names = at.chunker if several else at.variant
    by = f"by {best.ranker}{f', {best.variant}' if several else ''}"
    said = f"{budget:,} tokens read hold the evidence of"
    high = f"{at.share.iloc[0]:.0%} of the needs under {names.iloc[0]}"
    if len(at) == 1:
        return f"{said} {high} {by}"
    return f"{said} {high} and of {at.share.iloc[-1]:.0%} under {names.iloc[-1]} {by}"
