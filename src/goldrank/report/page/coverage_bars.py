"""Coverage as a bar per document, with the text that no vector holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from goldrank.frames.bounds import coverage_said
from goldrank.frames.rows import rows_of
from goldrank.report.common.formats import percent
from goldrank.runs.run import Run

DOCUMENTS = 100
"""Bars a variant: the documents that lose most; the tables have all."""
CHARACTERS = 200_000
"""Characters of uncovered text in a page: more is in the table `uncovered`."""
STRETCHES = 200
"""Stretches a bar: a text of which every other word is unknown has as many as it has words."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One document: the share of its body that some vector holds, and the stretches that none does.

    `left_out` counts stretches whose text is not in the page.
    """

    doc_id: str
    share: float
    percent: str
    body: int
    lost: int
    stretches: tuple[tuple[int, int, str], ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Bars:
    """The documents of one chunker x variant that lose something, the most first."""

    chunker: str
    variant: str
    percent: str
    share: float
    whole: int
    bars: tuple[Bar, ...]
    more: int


def coverage_bars(run: Run) -> list[Bars]:
    """Bars for every row of the table `coverage`."""
    room = CHARACTERS
    found = []
    for row in rows_of(run.coverage):
        mine = _mine(run.document_coverage, row["chunker"], row["variant"])
        stretches = _by_document(_mine(run.uncovered, row["chunker"], row["variant"]))
        losing = sorted(
            (r for r in rows_of(mine) if r["covered_characters"] < r["body_characters"]),
            key=lambda r: (r["covered_characters"] - r["body_characters"], r["doc_id"]),
        )
        bars = []
        for each in losing[:DOCUMENTS]:
            bar = _bar(each, stretches.get(each["doc_id"], []), room)
            room -= sum(len(text) for _, _, text in bar.stretches)
            bars.append(bar)
        found.append(
            Bars(
                row["chunker"],
                row["variant"],
                coverage_said(row, percent),
                row["coverage"],
                len(mine) - len(losing),
                tuple(bars),
                max(len(losing) - DOCUMENTS, 0),
            )
        )
    return found


def _mine(table: pd.DataFrame, chunker: str, variant: str) -> pd.DataFrame:
    return table[(table.chunker == chunker) & (table.variant == variant)]


def _by_document(uncovered: pd.DataFrame) -> dict[str, list[tuple[int, int, str]]]:
    found: dict[str, list[tuple[int, int, str]]] = {}
    for row in rows_of(uncovered):
        found.setdefault(row["doc_id"], []).append((row["start"], row["end"], row["text"]))
    return found


def _bar(row: dict[str, object], stretches: Iterable[tuple[int, int, str]], room: int) -> Bar:
    body, covered = int(str(row["body_characters"])), int(str(row["covered_characters"]))
    shown: list[tuple[int, int, str]] = []
    left_out = 0
    for stretch in stretches:
        if len(stretch[2]) <= room and len(shown) < STRETCHES:
            shown.append(stretch)
            room -= len(stretch[2])
        else:
            left_out += 1
    share = covered / body if body else 1.0
    return Bar(
        str(row["doc_id"]), share, percent(share), body, body - covered, tuple(shown), left_out
    )
