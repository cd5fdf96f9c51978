"""The figures of the report, one panel a ranker, drawn without a screen.

matplotlib is imported where a figure is made, so that nothing else waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldrank.report.pictures.looks import BAD, GOOD, INK, MUTED, colour
from goldrank.report.pictures.svg import style, svg_of
from goldrank.text.unsafe import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Ranks = NDArray[np.float64]
"""One need a row; NaN where the gold chunk is not retrieved."""

MARKERS = "osD^vPX*"
PANEL = (4.4, 3.1)


def buckets(units: int) -> list[tuple[int, int]]:
    """Stretches of ranks that grow as a logarithm does, from 1 to `units`.

    >>> buckets(40)
    [(1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63)]
    """
    edges = [1]
    while edges[-1] <= units:
        edges.append(edges[-1] * 2)
    return [(start, stop - 1) for start, stop in pairwise(edges)]


def shares(ranks: Ranks, units: int) -> list[float]:
    """The share of needs in each bucket, and last the share that is not retrieved.

    >>> shares(np.array([1, 1, 3, np.nan]), 4)
    [0.5, 0.25, 0.0, 0.25]
    """
    found = [float(np.mean((ranks >= low) & (ranks <= high))) for low, high in buckets(units)]
    return [*found, float(np.mean(np.isnan(ranks)))]


def distribution(title: str, ranks: Mapping[str, Ranks], units: int) -> str:
    """The share of needs by the gold chunk's rank, on a log axis, one line a variant."""
    with style():
        figure, axes = panel(title)
        stretches = buckets(units)
        places = [np.sqrt(low * (high + 1)) for low, high in stretches]
        none = places[-1] * 3
        for n, values in enumerate(ranks.values()):
            found = shares(values, units)
            line = {"color": colour(n), "markersize": 4.2, "marker": MARKERS[n % len(MARKERS)]}
            axes.plot(places, found[:-1], linewidth=2 if n < 2 else 1.5, zorder=9 - n, **line)
            axes.fill_between(places, found[:-1], color=colour(n), alpha=0.08, linewidth=0)
            axes.plot([none], found[-1:], linestyle="none", zorder=9 - n, **line)
        _log_ranks(axes, units)
        axes.set_xlim(0.95, none * 1.6)
        ticks = [(t, f"{t:,}") for t in (1, 10, 100, 1000, 10000) if t <= units]
        axes.set_xticks([t for t, _ in ticks] + [none], [text for _, text in ticks] + ["none"])
        axes.set_xlabel("rank of the gold chunk (stretches that double)")
        axes.set_ylabel("share of needs")
        percent_axis(axes)
        return svg_of(figure, title, told_medians(ranks))


def recall_curves(title: str, ranks: Mapping[str, Ranks], units: int) -> str:
    """Recall over needs among the first k, one line a variant."""
    with style():
        figure, axes = panel(title)
        ks = np.unique(np.geomspace(1, max(units, 2), 60).astype(int))
        for n, values in enumerate(ranks.values()):
            found = [float(np.mean(values <= k)) for k in ks]
            axes.plot(ks, found, color=colour(n), linewidth=2 if n < 2 else 1.5, zorder=9 - n)
            marked = [k for k in (1, 5, 10, 20) if k <= units]
            points = [float(np.mean(values <= k)) for k in marked]
            mark = {"marker": MARKERS[n % len(MARKERS)], "markersize": 4.2}
            axes.plot(marked, points, color=colour(n), linestyle="none", zorder=9 - n, **mark)
        _log_ranks(axes, units)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("k: the first chunks that are read")
        axes.set_ylabel("recall over needs")
        percent_axis(axes)
        told = [
            f"{name}: recall@{k} {np.mean(values <= k):.3f}."
            for name, values in ranks.items()
            for k in (1, 10)
        ]
        return svg_of(figure, title, told)


def recall_by_tokens(title: str, tokens: Mapping[str, Ranks]) -> str:
    """Recall over needs against the tokens of the ranked chunks that are read."""
    with style():
        figure, axes = panel(title)
        paid = np.concatenate([v[~np.isnan(v)] for v in tokens.values()] or [np.ones(1)])
        low, high = (max(paid.min(), 1), max(paid.max(), 2)) if len(paid) else (1, 2)
        budgets = np.unique(np.geomspace(low, high, 60).astype(int))
        for n, values in enumerate(tokens.values()):
            found = [float(np.mean(values <= budget)) for budget in budgets]
            axes.plot(budgets, found, color=colour(n), linewidth=2 if n < 2 else 1.5, zorder=9 - n)
        axes.set_xscale("log")
        ticks = [t for t in (30, 100, 300, 1000, 3000, 10000, 30000, 100000) if low <= t <= high]
        axes.set_xticks(ticks, [f"{t:,}" for t in ticks])
        axes.minorticks_off()
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("token budget for the first chunks")
        axes.set_ylabel("recall over needs")
        percent_axis(axes)
        told = [
            f"{name}: {np.mean(values <= budget):.0%} of the needs within {budget:,} tokens."
            for name, values in tokens.items()
            for budget in (500, 2000)
        ]
        return svg_of(figure, title, told)


