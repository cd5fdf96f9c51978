"""`summary.md`: the decision, the window, the coverage, the grid and the sentences of a run, in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.report.common.answerable import TITLE, shown_tables
from goldrank.report.common.engines import TITLE as ENGINES
from goldrank.report.common.engines import shown_engines
from goldrank.report.common.filtering import TITLE as FILTERING
from goldrank.report.common.filtering import shown_filtering
from goldrank.report.common.grids import Grid, contexts_grid, coverage_grid, systems_grid
from goldrank.report.common.spans import TITLE as SPANS
from goldrank.report.common.spans import shown_spans
from goldrank.report.common.window_line import window_sentence
from goldrank.report.text.markdown import escaped, markdown_table
from goldrank.runs.run import Run


def summary_markdown(run: Run) -> str:
    """The whole summary; text from the corpus or the suite is escaped."""
    parts = [
        f"# {escaped(run.name)}",
        *(escaped(line) if n else f"**{escaped(line)}**" for n, line in enumerate(run.decided)),
        window_sentence(run.window, len(run.coverage) > 0),
        *(f"- {escaped(sentence)}" for sentence in run.sentences),
        "## Gold ranks",
        _shown(systems_grid(run.systems, run.cutoffs), run.systems, run.suite.baseline_variant),
        "## Coverage",
        _shown(coverage_grid(run.coverage), run.coverage),
    ]
    for n, shown in enumerate(shown_tables(run)):
        parts += [] if n else [f"## {TITLE}"]
        parts += [escaped(shown.reading), markdown_table(shown.head, shown.rows, shown.left)]
    if len(run.contexts):
        parts += ["## What is read", _shown(contexts_grid(run.contexts), run.contexts)]
    if spans := shown_spans(run):
        table = markdown_table(spans.head, spans.rows, spans.left)
        parts += [f"## {SPANS}", spans.reading, table]
    if engines := shown_engines(run):
        table = markdown_table(engines.head, engines.rows, engines.left)
        parts += [f"## {ENGINES}", escaped(engines.reading), table]
    if filtering := shown_filtering(run):
        table = markdown_table(filtering.head, filtering.rows, filtering.left)
        parts += [f"## {FILTERING}", escaped(filtering.reading), table]
    if run.notices:
        parts += ["## Notices", *(f"- {escaped(notice)}" for notice in run.notices)]
    if len(run.skipped):
        rows = [[r["path"], r["reason"]] for r in rows_of(run.skipped)]
        parts += ["## Not read", markdown_table(["path", "reason"], rows, 2)]
    return "\n\n".join(_joined(parts)) + "\n"


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
    return markdown_table(grid.head(escaped(baseline)), rows, len(grid.names))
