"""What filtering after the first k would lose, as people read of it: a table, and how to read it."""

from __future__ import annotations

from goldrank.frames.rows import rows_of
from goldrank.report.common.answerable import Shown
from goldrank.report.common.grids import filtering_grid
from goldrank.runs.run import Run

TITLE = "What filtering afterwards would lose"
READING = (
    "found k: needs found in the first k where ranks are counted among what a query may see. after k: "
    "those found in what the filter leaves of the first k of everything. lost k: found before, not "
    "after. left k: the share of k places that are filled then."
)


def shown_filtering(run: Run) -> Shown | None:
    """One row per system that ranks every unit; `None` where no query has a filter."""
    if not len(run.filtering):
        return None
    grid = filtering_grid()
    rows = (
        (*(str(row[c.name]) for c in grid.names), *grid.cells(row))
        for row in rows_of(run.filtering)
    )
    return Shown(READING, tuple(grid.head()), tuple(rows), len(grid.names))