def slopes(title: str, ranks: Mapping[str, Ranks], units: int) -> str:
    """Each need's rank from one variant to the next: up is better; the median is the bold line."""
    names = list(ranks)
    table = np.stack([ranks[name] for name in names], axis=1)
    beyond = units * 1.8
    filled = np.where(np.isnan(table), beyond, table)
    with style():
        figure, axes = panel(title)
        for step in range(len(names) - 1):
            _segments(axes, step, filled[:, step], filled[:, step + 1])
        middle = np.median(filled, axis=0)
        axes.plot(range(len(names)), middle, color=INK, linewidth=2.4, marker="o", markersize=5)
        axes.set_yscale("log")
        axes.set_ylim(beyond * 1.25, 0.85)
        ticks = [t for t in (1, 3, 10, 30, 100, 300, 1000, 3000, 10000) if t <= units]
        axes.set_yticks([*ticks, beyond], [*(f"{t:,}" for t in ticks), "none"])
        axes.minorticks_off()
        axes.grid(visible=False, axis="x")
        axes.set_xlim(-0.4, len(names) - 0.6)
        axes.set_xticks(range(len(names)), [_label(n) for n in names])
        if len(names) > 4:  # names of many variants stand aslant, or they run into each other
            axes.set_position((0.16, 0.29, 0.76, 0.61))
            axes.tick_params(axis="x", labelrotation=24, labelsize=8)
            for label in axes.get_xticklabels():
                label.set(ha="right", rotation_mode="anchor")
        axes.tick_params(axis="x", labelcolor=INK)
        axes.set_ylabel("rank of the gold chunk")
        return svg_of(figure, title, _told_slopes(names, table))


def _segments(axes: Axes, step: int, before: Ranks, after: Ranks) -> None:
    """Equal pairs of ranks are one line, wider the more needs it stands for."""
    pairs, counts = np.unique(np.stack([before, after], axis=1), axis=0, return_counts=True)
    better, worse = pairs[:, 1] < pairs[:, 0], pairs[:, 1] > pairs[:, 0]
    for chosen, shade in ((~better & ~worse, MUTED), (worse, BAD), (better, GOOD)):
        for low, high, width in ((1, 1, 0.6), (2, 5, 1.2), (6, 10**9, 2.4)):
            mine = pairs[chosen & (counts >= low) & (counts <= high)]
            if len(mine):
                x = np.tile([step, step + 1, np.nan], len(mine))
                y = np.insert(mine, 2, np.nan, axis=1).ravel()
                axes.plot(x, y, color=shade, linewidth=width, alpha=0.4)


def panel(title: str) -> tuple[Figure, Any]:
    """One panel with its title; margins are the same for all."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=PANEL)
    # Fixed margins: laying out each panel by its labels costs more than drawing it.
    axes = figure.add_axes((0.16, 0.17, 0.815, 0.73))
    axes.set_title(visible(title))
    return figure, axes


def _log_ranks(axes: Axes, units: int) -> None:
    axes.set_xscale("log")
    ticks = [t for t in (1, 5, 20, 100, 1000, 10000, 100000) if t <= units]
    axes.set_xticks(ticks, [f"{t:,}" for t in ticks])
    axes.minorticks_off()


def percent_axis(axes: Axes, axis: Axis | None = None) -> None:
    """Shares as percent on an axis, the upright one by default."""
    from matplotlib.ticker import PercentFormatter

    (axis or axes.yaxis).set_major_formatter(PercentFormatter(1.0, decimals=0))


def _label(name: str, width: int = 20) -> str:
    shown = visible(name)
    return shown if len(shown) <= width else shown[: width - 1] + "…"


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


def _told_slopes(names: Sequence[str], table: Ranks) -> list[str]:
    filled = np.where(np.isnan(table), np.inf, table)
    return [
        f"From {names[n]} to {names[n + 1]} {int((filled[:, n + 1] < filled[:, n]).sum())} of "
        f"{len(table)} needs rank higher and {int((filled[:, n + 1] > filled[:, n]).sum())} lower."
        for n in range(len(names) - 1)
    ]
