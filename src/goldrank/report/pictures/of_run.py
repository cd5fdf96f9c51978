"""Which pictures a run has, by the section of the page that they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from goldrank.frames.systems import systems_of
from goldrank.rankers.graph import references
from goldrank.report.pictures.budget import budget_figure
from goldrank.report.pictures.cost import cost_figure
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.intervals import intervals_figure
from goldrank.report.pictures.looks import Looks
from goldrank.report.pictures.needs import needs_figure
from goldrank.report.pictures.ranks import ranks_figure
from goldrank.report.pictures.shift import shift_figure
from goldrank.runs.run import Run
from goldrank.tables.best import best_system
from goldrank.tables.budget_curve import budget_curves
from goldrank.tables.cost import cost_table
from goldrank.tables.intervals import intervals_table
from goldrank.tables.needs_grid import NeedsGrid, needs_grid
from goldrank.tables.rank_shift import rank_shift
from goldrank.types import System


@dataclass(frozen=True, slots=True)
class Pictures:
    """The figures of a run, in the order in which they are shown."""

    systems: tuple[Figure, ...]
    ranks: tuple[Figure, ...]
    across: tuple[Figure, ...]
    other_chunkers: tuple[tuple[str, Figure], ...]


def pictures_of(run: Run) -> Pictures:
    """Every picture of a run, each drawn from a table that is made of the run's own tables."""
    looks = Looks.of(run)
    first, *others = ranks_of(run, looks).items()
    return Pictures(
        _named("s", [intervals_of(run, looks), cost_of(run, looks)]),
        _named("r", [budget_of(run, looks), shift_of(run, looks), first[1]]),
        _named("a", [needs_of(run, looks)]),
        tuple((name, own_ids(figure, f"o{n}-")) for n, (name, figure) in enumerate(others)),
    )


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


def budget_of(run: Run, looks: Looks | None = None) -> Figure | None:
    """Recall by token budget; `None` where no tokens are counted."""
    if "tokens_to_gold" not in run.needs:
        return None
    curves = budget_curves(_compared(run, run.needs), run.suite.budgets)
    variants = [
        run.suite.baseline_variant,
        *([other.variant] if (other := _best_other(run)) else []),
    ]
    best = best_system(run.systems, run.suite.ranker_graph)
    return budget_figure(curves, best, variants, run.suite.budgets, looks or Looks.of(run))


def shift_of(run: Run, looks: Looks | None = None) -> Figure | None:
    """What the best variant does to each need, by every ranker that both have; `None` for none."""
    baseline = run.suite.baseline_variant
    names = dict.fromkeys(systems_of(_compared(run, run.systems)))
    best = _best_other(run)
    if best is None:
        return None
    afters = [best, *(best._replace(ranker=name.ranker) for name in names)]
    shifts = [
        rank_shift(run.needs, after._replace(variant=baseline), after)
        for after in dict.fromkeys(afters)
        if {after, after._replace(variant=baseline)} <= names.keys()
    ]
    return shift_figure(shifts, _units(run, best.chunker), looks or Looks.of(run))


def grid_of(run: Run) -> NeedsGrid:
    """The class of every need's rank under every system that is no reference."""
    return needs_grid(run.needs, run.systems, run.suite.ranker_graph, run.suite.found_at)


def needs_of(run: Run, looks: Looks | None = None) -> Figure | None:
    """Needs by systems; `None` where there is no need."""
    return needs_figure(grid_of(run), looks or Looks.of(run))


def ranks_of(run: Run, looks: Looks | None = None) -> dict[str, Figure]:
    """Where the gold chunk ranks, by chunker; the chunker of the best system comes first."""
    best = best_system(run.systems, run.suite.ranker_graph).chunker
    needs = _compared(run, run.needs)
    return {
        str(chunker): ranks_figure(needs, chunker, _units(run, chunker), looks or Looks.of(run))
        for chunker in dict.fromkeys([best, *run.systems.chunker])
    }


def _best_other(run: Run) -> System | None:
    """The system of the highest MRR that has another variant than the reference."""
    others = _compared(run, run.systems[run.systems.variant != run.suite.baseline_variant])
    return best_system(others, run.suite.ranker_graph) if len(others) else None


def _compared(run: Run, table: pd.DataFrame) -> pd.DataFrame:
    """The rows of rankers that are no reference; all where there is no other."""
    real = table[~table.ranker.isin(references(run.suite.ranker_graph))]
    return real if len(real) else table


def _units(run: Run, chunker: str) -> int:
    return int(run.systems[run.systems.chunker == chunker].units.max())


def _named(prefix: str, figures: Sequence[Figure | None]) -> tuple[Figure, ...]:
    """Those that are there, with ids of their own."""
    return tuple(
        own_ids(figure, f"{prefix}{n}-") for n, figure in enumerate(figures) if figure is not None
    )
