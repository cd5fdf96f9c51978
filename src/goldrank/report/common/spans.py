"""What the first chunks hold of the evidence, as people read of it."""

from __future__ import annotations

from goldrank.frames.rows import rows_of
from goldrank.report.common.answerable import Shown
from goldrank.report.common.grids import spans_grid
from goldrank.runs.run import Run

TITLE = "What the first k chunks hold of the evidence"
_READING = {
    "exact": (
        "Shares of characters and of tokens at their true places: what two chunks share counts "
        "once, and what only touches shares nothing."
    ),
    "chroma": (
        "Shares of characters and of tokens as Chroma's program counts them: a chunk stands where "
        "its text first occurs, what touches overlaps, and what two chunks share counts twice."
    ),
}


def shown_spans(run: Run) -> Shown | None:
    """One row per system and k; `None` where the suite does not ask."""
    if run.suite.spans is None or not len(run.spans):
        return None
    grid = spans_grid()
    rows = [
        (*(str(row[c.name]) for c in grid.names), *grid.cells(row)) for row in rows_of(run.spans)
    ]
    head = tuple(grid.head())
    return Shown(_READING[run.suite.spans.mode], head, tuple(rows), len(grid.names) - 1)
