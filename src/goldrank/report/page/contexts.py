"""What the page holds of contexts: a table and a figure of the best system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import rows_of_system
from goldrank.report.common.answerable import Shown
from goldrank.report.common.grids import contexts_grid
from goldrank.report.pictures.budget import draw_budget
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.looks import Key, colour
from goldrank.report.pictures.svg import svg_of
from goldrank.runs.run import Run
from goldrank.tables.best import best_system
from goldrank.tables.budget_curve import shares_within, steps_of
from goldrank.types import System


@dataclass(frozen=True, slots=True)
class Read:
    """What is shown."""

    table: Shown
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
    return Read(table, [own_ids(_figure(best, tokens, run.suite.budgets), "r-")])


def _figure(
    best: System, tokens: Mapping[str, NDArray[np.float64]], budgets: Sequence[int]
) -> Figure:
    steps = steps_of(np.concatenate(list(tokens.values())), budgets)
    lines = {name: (steps, shares_within(paid, steps)) for name, paid in tokens.items()}
    shades = {name: colour(n) for n, name in enumerate(lines)}
    told = [
        f"{name}: {share:.0%} of the needs within {budget:,} tokens."
        for name, (at, shares) in lines.items()
        for budget in budgets
        for share in shares[at == budget]
    ]
    title = f"Served for a token budget, {best}"
    drawing = draw_budget(str(best), lines, shades, (int(steps[0]), int(steps[-1])))
    return Figure(
        title,
        "The share of needs served when contexts are read in the order of the ranking. Where a line "
        "is higher, the same number of tokens answers more.",
        (svg_of(drawing, title, told),),
        tuple(Key(name, n + 1) for n, name in enumerate(lines)),
    )
