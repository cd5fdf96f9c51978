"""What the page holds of contexts: a table and a figure of the best system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import rows_of_system
from goldrank.report.common.answerable import Shown
from goldrank.report.common.grids import contexts_grid
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.looks import SERIES
from goldrank.report.pictures.ranks import recall_by_tokens
from goldrank.runs.run import Run
from goldrank.tables.best import best_system


@dataclass(frozen=True, slots=True)
class Read:
    """What is shown, and the names of the figure's lines with the number of their colour."""

    table: Shown
    key: Sequence[tuple[str, int]]
    figures: Sequence[Figure]


def contexts_read(run: Run) -> Read | None:
    """What is shown; `None` where the suite names no context."""
    if not len(run.contexts):
        return None
    best = best_system(run.systems, run.suite.ranker_graph)
    rows, grid = rows_of_system(run.contexts, best), contexts_grid(run.contexts)
    table = Shown(
        f"By {best}: the share of needs whose evidence one context holds that is read within so many "
        "tokens, what is read twice counted once. healed are needs that no single chunk holds. "
        "contexts.csv has every system.",
        tuple(grid.head()),
        tuple((*(str(row[c.name]) for c in grid.names), *grid.cells(row)) for row in rows_of(rows)),
        len(grid.names),
    )
    needs = rows_of_system(run.context_needs, best)
    tokens = {
        str(name): mine["tokens"].to_numpy(dtype="float64", na_value=np.nan)
        for name, mine in needs.groupby("context", sort=False)
    }
    figure = Figure(
        "Served for a token budget",
        "The share of needs served when contexts are read in the order of the ranking. Where a line "
        "is higher, the same number of tokens answers more.",
        (recall_by_tokens(str(best), tokens),),
    )
    key = [(name, n % len(SERIES) + 1) for n, name in enumerate(tokens)]
    return Read(table, key, [own_ids(figure, "r-")])
