"""The tables that the terminal shows, as rich renderables. Nothing here prints."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from goldrank.report.fitting import Fitting
from goldrank.report.window_line import window_sentence
from goldrank.results import Run
from goldrank.tables.bounds import coverage_said
from goldrank.tables.held import compares_chunkers
from goldrank.tables.rows import rows_of
from goldrank.tables.unknown import has_unknown, unknown_share
from goldrank.text.unsafe import printable

LEGEND = (
    "median: rank of the gold chunk; tokens: what is read up to it, the median; >20, >100: share of "
    "needs ranked beyond or not retrieved; split: no chunk holds the evidence; outside: no vector "
    "holds all of it"
)


def run_summary(run: Run) -> RenderableType:
    """Window, coverage, the grid of systems and the sentences, in the order they are read."""
    parts: list[RenderableType] = [Text(window_sentence(run.window, len(run.coverage) > 0)), ""]
    if len(run.coverage):
        parts += [coverage_table(run.coverage), ""]
    parts += [systems_table(run.systems, run.cutoffs, baseline_of(run))]
    parts += [Text(legend(run.systems), style="dim"), ""]
    parts += [Text("· ").append_text(plain(sentence)) for sentence in run.sentences]
    parts += [Text("! ", style="yellow").append_text(plain(notice)) for notice in _notices(run)]
    return Group(*parts)


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
    unknown = has_unknown(coverage)
    rows: list[list[Text | str]] = [
        [
            plain(row["chunker"]),
            plain(row["variant"]),
            f"{row['chunks']:,}",
            coverage_said(row, percent),
            *([percent(unknown_share(row))] if unknown else []),
            percent(row["cut_rate"]),
            number(row["prefix_tokens"], 1),
            percent(row["prefix_share"]),
            f"{row['pushed_out']:,}",
            decimal(row["similarity"], 2),
        ]
        for row in rows_of(coverage)
    ]
    numbers = (
        "coverage",
        *(["unknown"] if unknown else []),
        "cut chunks",
        "prefix tokens",
        "of window",
        "pushed out",
        "similarity",
    )
    return Fitting(
        "Coverage: what some vector holds",
        ["chunker", "variant", "chunks", *numbers],
        rows,
        2,
        ["of window", "prefix tokens", "pushed out", "similarity"],
        seen_in("coverage.csv"),
    )


def seen_in(file: str) -> str:
    """Where columns are that a terminal has no room for."""
    return f"a wider terminal or {file} shows them"


def baseline_of(run: Run) -> str:
    """The variant that the others are compared with."""
    return run.suite.baseline_variant


def systems_table(systems: pd.DataFrame, cutoffs: Sequence[int], baseline: str = "raw") -> Fitting:
    """One row per chunker x variant x ranker; MRR and its change are never left out."""
    queries = f" of {int(systems.queries.max()):,} queries" if len(systems) else ""
    held = compares_chunkers(systems)
    recall = [f"recall@{k}" for k in cutoffs]
    names = [
        "MRR",
        *(["MRR held"] if held else []),
        f"Δ {printable(baseline)}",
        *recall,
        *("nDCG@10", "median", "tokens", ">20", ">100", "split", "outside"),
    ]
    rows: list[Sequence[Text | str] | None] = []
    previous = None
    for row in rows_of(systems):
        group = (row["chunker"], row["variant"])
        if previous is not None and group != previous:
            rows.append(None)
        previous = group
        rows.append(list(_system_cells(row, cutoffs, held)))
    spared = [">100", "tokens", *recall[:-1], "outside", "split", "nDCG@10", "median", ">20"]
    return Fitting(
        f"Gold ranks{queries}",
        ["chunker", "variant", "ranker", *names],
        rows,
        3,
        [*spared, *recall[-1:]],
        seen_in("systems.csv"),
    )


def _system_cells(row: dict[str, Any], cutoffs: Sequence[int], held: bool) -> Iterable[Text | str]:
    yield plain(row["chunker"])
    yield plain(row["variant"])
    yield plain(row["ranker"])
    yield decimal(row["RR"])
    if held:
        yield decimal(row["RR_held"])
    yield signed(row["RR_change"])
    for cutoff in cutoffs:
        yield decimal(row[f"recall@{cutoff}"])
    yield decimal(row["nDCG@10"])
    yield median(row["median_rank"], row["units"])
    yield tokens_read(row["median_tokens"])
    yield percent(row["buried@20"])
    yield percent(row["buried@100"])
    yield str(row["split"])
    yield "–" if pd.isna(row["outside"]) else str(int(row["outside"]))


def plain(text: object) -> Text:
    """Text from outside as text: no markup, no control characters.

    >>> plain("a\x1b[31mb").plain
    'a�[31mb'
    """
    return Text(printable(str(text)))


def markup(text: object) -> str:
    """Text from outside inside a string with markup."""
    return escape(printable(str(text)))


def median(rank: float | None, units: int) -> str:
    """A median rank; beyond the last it is `> N`.

    >>> median(3.5, 900), median(None, 900)
    ('3.5', '> 900')
    """
    return f"> {units}" if rank is None or math.isnan(rank) else f"{rank:g}"


def tokens_read(median_tokens: float | None) -> str:
    """The median of the tokens read up to the gold chunk; `–` where half of the needs have none.

    >>> tokens_read(1234.5), tokens_read(None)
    ('1,234', '–')
    """
    return "–" if median_tokens is None or math.isnan(median_tokens) else f"{median_tokens:,.0f}"


def decimal(value: float, digits: int = 3) -> str:
    """`.486`, `1.000`, `–` for a missing value.

    >>> decimal(0.486), decimal(1.0), decimal(float("nan"))
    ('.486', '1.000', '–')
    """
    if value is None or math.isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def signed(value: float, digits: int = 3) -> str:
    """A change with its sign.

    >>> signed(0.37), signed(-0.2), signed(0.0)
    ('+.370', '−.200', '.000')
    """
    if value is None or math.isnan(value):
        return ""
    rounded = round(value, digits)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal(abs(rounded), digits)


def percent(value: float) -> str:
    """A share in percent, never 100 or 0 where it is not.

    >>> percent(0.9996), percent(1.0), percent(0.0004), percent(0.25)
    ('99.9%', '100%', '0.1%', '25.0%')
    """
    if value is None or math.isnan(value):
        return "–"
    if value in (0.0, 1.0):
        return f"{value:.0%}"
    return f"{min(max(value, 0.001), 0.999):.1%}"


def number(value: float, digits: int = 0) -> str:
    """A number with thousands separated."""
    return "–" if value is None or math.isnan(value) else f"{value:,.{digits}f}"
