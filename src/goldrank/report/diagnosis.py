"""The diagnosis as the terminal shows it: how many needs fail why, and what to change next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.diagnosis.causes import DIAGNOSES
from goldrank.measuring.paired import ALPHA
from goldrank.report.fitting import Fitting
from goldrank.report.sides import side_lines
from goldrank.report.terminal import plain, seen_in
from goldrank.results import Run
from goldrank.tables.clusters import clusters_of
from goldrank.tables.rows import rows_of

SYSTEM = ["chunker", "variant", "ranker"]
LINES = 5


def diagnosis_summary(run: Run) -> RenderableType:
    """The diagnosis counts of the first ranker's systems, and the advice for the best system."""
    k = run.settings.get("found_at", 10)
    ranker = run.systems.ranker.iloc[0]
    mine = run.diagnoses[run.diagnoses.ranker == ranker]
    title = f"Why needs fail, by {ranker} (found: in the first {k})"
    told = [Text("· ").append_text(plain(line)) for line in side_lines(run)]
    counts: list[RenderableType] = [Text(title, style="bold"), counts_table(mine)]
    return Group(*counts, *told, "", *advice_lines(run))


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


def best_system(systems: pd.DataFrame) -> tuple[str, str, str]:
    """The chunker, variant and ranker of the highest MRR; the reference rankers do not count."""
    real = systems[~systems.ranker.isin(["random", "oracle"])]
    best = rows_of(
        (real if len(real) else systems).sort_values("RR", ascending=False, kind="stable")
    )[0]
    return best["chunker"], best["variant"], best["ranker"]


def advice_of(run: Run) -> pd.DataFrame:
    """The advice for the best system."""
    return run.advice[(run.advice[SYSTEM] == list(best_system(run.systems))).all(axis=1)]


def advice_lines(run: Run) -> Sequence[Text]:
    """What to change next for the best system, the change that could win most first."""
    system = best_system(run.systems)
    told = advice_of(run).head(LINES)
    if not len(told):
        return [Text(_nothing_fails("/".join(system), clusters_of(run.queries, run.evidence)))]
    failures = told.failures.iloc[0]
    head = Text(f"What to change next, at {'/'.join(map(str, system))} ({failures} needs fail)")
    head.stylize("bold")
    lines = [
        Text(f"{row['place']}. at most {row['at_most']:>3}  ").append_text(plain(row["what"]))
        for row in rows_of(told)
    ]
    return [head, *lines]


def _nothing_fails(system: str, clusters: Mapping[str, str]) -> str:
    """Without a failure there is nothing to change only where there would have been one to see.

    Of n clusters of queries none fails by chance with probability (1 - share)^n.
    """
    queries, count = len(clusters), len(set(clusters.values()))
    hidden: float = 1 - ALPHA ** (1 / max(count, 1))
    if hidden <= ALPHA:
        return f"Nothing to change: {system} finds every need."
    return (
        f"{system} finds every need of {queries:,} {'query' if queries == 1 else 'queries'}. So few "
        f"say little: up to {hidden:.0%} of such needs may still fail (95 % bound, "
        f"{count:,} {'cluster' if count == 1 else 'clusters'} of queries)."
    )
