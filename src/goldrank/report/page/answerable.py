"""What the page holds of queries that nothing answers: two tables and two figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import rows_of_system, systems_of
from goldrank.report.common.answerable import Shown, shown_tables
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.scores import Scores, refused_and_lost, score_distributions
from goldrank.runs.run import Run
from goldrank.tables.told_apart import ToldApart, told_apart

Draw = Callable[[str, Scores, Scores, Sequence[tuple[int, float]]], str]
TABLES = ("queries", "evidence", "top", "measurements")


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """How many queries nothing answers, and what is shown of them."""

    count: int
    tables: Sequence[Shown]
    figures: Sequence[Figure]


def unanswerable(run: Run) -> Unanswerable | None:
    """What is shown; `None` where something answers every query."""
    if not len(run.answerability):
        return None
    count = int(run.answerability.unanswerable.iloc[0])
    return Unanswerable(count, shown_tables(run), _figures(run))


def _figures(run: Run) -> list[Figure]:
    """One panel a ranker: the variant with the best MRR under it, of the first chunker."""
    found = told_apart({name: getattr(run, name) for name in TABLES}, run.suite)
    means = dict(zip(systems_of(run.systems), run.systems.RR, strict=True))
    best: dict[str, ToldApart] = {}
    for each in found:
        if each.system.chunker == found[0].system.chunker:
            kept = best.setdefault(each.system.ranker, each)
            best[each.system.ranker] = max(kept, each, key=lambda e: means[e.system])
    drawn = [
        Figure(
            "Where top scores lie",
            "The share of queries of each kind by their top score, under the variant with the best "
            "MRR by each ranker; dashed lines are the thresholds that lose at most 1, 5 and 10% of "
            "the queries with evidence.",
            tuple(_drawn(score_distributions, run, each) for each in best.values()),
        ),
        Figure(
            "What a threshold refuses and loses",
            "Each point of the line is a threshold: high on the left is good, the diagonal is a coin. "
            "The marks are the three thresholds.",
            tuple(_drawn(refused_and_lost, run, each) for each in best.values()),
        ),
    ]
    return [own_ids(figure, f"u{n}-") for n, figure in enumerate(drawn)]


def _drawn(draw: Draw, run: Run, each: ToldApart) -> str:
    rows = rows_of(rows_of_system(run.refusals, each.system))
    thresholds = [(int(r["may_lose"]), float(r["threshold"])) for r in rows]
    title = f"{each.system.ranker}, {each.system.variant}"
    scores, kind = each.scores, each.answerable
    return draw(title, scores[kind], scores[~kind], thresholds)
