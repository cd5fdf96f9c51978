"""Which pictures a run has, by the section of the page that they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.report.pictures.cost import cost_figure
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.intervals import intervals_figure
from goldrank.report.pictures.looks import Looks
from goldrank.runs.run import Run
from goldrank.tables.cost import cost_table
from goldrank.tables.intervals import intervals_table


@dataclass(frozen=True, slots=True)
class Pictures:
    """The figures of a run, in the order in which they are shown."""

    systems: tuple[Figure, ...]


def pictures_of(run: Run) -> Pictures:
    """Every picture of a run, each drawn from a table that is made of the run's own tables."""
    looks = Looks.of(run)
    return Pictures(_named("s", [intervals_of(run, looks), cost_of(run, looks)]))


def intervals_of(run: Run, looks: Looks | None = None) -> Figure | None:
    """The MRR of every system with intervals, and what it changes."""
    table = intervals_table(
        run.systems,
        run.measurements,
        run.queries,
        run.evidence,
        run.suite.baseline_variant,
        run.suite.ranker_graph,
    )
    if not len(table):
        return None
    return intervals_figure(table, run.suite.baseline_variant, looks or Looks.of(run))


def cost_of(run: Run, looks: Looks | None = None) -> Figure | None:
    """Quality against cost; `None` where no cost is known."""
    return cost_figure(cost_table(run.systems, run.suite.ranker_graph), looks or Looks.of(run))


def _named(prefix: str, figures: Sequence[Figure | None]) -> tuple[Figure, ...]:
    """Those that are there, with ids of their own."""
    return tuple(
        own_ids(figure, f"{prefix}{n}-") for n, figure in enumerate(figures) if figure is not None
    )
