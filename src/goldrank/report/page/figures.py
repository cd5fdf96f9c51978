"""Which figures a report holds: per chunker, four kinds, one panel a ranker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.rankers.graph import references
from goldrank.report.pictures import ranks as plots
from goldrank.report.pictures.figure import Figure, own_ids
from goldrank.report.pictures.looks import SERIES
from goldrank.runs.run import Run

DRAWN = 4
"""Chunkers that are drawn; the tables have all."""
SHOWN = 8
"""Variants in a panel: more lines than colours tell nothing."""

Columns = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The figures of one chunker, and the names of its lines with the number of their colour."""

    chunker: str
    key: tuple[tuple[str, int], ...]
    figures: tuple[Figure, ...]


def drawn(run: Run) -> list[Drawn]:
    """The figures of the first chunkers, in the order of the run."""
    chunkers = list(dict.fromkeys(run.systems.chunker))[:DRAWN]
    return [_of(run, str(chunker), f"f{n}-") for n, chunker in enumerate(chunkers)]


def _of(run: Run, chunker: str, prefix: str) -> Drawn:
    mine = run.needs[run.needs.chunker == chunker]
    units = int(run.systems[run.systems.chunker == chunker].units.max())
    compared_with = references(run.suite.ranker_graph)
    rankers = [r for r in dict.fromkeys(mine.ranker) if r not in compared_with]
    ranks = {str(r): columns(mine[mine.ranker == r], "rank") for r in rankers}
    tokens = {str(r): columns(mine[mine.ranker == r], "tokens_to_gold") for r in rankers}
    lines = max(ranks.values(), key=len, default={})
    key = tuple((name, n % len(SERIES) + 1) for n, name in enumerate(lines))
    figures = [
        Figure(
            "Where the gold chunk ranks",
            "Share of needs by rank, in stretches that double. A line that is high on the left is "
            "good; a hump on the right is text that nobody will read.",
            _panels(ranks, lambda name, found: plots.distribution(name, found, units)),
        ),
        Figure(
            "What each variant does to each need",
            "One line is one need, thick lines are many: green climbs, red falls; the dark line "
            "joins the medians.",
            _panels(ranks, lambda name, found: plots.slopes(name, found, units), at_least=2),
        ),
        Figure(
            "Recall at k",
            "Share of needs whose gold chunk is among the first k.",
            _panels(ranks, lambda name, found: plots.recall_curves(name, found, units)),
        ),
        Figure(
            "Recall for a token budget",
            "Share of needs whose gold chunk fits when chunks are read in order until the budget "
            "is spent: what a prompt of that size would hold.",
            _panels(tokens, plots.recall_by_tokens),
        ),
    ]
    own = (own_ids(figure, f"{prefix}{n}-") for n, figure in enumerate(figures) if figure.panels)
    return Drawn(chunker, key, tuple(own))


def _panels(
    by_ranker: Mapping[str, Columns], draw: Callable[[str, Columns], str], at_least: int = 1
) -> tuple[str, ...]:
    return tuple(draw(name, found) for name, found in by_ranker.items() if len(found) >= at_least)


def columns(needs: pd.DataFrame, column: str) -> dict[str, NDArray[np.float64]]:
    """The values of a column by variant, NaN where missing; the first variants only."""
    found = {
        str(variant): rows[column].to_numpy(dtype="float64", na_value=np.nan)
        for variant, rows in needs.groupby("variant", sort=False)
    }
    return dict(list(found.items())[:SHOWN])
