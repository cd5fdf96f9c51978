"""The tables that the terminal shows, as rich renderables. Nothing here prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import rows_of_system
from goldrank.report.common.answerable import Shown
from goldrank.report.common.engines import TITLE as ENGINES
from goldrank.report.common.filtering import TITLE as FILTERING
from goldrank.report.common.grids import (
    Grid,
    contexts_grid,
    coverage_grid,
    engines_grid,
    filtering_grid,
    systems_grid,
)
from goldrank.report.common.spans import TITLE as SPANS
from goldrank.report.common.spans import shown_spans
from goldrank.report.common.window_line import window_sentence
from goldrank.report.terminal.fitting import Fitting
from goldrank.running.filtered_after import FIRST
from goldrank.runs.run import Run
from goldrank.tables.best import best_system
from goldrank.tables.engines import first_shown
from goldrank.tables.held_by_all import compares_chunkers
from goldrank.text.unsafe import printable

LEGEND = (
    "median: rank of the gold chunk; tokens: what is read up to it, the median; >20, >100: share of "
    "needs ranked beyond or not retrieved; split: no chunk holds the evidence; outside: no vector "
    "holds all of it"
)


def run_summary(run: Run) -> RenderableType:
    """The decision, window, coverage, the grid of systems and the sentences, in the order they are read."""
    parts: list[RenderableType] = [*decision_lines(run), ""]
    parts += [Text(window_sentence(run.window, len(run.coverage) > 0)), ""]
    if len(run.coverage):
        parts += [coverage_table(run.coverage), ""]
    parts += [systems_table(run.systems, run.cutoffs, run.suite.baseline_variant)]
    parts += [Text(legend(run.systems), style="dim"), ""]
    if len(run.contexts):
        parts += [contexts_table(run), ""]
    if spans := shown_spans(run):
        parts += [spans_table(spans), Text(spans.reading, style="dim"), ""]
    if len(engines := first_shown(run.engines, run.suite.baseline_variant)):
        parts += [engines_table(engines), ""]
    if len(filtering := first_shown(run.filtering, run.suite.baseline_variant)):
        parts += [filtering_table(filtering), ""]
    parts += [Text("· ").append_text(plain(sentence)) for sentence in run.sentences]
    parts += [Text("! ", style="yellow").append_text(plain(notice)) for notice in _notices(run)]
    return Group(*parts)


def decision_lines(run: Run) -> list[Text]:
    """What to ship and how sure that is, the headline in bold."""
    head, *rest = map(plain, run.decided)
    head.stylize("bold")
    return [head, *rest]


def legend(systems: pd.DataFrame) -> str:
    """What the columns of the grid mean."""
    if not compares_chunkers(systems):
        return LEGEND
    held = int(systems.held.max())
    return f"{LEGEND}; MRR held: MRR over the {held:,} needs that every chunker holds"


def _notices(run: Run) -> list[str]:
    return [*run.notices, *run.happened]


def coverage_table(coverage: pd.DataFrame) -> Fitting:
    """One row per chunker x representation on the vector side."""
    grid = coverage_grid(coverage)
    return Fitting(
        "Coverage: what some vector holds",
        grid.head(),
        [_cells(grid, row) for row in rows_of(coverage)],
        len(grid.names),
        grid.heads_of(["prefix_share", "prefix_tokens", "pushed_out", "similarity"]),
        seen_in("coverage.csv"),
    )


def contexts_table(run: Run) -> Fitting:
    """One row per context of the best system: what is served at equal numbers of tokens read."""
    best = best_system(run.systems, run.suite.ranker_graph)
    shown = rows_of_system(run.contexts, best)
    grid = contexts_grid(shown)
    return Fitting(
        "Needs served within so many tokens read, best system",
        grid.head(),
        [_cells(grid, row) for row in rows_of(shown)],
        len(grid.names),
        grid.heads_of(["healed", "context_tokens"]),
        seen_in("contexts.csv"),
    )


def spans_table(shown: Shown) -> Fitting:
    """One row per system and k: how much of the evidence is read, and how much beside it."""
    return Fitting(
        SPANS,
        shown.head,
        [[plain(cell) for cell in row] for row in shown.rows],
        shown.left,
        shown.head[: shown.left : -1],
        seen_in("spans.csv"),
    )


def engines_table(shown: pd.DataFrame) -> Fitting:
    """One row per engine and exact ranker: what it gives of the first k, and what that costs."""
    grid = engines_grid()
    return Fitting(
        f"{ENGINES} of the first k of an exact ranking",
        grid.head(),
        [_cells(grid, row) for row in rows_of(shown)],
        len(grid.names),
        grid.heads_of(["p_value", "RR_change_low", "RR_change_high", "found_low", "found_high"]),
        seen_in("engines.csv"),
    )


def filtering_table(shown: pd.DataFrame) -> Fitting:
    """One row per system: what it finds among the allowed, and what filtering after the first k loses."""
    grid = filtering_grid()
    return Fitting(
        f"{FILTERING} of the first k",
        grid.head(),
        [_cells(grid, row) for row in rows_of(shown)],
        len(grid.names),
        grid.heads_of([f"{name}@{k}" for name in ("left", "found_after") for k in FIRST]),
        seen_in("filtering.csv"),
    )


def seen_in(file: str) -> str:
    """Where columns are that a terminal has no room for."""
    return f"a wider terminal or {file} shows them"


def systems_table(systems: pd.DataFrame, cutoffs: Sequence[int], baseline: str = "raw") -> Fitting:
    """One row per chunker x variant x ranker; MRR and its change are never left out."""
    queries = f" of {int(systems.queries.max()):,} queries" if len(systems) else ""
    grid = systems_grid(systems, cutoffs)
    rows: list[Sequence[Text | str] | None] = []
    previous = None
    for row in rows_of(systems):
        group = (row["chunker"], row["variant"])
        if previous is not None and group != previous:
            rows.append(None)
        previous = group
        rows.append(_cells(grid, row))
    recall = [f"recall@{k}" for k in cutoffs]
    spared = [
        *("buried@100", "median_tokens", *recall[:-1], "outside", "split", "nDCG@10"),
        *("median_rank", "buried@20", *recall[-1:]),
    ]
    return Fitting(
        f"Gold ranks{queries}",
        grid.head(printable(baseline)),
        rows,
        len(grid.names),
        grid.heads_of(spared),
        seen_in("systems.csv"),
    )


def _cells(grid: Grid, row: Mapping[str, Any]) -> list[Text | str]:
    return [*(plain(row[column.name]) for column in grid.names), *grid.cells(row)]


def titled_table(title: str) -> Table:
    """A table without lines, under a bold title where there is one."""
    return Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
    )


def plain(text: object) -> Text:
    """Text from outside as text: no markup, no control characters.

    >>> plain("a\x1b[31mb").plain
    'a�[31mb'
    """
    return Text(printable(str(text)))


def markup(text: object) -> str:
    """Text from outside inside a string with markup."""
    return escape(printable(str(text)))
