"""Needs × systems: a thin row a need, a column a system, one hue by the class of the rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.labels import cells, constant_parts, parts_said, short, spread
from goldrank.report.pictures.looks import DEPTHS, INK, MUTED, NO_RANK, SIGNS, Key, Looks
from goldrank.report.pictures.looks import depth_shade as depth
from goldrank.report.pictures.svg import LARGEST, themed, told_svg, words
from goldrank.tables.needs_grid import NeedsGrid

READING = (
    "One row a need, those that the fewest systems find on top; one column a system, the highest MRR "
    "on the left{same}. The darker, the deeper its gold chunk ranks; on dark ground, the lighter.{more}"
)
WIDTH, LEFT, RIGHT = 734, 118, 12
ROWS = 600
"""Rows at most: of more needs, neighbours share one."""
THICK, BROAD = 14, 46
"""The most that a row is high and a column is wide, in points."""


def needs_figure(grid: NeedsGrid, looks: Looks) -> Figure | None:
    """The figure of `needs_grid`; `None` where there is no need."""
    if not grid.needs:
        return None
    each = needs_a_row(len(grid.needs))
    more = "" if each == 1 else f" A row is {each:,} needs in that order, by the middle one."
    same = constant_parts(grid.systems)
    keys = (
        Key(name, shade=len(DEPTHS) + 1 if n == len(grid.names) - 1 else _depth(grid, n))
        for n, name in enumerate(grid.names)
        if (grid.classes == n).any()
    )
    looked = looks.key([s.variant for s in grid.systems], [s.ranker for s in grid.systems])
    title = _title(grid)
    return Figure(
        title,
        READING.format(same=f" ({same})" if same else "", more=more),
        (draw_needs(grid, looks, title),),
        (*keys, *looked),
        wide=True,
    )


def needs_a_row(needs: int) -> int:
    """How many needs share a row.

    >>> needs_a_row(600), needs_a_row(601)
    (1, 2)
    """
    return -(-needs // ROWS)


def drawn_classes(classes: NDArray[np.int8]) -> NDArray[np.int8]:
    """The class of each row and column that is drawn: of needs that share a row, the middle one's."""
    each = needs_a_row(len(classes))
    ends = range(0, len(classes), each)
    return np.stack([_middle(classes[at : at + each]) for at in ends])


def runs_of(column: NDArray[np.int8], value: int) -> list[tuple[int, int]]:
    """Where a value stands in a column: the first row and the number of rows of each stretch.

    >>> runs_of(np.array([2, 2, 0, 2], dtype=np.int8), 2)
    [(0, 2), (3, 1)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], (column == value).astype(np.int8), [0]])))
    return [(int(a), int(b - a)) for a, b in edges.reshape(-1, 2)]


def draw_needs(grid: NeedsGrid, looks: Looks, title: str) -> str:
    """The picture. Its rectangle of class `cells` lies over all rows and columns and no more."""
    drawn = drawn_classes(grid.classes)
    rows, columns = drawn.shape
    row = min(THICK, ROWS / rows)
    column = min(BROAD, (WIDTH - LEFT - RIGHT) / columns)
    names = [short(name, 34) for name in parts_said(grid.systems)]
    top = 22 + 5.6 * max(map(cells, names))
    place = f'x="{LEFT}" y="{top:g}" width="{columns * column:g}" height="{rows * row:g}"'
    parts = [
        f'<svg {place} viewBox="0 0 {columns} {rows}" preserveAspectRatio="none" fill="none">'
        f"{''.join(_lines(grid, drawn))}</svg>",
        f'<rect class="cells" {place} fill="none" stroke="none" pointer-events="all"/>',
    ]
    for n, (system, name) in enumerate(zip(grid.systems, names, strict=True)):
        middle = LEFT + (n + 0.5) * column
        sign = SIGNS[looks.rankers.index(system.ranker) % len(SIGNS)]
        centred = 'text-anchor="middle"'
        parts.append(words(sign, middle, top - 5, looks.colour(system.variant), centred))
        turned = f'transform="rotate(-90 {middle + 3:g} {top - 17:g})"'
        parts.append(words(name, middle + 3, top - 17, INK, turned))
    parts += _groups(grid, top, rows * row)
    box = f"0 0 {WIDTH} {top + rows * row + 8:g}"
    return told_svg(box, WIDTH / 72 * LARGEST, "".join(parts) + "</svg>", title, _told(grid))


def _lines(grid: NeedsGrid, drawn: NDArray[np.int8]) -> list[str]:
    """A path a class, a line a stretch of a column; what has no rank is narrower."""
    found = []
    for n in range(len(grid.names)):
        split = n == len(grid.names) - 1
        shade = themed(NO_RANK if split else DEPTHS[_depth(grid, n) - 1])
        steps = "".join(
            f"M{column + 0.5:g} {start}v{length}"
            for column in range(drawn.shape[1])
            for start, length in runs_of(drawn[:, column], n)
        )
        if steps:
            width = 0.4 if split else 0.9
            found.append(f'<path d="{steps}" stroke="{shade}" stroke-width="{width}"/>')
    return found


def _groups(grid: NeedsGrid, top: float, height: float) -> list[str]:
    """On the left how many needs no, some and all systems find, each beside its rows."""
    names, start, found = ("none", "some", "all"), 0, []
    shown = [(name, count) for name, count in zip(names, grid.counts, strict=True) if count]
    middles = []
    for _, count in shown:
        low, high = (top + height * at / len(grid.needs) for at in (start, start + count))
        middles.append((low + high) / 2)
        edge = f"M{LEFT - 4} {low + 0.5:.2f}h-4V{high - 0.5:.2f}h4"
        found.append(f'<path d="{edge}" stroke="{themed(MUTED)}" fill="none"/>')
        start += count
    heights = spread(middles, 12, top, top + height)
    for (name, count), at in zip(shown, heights, strict=True):
        right = 'text-anchor="end"'
        found.append(words(f"{count:,} found by {name}", LEFT - 12, at + 3, INK, right))
    return found


def _middle(classes: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.asarray(np.sort(classes, axis=0)[(len(classes) - 1) // 2])


def _depth(grid: NeedsGrid, place: int) -> int:
    return depth(place, len(grid.names) - 1)


def _title(grid: NeedsGrid) -> str:
    none, _, every = grid.counts
    needs, systems = f"{len(grid.needs):,} needs", f"{len(grid.systems):,} systems"
    at = grid.names[grid.found - 1].rpartition("–")[2]
    if len(grid.systems) == 1:
        return f"{len(grid.needs) - none:,} of {needs} rank among the first {at}"
    if len(grid.needs) == 1:
        found = int(grid.finders[0])
        return f"{found:,} of {systems} rank the one need among the first {at}"
    if not none:
        return (
            f"Some system finds each of {needs} among the first {at}; all {systems} find {every:,}"
        )
    return f"No system finds {none:,} of {needs} among the first {at}; all {systems} find {every:,}"


def _told(grid: NeedsGrid) -> Sequence[str]:
    found = (grid.classes < grid.found).sum(axis=0)
    return [
        f"{system}: {count:,} of {len(grid.needs):,} found."
        for system, count in zip(grid.systems, found, strict=True)
    ]
