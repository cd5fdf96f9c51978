"""Every need under every system, by the class of its rank: which needs no system finds, which all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.systems import by_system, systems_of
from goldrank.rankers.graph import Graph, references
from goldrank.types import System

NEED = ["query_id", "need"]
NONE, SPLIT = "not retrieved", "split"


@dataclass(frozen=True, slots=True)
class NeedsGrid:
    """`classes` is `(needs, systems)`: the class of each rank, a number of `names`, the best first.

    Systems stand in the order of their MRR, the highest first; needs in that of how many systems
    find them, the fewest first, and of those that as many find the worse ranked first. A need is
    found where its class is one of the first `found`.
    """

    needs: tuple[tuple[str, int], ...]
    systems: tuple[System, ...]
    names: tuple[str, ...]
    found: int
    classes: NDArray[np.int8]

    @property
    def finders(self) -> NDArray[np.int64]:
        """How many systems find each need."""
        return np.asarray((self.classes < self.found).sum(axis=1))

    @property
    def counts(self) -> tuple[int, int, int]:
        """The needs that no system finds, that some and not all find, that all find."""
        finders = self.finders
        none, all_ = int((finders == 0).sum()), int((finders == len(self.systems)).sum())
        return none, len(self.needs) - none - all_, all_


def needs_grid(
    needs: pd.DataFrame, systems: pd.DataFrame, rankers: Graph, found_at: int
) -> NeedsGrid:
    """The classes of all needs under all systems that are no reference; all where there is no other."""
    real = systems[~systems.ranker.isin(references(rankers))]
    shown = (real if len(real) else systems).sort_values("RR", ascending=False, kind="stable")
    order = tuple(systems_of(shown))
    ends = sorted({1, found_at, 20, 100})
    names = (*class_names(ends), NONE, SPLIT)
    keys = pd.MultiIndex.from_frame(needs[NEED].drop_duplicates())
    rows = dict(by_system(needs))
    columns = [_classes(rows[system].set_index(NEED).reindex(keys), ends) for system in order]
    classes = np.stack(columns, axis=1)
    found = ends.index(found_at) + 1
    finders, middle = (classes < found).sum(axis=1), classes.mean(axis=1)
    by = np.lexsort((np.arange(len(keys)), -middle, finders))
    named = tuple((str(keys[n][0]), int(keys[n][1])) for n in by)
    return NeedsGrid(named, order, names, found, classes[by])


def class_names(ends: Sequence[int]) -> tuple[str, ...]:
    """The names of stretches of ranks that end with `ends`, and of what is beyond the last.

    >>> class_names([1, 10, 20])
    ('1', '2–10', '11–20', 'beyond 20')
    """
    starts = [1, *(end + 1 for end in ends[:-1])]
    pairs = zip(starts, ends, strict=True)
    return (*(f"{a:,}" if a == b else f"{a:,}–{b:,}" for a, b in pairs), f"beyond {ends[-1]:,}")


def _classes(rows: pd.DataFrame, ends: Sequence[int]) -> NDArray[np.int8]:
    ranks = rows["rank"].to_numpy(dtype="float64", na_value=np.nan)
    found = np.searchsorted(ends, np.where(np.isnan(ranks), np.inf, ranks))
    found = np.where(np.isnan(ranks), len(ends) + 1, found)
    split = rows["split"].fillna(value=False).to_numpy(dtype=bool)
    return np.where(split, len(ends) + 2, found).astype(np.int8)
