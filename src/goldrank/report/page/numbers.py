"""The numbers of the page's tables, as they are shown and as they sort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.frames.bounds import coverage_said
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, system_of
from goldrank.rankers.graph import references
from goldrank.report.common.formats import decimal, median, number, percent
from goldrank.report.common.grids import Grid, cell
from goldrank.report.terminal.diagnosis import advice_of, diagnosis_counts
from goldrank.runs.run import Run
from goldrank.runs.windows import FIRST, OTHERS

HEADINGS = 100
CHANGES = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows, what it sorts by (missing last), and how long its bar is, from 0 to 1."""

    shown: str
    value: float | None = None
    bar: float | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """One headline number."""

    name: str
    value: str
    note: str


def tiles(run: Run) -> list[Tile]:
    """The four numbers to read first: the best system, the baseline, coverage, what is split."""
    systems = rows_of(run.systems)
    compared_with = references(run.suite.ranker_graph)
    rows = [r for r in systems if r["ranker"] not in compared_with] or systems
    baseline = run.suite.baseline_variant
    best = max(rows, key=lambda r: r["RR"])
    base = next((r for r in rows if r["variant"] == baseline), rows[0])
    found = [
        Tile("Best MRR", decimal(best["RR"]), _name(best)),
        Tile(
            "Baseline MRR",
            decimal(base["RR"]),
            f"{_name(base)}: median rank {median(base['median_rank'], base['units'])}",
        ),
        Tile(
            "Buried beyond 20",
            percent(base["buried@20"]),
            f"in the baseline; {percent(best['buried@20'])} in the best system",
        ),
        Tile("Split", f"{base['split']:,}", f"of {base['needs']:,} needs: no chunk holds them"),
    ]
    cover = [r for r in rows_of(run.coverage) if r["variant"] == baseline]
    if cover:
        low = min(rows_of(run.coverage), key=lambda r: r["coverage"])
        note = f"{baseline}; lowest {coverage_said(low, percent)} with {low['variant']}"
        found.insert(2, Tile("Coverage", coverage_said(cover[0], percent), note))
    return found


def _name(row: Mapping[str, Any]) -> str:
    return " / ".join(system_of(row))


def system_rows(run: Run, grid: Grid) -> list[dict[str, Any]]:
    """The grid: names, then one cell a measure."""
    best = float(run.systems.RR.max())
    rows = []
    for row in rows_of(run.systems):
        bars = {"RR": row["RR"] / (best or 1.0)}
        rows.append({**_row(grid, row, bars), "best": row["RR"] == best})
    return rows


def coverage_rows(run: Run, grid: Grid) -> list[dict[str, Any]]:
    """One row per chunker x variant on the vector side."""
    rows = rows_of(run.coverage)
    return [_row(grid, row, {"coverage": row["coverage"]}) for row in rows]


def _row(grid: Grid, row: Mapping[str, Any], bars: Mapping[str, float]) -> dict[str, Any]:
    cells = [
        Cell(
            cell(column, row),
            _number(row[column.name]) if column.missing else row[column.name],
            bars.get(column.name),
            _sign(row[column.name]) if column.format == "change" else "",
        )
        for column in grid.numbers
    ]
    return {"names": [row[column.name] for column in grid.names], "cells": cells}


def _sign(change: float) -> str:
    return "" if pd.isna(change) or abs(change) < 5e-4 else "up" if change > 0 else "down"


def window_bars(window: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The measured window and every declared one, on one scale; of each encoder by itself."""
    if OTHERS in window:
        windows = {str(window[FIRST]): {k: v for k, v in window.items() if k != OTHERS}}
        windows |= window[OTHERS]
        return [
            {**bar, "name": f"{encoder}: {bar['name']}"}
            for encoder, own in windows.items()
            for bar in window_bars(own)
        ]
    if not window:
        return []
    if window.get("text") is not None:
        return []
    declared = sorted(window["declared"].items())
    named = [("measured", window["tokens"]), *declared]
    most = max([count for _, count in named if count] or [1])
    return [
        {
            "name": name,
            "tokens": "none found" if count is None else number(count),
            "share": 1.0 if count is None else count / most,
            "measured": n == 0,
            "differs": n > 0 and count is not None and count != window["tokens"],
        }
        for n, (name, count) in enumerate(named)
    ]


def next_changes(run: Run) -> list[dict[str, Any]]:
    """What to change next at the best system, as the terminal says: how many needs show each symptom."""
    table = run.advice
    if "change" not in table or not len(table):
        return []
    return rows_of(advice_of(run).head(CHANGES))


def diagnosis_shares(run: Run) -> dict[str, Any]:
    """How many needs of every system have each diagnosis named, in the order of precedence."""
    table = run.diagnoses
    if "diagnosis" not in table or not len(table):
        return {"names": [], "rows": []}
    counted = diagnosis_counts(table)
    names = list(counted.columns[len(SYSTEM) :])
    rows = []
    for key, *counts in counted.set_index(SYSTEM).itertuples():
        cells = [
            (name, count, count / sum(counts)) for name, count in zip(names, counts, strict=True)
        ]
        rows.append({"names": key, "cells": cells})
    return {"names": names, "rows": rows}


def empty_headings(run: Run) -> dict[str, Any]:
    """The breadcrumbs that tell their chunks from nothing, the most used first."""
    table = run.headings
    if "empty" not in table or not len(table):
        return {"count": 0, "of": 0, "rows": []}
    empty = table[table["empty"].astype(bool)].sort_values("chunks", ascending=False, kind="stable")
    return {"count": len(empty), "of": len(table), "rows": rows_of(empty.head(HEADINGS))}


def _number(value: Any) -> float | None:
    return None if value is None or pd.isna(value) else float(value)
