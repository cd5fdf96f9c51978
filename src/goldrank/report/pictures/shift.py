"""Rank shift: the rank of every need under one variant by its rank under another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import log_ticks, short
from goldrank.report.pictures.looks import BAD, INK, MUTED, Looks
from goldrank.report.pictures.svg import panel, styled, svg_of
from goldrank.tables.rank_shift import Shift, merged

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

AREA = (
    "One circle is a pair of ranks, its area the needs that have it. Above the diagonal {after} ranks "
    "the gold chunk higher than {before}, below it lower; both axes are logarithmic, with first place "
    "at the top and at the left.{more}"
)
SLOPES = (
    "One line is one need, from its rank under {before} to that under {after}: those that fall are "
    "red and on top. First place is at the top."
)
FEW = 60
"""Needs that are drawn as lines: of more, no line can be followed."""
PAIRS = 1_500
"""Circles a panel: of more, ranks near each other are one."""


def shift_figure(shifts: Sequence[Shift], units: int, looks: Looks) -> Figure | None:
    """Pairs of systems, one panel each, of one chunker with so many units; `None` for none."""
    if not any(shift.needs for shift in shifts):
        return None
    first, few = shifts[0], shifts[0].needs <= FEW
    before, after = first.before.variant, first.after.variant
    title = (
        f"{after} ranks {first.up:,} of {first.needs:,} needs higher than {before} and {first.down:,} "
        f"lower, by {first.after.ranker} under {first.after.chunker}"
    )
    more = " Beyond 10, ranks near each other share a circle." if _many(shifts) and not few else ""
    split = f" {first.split:,} needs that no chunk holds are left out." if first.split else ""
    reading = (SLOPES if few else AREA).format(before=before, after=after, more=more) + split
    draw = draw_slopes if few else draw_shift
    panels = tuple(
        svg_of(draw(shift, units, looks), f"{title}: {shift.after.ranker}", [_told(shift)])
        for shift in shifts
    )
    return Figure(title, reading, panels, looks.key([after]))


@styled
def draw_shift(shift: Shift, units: int, looks: Looks) -> Drawing:
    """Circles on two logarithmic axes, and how many needs are above and below the diagonal."""
    figure, axes = panel(shift.after.ranker, 3.9)
    pairs, none = merged(shift.pairs, PAIRS), _beyond(units)
    filled = pairs.fillna({"before": none, "after": none}).astype("float64")
    largest = 600 / max(filled.needs.max(), 60)
    better, worse = filled.after < filled.before, filled.after > filled.before
    for chosen, shade in ((~better & ~worse, MUTED), (better, _shade(shift, looks)), (worse, BAD)):
        mine = filled[chosen].sort_values("needs", ascending=False, kind="stable")
        axes.scatter(
            mine.before,
            mine.after,
            s=np.maximum(mine.needs * largest, 4),
            color=shade,
            alpha=0.55,
            linewidth=0,
        )
    axes.plot([1, none], [1, none], color=INK, linewidth=0.8, zorder=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        log_ticks(axis, 1, units, [(none, "none")])
    axes.set_xlim(0.6, none * 1.5)
    axes.set_ylim(none * 1.5, 0.6)
    axes.set_title(f"{shift.up:,} up, {shift.down:,} down", loc="right")
    axes.set_xlabel(f"rank under {short(shift.before.variant, 26)} (log)")
    axes.set_ylabel(f"rank under {short(shift.after.variant, 26)} (log)")
    return figure


@styled
def draw_slopes(shift: Shift, units: int, looks: Looks) -> Drawing:
    """A line a need; pairs that several needs have are as many lines, one over the other."""
    figure, axes = panel(shift.after.ranker, 3.9)
    none = _beyond(units)
    filled = shift.pairs.fillna({"before": none, "after": none}).astype("float64")
    for old, new, needs in filled[["before", "after", "needs"]].to_numpy():
        fall, same = new > old, new == old
        shade = BAD if fall else MUTED if same else _shade(shift, looks)
        axes.plot(
            [0, 1],
            [old, new],
            color=shade,
            linewidth=min(0.8 + 0.5 * needs, 4),
            marker="o",
            markersize=3,
            alpha=0.8,
            zorder=4 if fall else 2 if same else 3,
        )
    axes.set_yscale("log")
    axes.set_ylim(none * 1.3, 0.8)
    log_ticks(axes.yaxis, 1, units, [(none, "none")])
    axes.grid(visible=False, axis="x")
    axes.set_xlim(-0.25, 1.25)
    names = [short(system.variant, 20) for system in (shift.before, shift.after)]
    axes.set_xticks([0, 1], names, color=INK)
    axes.set_ylabel("rank of the gold chunk (log)")
    axes.set_xlabel(f"{shift.up:,} up, {shift.down:,} down, {shift.same:,} as they were")
    return figure


def _beyond(units: int) -> float:
    """Where a need stands that is not retrieved: below the last rank."""
    return max(units, 2) * 1.9


def _shade(shift: Shift, looks: Looks) -> str:
    return looks.colour(shift.after.variant)


def _many(shifts: Sequence[Shift]) -> bool:
    return any(len(shift.pairs) > PAIRS for shift in shifts)


def _told(shift: Shift) -> str:
    return (
        f"By {shift.after.ranker}, from {shift.before.variant} to {shift.after.variant}: "
        f"{shift.up:,} of {shift.needs:,} needs up, {shift.down:,} down, {shift.same:,} as they were."
    )
