"""`summary.md`: the window, the coverage, the grid and the sentences of a run, in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.report.common.grids import Grid, coverage_grid, systems_grid
from goldrank.report.common.window_line import window_sentence
from goldrank.runs.run import Run
from goldrank.text.unsafe import printable


def summary_markdown(run: Run) -> str:
    """The whole summary; text from the corpus or the suite is escaped."""
    parts = [
        f"# {escaped(run.name)}",
        window_sentence(run.window, len(run.coverage) > 0),
        *(f"- {escaped(sentence)}" for sentence in run.sentences),
        "## Gold ranks",
        _shown(systems_grid(run.systems, run.cutoffs), run.systems, run.suite.baseline_variant),
        "## Coverage",
        _shown(coverage_grid(run.coverage), run.coverage),
    ]
    if run.notices:
        parts += ["## Notices", *(f"- {escaped(notice)}" for notice in run.notices)]
    if len(run.skipped):
        rows = [[r["path"], r["reason"]] for r in rows_of(run.skipped)]
        parts += ["## Not read", _table(["path", "reason"], rows, 2)]
    return "\n\n".join(_joined(parts)) + "\n"


def escaped(text: object) -> str:
    """Text as Markdown that shows as itself.

    >>> escaped("<b> a|b *c* $5")
    '&lt;b&gt; a\\\\|b \\\\*c\\\\* \\\\$5'
    """
    shown = printable(str(text)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for sign in "\\`*_[]|~$":
        shown = shown.replace(sign, "\\" + sign)
    return " ".join(shown.split())


def _joined(parts: Sequence[str]) -> list[str]:
    """Items of one list stay together."""
    joined: list[str] = []
    for part in parts:
        if joined and part.startswith("- ") and joined[-1].startswith("- "):
            joined[-1] += "\n" + part
        elif part:
            joined.append(part)
    return joined


def _shown(grid: Grid, table: pd.DataFrame, baseline: str = "") -> str:
    rows = [[*(row[c.name] for c in grid.names), *grid.cells(row)] for row in rows_of(table)]
    return _table(grid.head(escaped(baseline)), rows, len(grid.names))


def _table(head: Sequence[str], rows: Sequence[Sequence[object]], left: int) -> str:
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    lines = [head, rule, *([escaped(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
