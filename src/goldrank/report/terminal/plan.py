"""The chunk plan as the terminal shows it."""

from __future__ import annotations

import pandas as pd
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from goldrank.report.terminal.run import plain
from goldrank.running.plan import Plan

ROWS = 400
REMARKS = 20


def plan_report(plan: Plan) -> RenderableType:
    """The sections of every file, what was skipped and why, and the totals."""
    parts: list[RenderableType] = [_table(plan.sections.head(ROWS))]
    if len(plan.sections) > ROWS:
        parts.append(Text(f"… and {len(plan.sections) - ROWS:,} more sections; --json prints all"))
    parts += [Text("")]
    for skipped in plan.skipped:
        parts.append(
            Text.assemble("not read: ", plain(skipped.path), " (", plain(skipped.reason), ")")
        )
    parts += [Text.assemble("! ", plain(remark)) for remark in plan.remarks[:REMARKS]]
    if (more := len(plan.remarks) - REMARKS) > 0:
        parts.append(Text(f"! … and {more:,} more; --json prints all"))
    parts += [Text(line) for line in _totals(plan)]
    return Group(*parts)


def _totals(plan: Plan) -> list[str]:
    lines = []
    for chunker, rows in plan.sections.groupby("chunker", sort=False):
        lines.append(
            f"{chunker}: {rows.file.nunique():,} files, {len(rows):,} sections, "
            f"{rows.chunks.sum():,} chunks, {rows.continuations.sum():,} continuations, "
            f"{rows.tokens.sum():,} tokens"
        )
    window = "none" if plan.window is None else f"{plan.window} content tokens"
    lines.append(f"window: {window} ({plan.window_source}); no model was loaded")
    lines += [each.line for each in plan.estimates]
    if plan.queries is not None:
        lines.append(f"queries: {plan.queries:,}, all of their evidence found")
    return lines


def _table(sections: pd.DataFrame) -> Table:
    table = Table(box=None, pad_edge=False)
    several = sections.chunker.nunique() > 1
    if several:
        table.add_column("chunker")
    table.add_column("file", overflow="fold")
    table.add_column("section", overflow="fold")
    for name in ("tokens", "chunks", "continuations"):
        table.add_column(name, justify="right")
    previous = None
    for row in sections.itertuples():
        key = (row.chunker, row.file)
        cells = [
            plain(row.file if key != previous else ""),
            plain(row.section or "(before any heading)"),
        ]
        cells += [plain(f"{row.tokens:,}"), plain(row.chunks), plain(row.continuations or "")]
        table.add_row(*([plain(row.chunker)] if several else []), *cells)
        previous = key
    return table
