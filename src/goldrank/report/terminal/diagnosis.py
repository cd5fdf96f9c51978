"""The diagnosis as the terminal shows it: how many needs fail why, and what to change next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.diagnosis.causes import DIAGNOSES
from goldrank.diagnosis.languages import Language
from goldrank.diagnosis.text_words import OF_TEXTS
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, rows_of_system
from goldrank.measuring.paired import ALPHA
from goldrank.report.common.effects import side_lines
from goldrank.report.terminal.fitting import Fitting
from goldrank.report.terminal.run import plain, seen_in
from goldrank.runs.run import Run
from goldrank.tables.best import best_system
from goldrank.tables.clusters import clusters_of

LINES = 5


def diagnosis_summary(run: Run) -> RenderableType:
    """The diagnosis counts of the first ranker's systems, and the advice for the best system."""
    k = run.suite.found_at
    ranker = run.systems.ranker.iloc[0]
    mine = run.diagnoses[run.diagnoses.ranker == ranker]
    title = f"Why needs fail, by {ranker} (found: in the first {k})"
    told = [Text("· ").append_text(plain(line)) for line in side_lines(run)]
    counts: list[RenderableType] = [Text(title, style="bold"), counts_table(mine)]
    return Group(*counts, *told, *language_lines(run), "", *advice_lines(run))


def language_lines(run: Run) -> list[Text]:
    """What to know where no list of function words fits the corpus or the queries."""
    named = run.diagnoses.get("language")
    if named is None or not len(named):
        return []
    told = Language(str(named.iloc[0]), "")
    unknown = [] if told.name in OF_TEXTS else ["whether a query names a subject"]
    unknown += [] if told.knows_forms else ["which words are forms of one"]
    if not unknown:
        return []
    rest = f"it is not known {' nor '.join(unknown)}, and no cause says so."
    if told.name:
        return [Text(f"· There is no list of some words in {told.name}: {rest}")]
    return [
        Text(
            "· The language is not known: function words are those that half of the chunks or "
            f"documents have, and words are compared as they are; {rest}"
        )
    ]


def diagnosis_counts(diagnoses: pd.DataFrame) -> pd.DataFrame:
    """One row per system, one column per diagnosis that is named anywhere, in its order."""
    sizes = diagnoses.groupby([*SYSTEM, "diagnosis"], sort=False).size()
    counts = sizes.unstack(fill_value=0).reindex(
        pd.MultiIndex.from_frame(diagnoses[SYSTEM].drop_duplicates())
    )
    return counts[[name for name in DIAGNOSES if name in counts]].reset_index()


def counts_table(diagnoses: pd.DataFrame) -> Fitting:
    """How many needs have each named diagnosis; the rarest are the first that have no room."""
    counts = diagnosis_counts(diagnoses)
    causes = counts.drop(columns=[*SYSTEM, "found"], errors="ignore")
    rarest = list(map(str, causes.sum().sort_values(kind="stable").index))
    rows = [[plain(value) for value in row.values()] for row in rows_of(counts)]
    head = list(map(str, counts.columns))
    return Fitting("", head, rows, len(SYSTEM), rarest, seen_in("diagnoses.parquet"))


def advice_of(run: Run) -> pd.DataFrame:
    """The advice for the best system."""
    return rows_of_system(run.advice, best_system(run.systems, run.suite.ranker_graph))


def advice_lines(run: Run) -> Sequence[Text]:
    """What to change next for the best system, the commonest symptom first."""
    system = best_system(run.systems, run.suite.ranker_graph)
    told = advice_of(run).head(LINES)
    if not len(told):
        k = run.suite.found_at
        clusters = clusters_of(run.queries, run.evidence)
        return [Text(_nothing_fails(str(system), clusters, k))]
    failures = told.failures.iloc[0]
    head = Text(f"What to change next, at {system} ({failures} needs fail)")
    head.stylize("bold")
    lines = [
        Text(f"{row['place']}. ").append_text(plain(advice_words(row))) for row in rows_of(told)
    ]
    left = len(advice_of(run)) - len(told)
    if left:
        lines.append(Text(f"… and {left} more"))
    return [head, *lines]


def advice_words(row: Mapping[str, Any]) -> str:
    """One line of advice: how many needs show the symptom, what to do, and what is known of it.

    >>> advice_words({"needs": 1, "bound": pd.NA, "what": "cut elsewhere", "tried": "in this run x"})
    '1 need: cut elsewhere; in this run x'
    >>> advice_words({"needs": 22, "bound": 22, "what": "rerank", "tried": ""})
    '22 needs: rerank; it can bring these and no more'
    """
    count = int(row["needs"])
    parts = [f"{count:,} need{'' if count == 1 else 's'}: {row['what']}"]
    if not pd.isna(row["bound"]):
        parts.append(f"it can bring {'this one' if count == 1 else 'these'} and no more")
    return "; ".join([*parts, row["tried"]] if row["tried"] else parts)


def _nothing_fails(system: str, clusters: Mapping[str, str], k: int) -> str:
    """Without a failure there is nothing to change only where there would have been one to see.

    Of n clusters of queries none fails by chance with probability (1 - share)^n.
    """
    queries, count = len(clusters), len(set(clusters.values()))
    hidden: float = 1 - ALPHA ** (1 / max(count, 1))
    if hidden <= ALPHA:
        return f"Nothing to change: {system} finds every need in the first {k}."
    return (
        f"{system} finds every need of {queries:,} {'query' if queries == 1 else 'queries'} in the "
        f"first {k}. So few say little: up to {hidden:.0%} of such needs may still fail (95 % bound, "
        f"{count:,} {'cluster' if count == 1 else 'clusters'} of queries)."
    )
