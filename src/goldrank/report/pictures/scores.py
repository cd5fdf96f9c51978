"""The figures of queries that nothing answers: where top scores lie, and what a threshold trades.

matplotlib is imported where a figure is made, so that nothing else waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.report.pictures.labels import percent_axis
from goldrank.report.pictures.looks import BAD, INK, MUTED, SERIES
from goldrank.report.pictures.svg import panel, style, svg_of

Scores = NDArray[np.float64]
"""The top score of one query each; -inf where nothing is retrieved."""

BINS = 24
ANSWERED = SERIES[1]


def score_distributions(
    title: str, answerable: Scores, unanswerable: Scores, thresholds: Sequence[tuple[int, float]]
) -> str:
    """The share of each kind of queries by top score; thresholds by the percent they may lose."""
    some = np.concatenate([kind[kind > -np.inf] for kind in (answerable, unanswerable)])
    low, high = (some.min(), some.max()) if len(some) else (0.0, 1.0)
    edges = np.linspace(low, high if high > low else low + 1, BINS + 1)
    told = []
    with style():
        figure, axes = panel(title)
        for scores, colour, kind, hatch in (
            (answerable, ANSWERED, "with evidence", None),
            (unanswerable, BAD, "nothing answers", "////"),
        ):
            shares = np.histogram(scores[scores > -np.inf], edges)[0] / max(len(scores), 1)
            # A hatch tells the two apart without colours.
            fill: dict[str, Any] = {"facecolor": colour, "alpha": 0.25, "hatch": hatch}
            axes.stairs(shares, edges, fill=True, edgecolor=colour, linewidth=0, **fill)
            axes.stairs(shares, edges, color=colour, linewidth=1.6, label=kind)
            told.append(_told(kind, scores))
        # Room above the bars for the names of the lines and of the thresholds.
        tops = axes.get_ylim()[1] * 1.4
        axes.set_ylim(0, tops)
        for n, (percent, at) in enumerate(thresholds):
            if np.isfinite(at):
                height = 0.86 - 0.06 * n
                axes.axvline(at, ymax=height, color=INK, linewidth=1, linestyle=(0, (4, 3)))
                name = {"color": MUTED, "fontsize": 7.5, "va": "top"}
                axes.text(at, tops * height, f" {percent}%", **name)
                told.append(f"A threshold of {at:.3g} loses at most {percent}%.")
        axes.set_xlabel("top score of a query")
        axes.set_ylabel("share of queries")
        percent_axis(axes.yaxis)
        axes.legend(frameon=False, fontsize=8, loc="upper center", ncols=2, labelcolor=MUTED)
        return svg_of(figure, title, told)


def refused_and_lost(
    title: str, answerable: Scores, unanswerable: Scores, thresholds: Sequence[tuple[int, float]]
) -> str:
    """The share of unanswerable queries that each threshold refuses, by what it loses of the others."""
    ats = np.unique(np.concatenate([answerable, unanswerable]))
    ats = np.append(ats[ats > -np.inf], np.inf)
    lost, refused = (
        np.array([np.mean(kind < at) for at in ats]) for kind in (answerable, unanswerable)
    )
    told = []
    with style():
        figure, axes = panel(title)
        axes.plot([0, 1], [0, 1], color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.plot(lost, refused, color=ANSWERED, linewidth=2)
        for (percent, at), marker in zip(thresholds, "osD", strict=False):
            if np.isfinite(at):
                x, y = float(np.mean(answerable < at)), float(np.mean(unanswerable < at))
                axes.plot([x], [y], marker=marker, color=INK, markersize=5, linestyle="none")
                told.append(
                    f"Losing at most {percent}% of the others, {y:.0%} that nothing answers are "
                    "refused."
                )
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel("lost: queries with evidence that are refused")
        axes.set_ylabel("refused: those nothing answers")
        percent_axis(axes.yaxis)
        percent_axis(axes.xaxis)
        return svg_of(figure, title, told)


def _told(name: str, scores: Scores) -> str:
    some = scores[scores > -np.inf]
    if not len(some):
        return f"{name}: nothing is retrieved for any."
    low, middle, high = np.percentile(some, [5, 50, 95])
    return f"{name}: median top score {middle:.3g}, nine in ten from {low:.3g} to {high:.3g}."
