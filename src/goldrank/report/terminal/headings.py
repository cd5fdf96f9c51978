"""Heading quality as the terminal shows it: the empty ones, then what all of them tell."""

from __future__ import annotations

import math

import pandas as pd
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from goldrank.diagnosis.headings import EMPTY_BELOW
from goldrank.frames.rows import rows_of
from goldrank.frames.schema import SCHEMA
from goldrank.report.common.formats import percent
from goldrank.report.common.grids import cell
from goldrank.report.terminal.run import plain, titled_table
from goldrank.runs.heading_quality import HeadingQuality

ROWS = 200
HEADINGS = SCHEMA["headings"]


def headings_report(quality: HeadingQuality) -> RenderableType:
    """For each chunker: its empty breadcrumbs, those whose headings add nothing, and the spread."""
    parts: list[RenderableType] = []
    for chunker in quality.chunkers:
        mine = quality.headings[quality.headings.chunker == chunker]
        empty = mine[mine["empty"].astype(bool)]
        if len(empty):
            parts += [_table(empty.head(ROWS)), *_more(len(empty)), ""]
        parts += [Text(line) for line in _said(chunker, mine, empty)]
    return Group(*parts)


def _more(count: int) -> list[Text]:
    return [Text(f"… and {count - ROWS:,} more; --json prints all")] if count > ROWS else []


def _table(empty: pd.DataFrame) -> Table:
    table = titled_table(f"Empty headings: breadcrumbs under {EMPTY_BELOW:g} bit")
    for name in ("doc_id", "breadcrumb"):
        table.add_column(HEADINGS.column(name).head, overflow="fold")
    for name in ("bits", "chunks"):
        table.add_column(HEADINGS.column(name).head, justify="right", no_wrap=True)
    table.add_column(HEADINGS.column("why").head, no_wrap=True)
    for row in rows_of(empty):
        table.add_row(
            plain(row["doc_id"]),
            plain(row["breadcrumb"] or "(none)"),
            cell(HEADINGS.column("bits"), row),
            str(row["chunks"]),
            row["why"],
        )
    return table


def _said(chunker: str, every: pd.DataFrame, empty: pd.DataFrame) -> list[str]:
    chunks, lost = int(every.chunks.sum()), int(empty.chunks.sum())
    title_only = every[~every["empty"].astype(bool) & (every.heading_bits == 0)]
    return [
        f"{chunker}: {len(empty):,} of {len(every):,} section paths are empty "
        f"({percent(lost / chunks)} of {chunks:,} chunks); no header can help what stands there.",
        f"Of the others, {len(title_only):,} tell what their title tells and no more: they set "
        "documents apart, not the chunks of one.",
        f"A breadcrumb tells {every.bits.median():.1f} bits (median of the section paths), of "
        f"which its title {every.title_bits.median():.1f} (median); all {chunks:,} chunks apart "
        f"would be {math.log2(chunks):.1f}.",
    ]
