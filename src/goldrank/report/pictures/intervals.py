"""One row a system: its MRR with an interval, and its paired difference to the reference variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import system_of, systems_of
from goldrank.report.common.formats import decimal, signed
from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import cells, constant_parts, parts_said, short, thousandths
from goldrank.report.pictures.looks import GRID, INK, MUTED, Looks
from goldrank.report.pictures.svg import styled, svg_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

WIDTH, ROW = 10.2, 0.235
READING = (
    "One row a system, the highest MRR first, with its interval of 95 % by clusters; on the right "
    "what it changes against {baseline} under the same chunker and ranker, paired and corrected over "
    "all rows, grey where the interval crosses zero."
)


def intervals_figure(table: pd.DataFrame, baseline: str, looks: Looks) -> Figure:
    """The figure of `intervals_table`."""
    title, told = _title(table, baseline), _told(table, baseline)
    drawing = draw_intervals(table, baseline, looks)
    return Figure(
        title,
        READING.format(baseline=baseline) + _without(table),
        (svg_of(drawing, title, told),),
        looks.key(list(table.variant), list(table.ranker)),
        wide=True,
    )


@styled
def draw_intervals(table: pd.DataFrame, baseline: str, looks: Looks) -> Drawing:
    """Two panels that share their rows: MRR on the left, differences on the right."""
    from matplotlib.figure import Figure as Drawing

    height = ROW * len(table) + 0.75
    drawing = Drawing(figsize=(WIDTH, height))
    top, bottom = 1 - 0.3 / height, 0.45 / height
    systems = systems_of(table)
    names = [short(name) for name in parts_said(systems)]
    start = 0.03 + 0.0077 * max(map(cells, names))
    middle = start + (0.99 - start) * 0.54
    left = drawing.add_axes((start, bottom, middle - start - 0.015, top - bottom))
    right = drawing.add_axes((middle + 0.015, bottom, 0.975 - middle, top - bottom), sharey=left)
    for n, row in enumerate(rows_of(table)):
        shade, shape = looks.colour(row["variant"]), looks.shape(row["ranker"])
        mark = {"marker": shape, "markerfacecolor": looks.face(row["variant"])}
        _mark(left, n, row["RR"], (row["RR_low"], row["RR_high"]), shade, mark)
        if row["variant"] == baseline:
            beside: Any = {"textcoords": "offset points", "va": "center", "fontsize": 7.5}
            right.annotate("reference", (0, n), (5, 0), color=MUTED, **beside)
        elif not np.isnan(row["RR_change"]):
            span = (row["RR_change_low"], row["RR_change_high"])
            grey = not row["told_apart"]
            faces = {**mark, "markerfacecolor": MUTED} if grey else mark
            _mark(right, n, row["RR_change"], span, MUTED if grey else shade, faces)
    left.set_yticks(range(len(table)), names)
    left.tick_params(axis="y", labelcolor=INK, length=0)
    right.tick_params(axis="y", labelleft=False, length=0)
    left.set_ylim(len(table) - 0.4, -0.6)
    left.set_xlim(*_between_0_and_1(table))
    # The value that nothing changes is always in sight.
    far = np.nanmax(np.abs([*table.RR_change_low, *table.RR_change_high, *table.RR_change, 0.05]))
    right.set_xlim(-far * 1.15, far * 1.15)
    right.axvline(0, color=INK, linewidth=1)
    for axes, name in ((left, "MRR"), (right, f"Δ {short(baseline, 24)}")):
        thousandths(axes.xaxis)
        axes.set_title(name)
        axes.grid(visible=False, axis="y")
    same = constant_parts(systems)
    left.set_xlabel(f"mean reciprocal rank{', ' + short(same) if same else ''}")
    right.set_xlabel("difference of MRR, paired")
    return drawing


def _mark(
    axes: Axes,
    row: int,
    value: float,
    span: tuple[float, float],
    shade: str,
    mark: dict[str, Any],
) -> None:
    if not np.isnan(span[0]):
        axes.plot(span, [row, row], color=shade, linewidth=1.7, solid_capstyle="butt", zorder=2)
    axes.plot([value], [row], color=shade, markersize=5.5, linestyle="none", zorder=3, **mark)
    axes.axhline(row, color=GRID, linewidth=0.4, zorder=0)


def _between_0_and_1(table: pd.DataFrame) -> tuple[float, float]:
    low = np.nanmin([*table.RR_low, *table.RR])
    high = np.nanmax([*table.RR_high, *table.RR])
    room = max(high - low, 0.05) * 0.05
    return max(low - room, -0.01), min(high + room, 1.01)


def _title(table: pd.DataFrame, baseline: str) -> str:
    best = rows_of(table.head(1))[0]
    said = f"{system_of(best)} has the highest MRR, {decimal(best['RR'])}{_span(best, 'RR')}"
    compared = table[table.RR_change.notna()]
    if not len(compared):
        return said
    better = int((compared.told_apart & (compared.RR_change > 0)).sum())
    worse = int((compared.told_apart & (compared.RR_change < 0)).sum())
    rest = len(compared) - better - worse
    return (
        f"{said}; of {len(compared):,} others {better:,} are above {baseline}, {worse:,} below and "
        f"{rest:,} not told from it"
    )


def _span(row: dict[str, Any], name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    shown = signed if name != "RR" else decimal
    return "" if np.isnan(low) else f" [{shown(low)} to {shown(high)}]"


def _told(table: pd.DataFrame, baseline: str) -> Sequence[str]:
    told = []
    for row in rows_of(table):
        said = f"{system_of(row)}: MRR {decimal(row['RR'])}{_span(row, 'RR')}"
        if not np.isnan(row["RR_change"]):
            apart = "" if row["told_apart"] else ", not told from chance"
            change = f"{signed(row['RR_change'])}{_span(row, 'RR_change')}"
            said += f", against {baseline} {change}{apart}"
        told.append(f"{said}.")
    return told


def _without(table: pd.DataFrame) -> str:
    if not table.RR_low.notna().any():
        return " There are too few clusters of queries for any interval: fewer than 6."
    compared = table[table.RR_change.notna()]
    if len(compared) and not compared.RR_change_low.notna().any():
        return (
            f" There are too few clusters of queries for intervals of {len(compared)} differences."
        )
    return ""
