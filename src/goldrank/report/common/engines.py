"""What engines give of exact rankings, as people read of it: a table, and how to read it."""

from __future__ import annotations

from goldrank.frames.rows import rows_of
from goldrank.report.common.answerable import Shown
from goldrank.report.common.grids import engines_grid
from goldrank.runs.run import Run

TITLE = "What engines give"
READING = (
    "found is the share of the first k units of the exact ranking that the engine gives: between "
    "vectors the recall of its index, between words how far two ways of counting them agree. It says "
    "nothing of gold; MRR@k of both does, and Δ exact is what the engine costs, or brings. Intervals "
    "are of 95 %, by clusters."
)


def shown_engines(run: Run) -> Shown | None:
    """One row per engine and exact ranking; `None` where none is held against another."""
    if not len(run.engines):
        return None
    grid = engines_grid()
    rows = (
        (*(str(row[c.name]) for c in grid.names), *grid.cells(row)) for row in rows_of(run.engines)
    )
    return Shown(READING, tuple(grid.head()), tuple(rows), len(grid.names))
