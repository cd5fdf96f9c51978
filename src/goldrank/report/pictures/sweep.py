"""A sweep as a picture: the measure by setting, and what is left of the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goldrank.report.common.formats import decimal
from goldrank.report.pictures.looks import GOOD, INK, MUTED, colour
from goldrank.report.pictures.svg import style, svg_of
from goldrank.sweeping.sweep import Swept
from goldrank.text.unsafe import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (7.2, 3.6)
LINES = 8
"""How many lines are drawn before settings stand one beside the other instead."""


def sweep_plot(found: Swept, measure: str) -> str:
    """One line for each combination of the settings after the first, over the first's values.

    The dashed line is the suite as it is; beside it stands what is left after choosing, with its
    interval. Larger marks were chosen more often.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    with style():
        figure = Figure(figsize=SIZE, facecolor="white", layout="constrained")
        axes, beside = figure.subplots(1, 2, sharey=True, width_ratios=(6, 1))
        _lines(axes, found)
        base = found.settings[0].mean
        for each in (axes, beside):
            each.axhline(base, color=MUTED, linestyle="--", linewidth=1)
        _left(beside, found, base)
        axes.set_ylabel(measure)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, place: decimal(value)))
        axes.set_title(f"{measure} by setting; dashed: the suite as it is", loc="left")
        title = f"{measure} of {visible(str(found.system))} by setting"
        return svg_of(figure, title, _told(found, measure))


def _lines(axes: Axes, found: Swept) -> None:
    groups: dict[tuple[Any, ...], list[int]] = {}
    for n in range(1, len(found.settings)):
        groups.setdefault(found.settings[n].values[1:], []).append(n)
    if len(groups) > LINES:
        groups = {(): list(range(1, len(found.settings)))}
        labels = [" ".join(map(str, each.values)) for each in found.settings[1:]]
    else:
        labels = [str(value) for value in found.axes[0].values]
    for line, (rest, members) in enumerate(groups.items()):
        points = [found.settings[n] for n in members]
        whole = groups.keys() == {()} and len(found.axes) > 1
        places = [
            n - 1 if whole else labels.index(str(found.settings[n].values[0])) for n in members
        ]
        named = ", ".join(
            f"{axis.path}={value}" for axis, value in zip(found.axes[1:], rest, strict=False)
        )
        means = [point.mean for point in points]
        shade = colour(line + 1)
        axes.plot(places, means, color=shade, linewidth=1.5, label=visible(named))
        sizes = [14 + 150 * point.chosen for point in points]
        axes.scatter(places, means, s=sizes, color=shade, zorder=5)
    axes.set_xticks(range(len(labels)), [visible(label) for label in labels])
    if len(labels) > LINES:
        axes.tick_params(axis="x", rotation=60)
    first = ", ".join(axis.path for axis in found.axes[: 1 if len(groups) > 1 else None])
    axes.set_xlabel(visible(first))
    if len(groups) > 1:
        axes.legend(frameon=False, fontsize=8)


def _left(axes: Axes, found: Swept, base: float) -> None:
    left = found.left
    if left.interval is not None:
        span = [base + left.interval.low, base + left.interval.high]
        axes.plot([0, 0], span, color=GOOD, linewidth=2)
    axes.scatter([0], [base + left.mean], color=GOOD, s=50, zorder=5)
    axes.set_xticks([0], ["what is left"], color=INK)
    axes.set_xlim(-1, 1)


def _told(found: Swept, measure: str) -> list[str]:
    means = [each.mean for each in found.settings]
    return [
        f"{measure} runs from {min(means):.3f} to {max(means):.3f} over {len(means)} settings; as "
        f"the suite is, it is {means[0]:.3f}.",
        f"Chosen on other documents, {found.left.mean:+.3f} is left.",
    ]
