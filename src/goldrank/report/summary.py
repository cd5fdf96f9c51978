"""`summary.md`: the window, the coverage, the grid and the sentences of a run, in Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence

from goldrank.report.terminal import (
    baseline_of,
    decimal,
    median,
    number,
    percent,
    signed,
    tokens_read,
)
from goldrank.report.window_line import window_sentence
from goldrank.results import Run
from goldrank.tables.bounds import coverage_said
from goldrank.tables.held import compares_chunkers
from goldrank.tables.rows import rows_of
from goldrank.tables.unknown import has_unknown, unknown_share
from goldrank.text.unsafe import printable


def summary_markdown(run: Run) -> str:
    """The whole summary; text from the corpus or the suite is escaped."""
    parts = [
        f"# {escaped(run.name)}",
        window_sentence(run.window, len(run.coverage) > 0),
        *(f"- {escaped(sentence)}" for sentence in run.sentences),
        "## Gold ranks",
        _systems(run),
        "## Coverage",
        _coverage(run),
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


def _systems(run: Run) -> str:
    held = compares_chunkers(run.systems)
    recall = [f"recall@{k}" for k in run.cutoffs]
    head = [
        "chunker",
        "variant",
        "ranker",
        "MRR",
        *(["MRR held"] if held else []),
        f"Δ {escaped(baseline_of(run))}",
        *recall,
        "nDCG@10",
        "median",
        "tokens",
        ">20",
        ">100",
    ]
    rows = []
    for row in rows_of(run.systems):
        outside = row["outside"]
        rows.append(
            [
                row["chunker"],
                row["variant"],
                row["ranker"],
                decimal(row["RR"]),
                *([decimal(row["RR_held"])] if held else []),
                signed(row["RR_change"]),
                *(decimal(row[name]) for name in recall),
                decimal(row["nDCG@10"]),
                median(row["median_rank"], row["units"]),
                tokens_read(row["median_tokens"]),
                percent(row["buried@20"]),
                percent(row["buried@100"]),
                str(row["split"]),
                "–" if outside is None or _missing(outside) else str(outside),
            ]
        )
    return _table([*head, "split", "outside"], rows, 3)


def _coverage(run: Run) -> str:
    unknown = has_unknown(run.coverage)
    head = ["chunker", "variant", "chunks", "coverage", *(["unknown"] if unknown else [])]
    head += ["cut chunks", "prefix tokens", "of window"]
    rows = [
        [
            row["chunker"],
            row["variant"],
            number(row["chunks"]),
            coverage_said(row, percent),
            *([percent(unknown_share(row))] if unknown else []),
            percent(row["cut_rate"]),
            number(row["prefix_tokens"], 1),
            percent(row["prefix_share"]),
            number(row["pushed_out"]),
            decimal(row["similarity"], 2),
        ]
        for row in rows_of(run.coverage)
    ]
    return _table([*head, "pushed out", "similarity"], rows, 2)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]], left: int) -> str:
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    lines = [head, rule, *([escaped(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _missing(value: object) -> bool:
    try:
        return math.isnan(float(value))  # type: ignore[arg-type]
    except TypeError:
        return True
