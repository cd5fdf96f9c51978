"""Queries that nothing answers as people read of them: two tables, and a line on how to read each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, rows_of_system, system_of
from goldrank.report.common.formats import decimal, percent
from goldrank.runs.run import Run
from goldrank.tables.sentences.answerable import told_of

TITLE = "Queries that nothing answers"
FLATTERS = (
    "A threshold that is judged on the queries that it was chosen on looks better than it is; apart "
    "is judged on clusters that it was not chosen on. 95 % intervals are by redraws of clusters."
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A table with its heading words; the first `left` columns are text."""

    reading: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int


def shown_separation(run: Run) -> Shown:
    """How well each system's top score tells the two kinds of queries apart."""
    first = rows_of(run.answerability)[0]
    rows = [
        (
            *system_of(row),
            decimal(row["AUROC"]),
            f"{decimal(row['AUROC_low'])} to {decimal(row['AUROC_high'])}",
            str(row["remark"]),
        )
        for row in rows_of(run.answerability)
    ]
    reading = (
        f"{first['unanswerable']:,} queries that nothing answers beside {first['answerable']:,} with "
        "evidence. AUROC is the share of pairs, one of each kind, in which the one with evidence has "
        "the higher top score: 1 tells all apart, .5 is a coin. Scores of different rankers are not "
        "compared."
    )
    return Shown(reading, (*SYSTEM, "AUROC", "95 %", "the score is"), tuple(rows), 3)


def shown_refusals(run: Run) -> Shown:
    """What thresholds refuse and lose, by the system that is told of."""
    told = told_of(run.answerability, run.systems)
    system = system_of(told)
    mine = rows_of(rows_of_system(run.refusals, system))
    reading = (
        f"By {' / '.join(system)}: the largest threshold on the top score that loses at most a share of the "
        f"queries with evidence, and what it refuses and loses. {FLATTERS} refusals.csv has every "
        "system."
    )
    head = (
        *("may lose", "threshold", "refused", "lost", "lost, gold first"),
        *("refused, apart", "lost, apart", "lost, gold first, apart"),
    )
    names = ("refused", "lost", "lost_first")
    columns = (*names, *(f"{each}_apart" for each in names))
    rows = [
        (
            f"{row['may_lose']}%",
            "–" if row["threshold"] != row["threshold"] else f"{row['threshold']:.3g}",
            *(_share(row, column) for column in columns),
        )
        for row in mine
    ]
    return Shown(reading, head, tuple(rows), 0)


def _share(row: Mapping[str, Any], name: str) -> str:
    if row[name] != row[name]:
        return "–"
    return f"{percent(row[name])} ({percent(row[f'{name}_low'])} to {percent(row[f'{name}_high'])})"


def shown_tables(run: Run) -> Sequence[Shown]:
    """Both tables; none where something answers every query."""
    return [shown_separation(run), shown_refusals(run)] if len(run.answerability) else []
