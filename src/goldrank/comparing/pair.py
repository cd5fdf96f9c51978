"""The two sides of a comparison: a run, or one system of it, and which is held against which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.frames.systems import SYSTEM, by_system, systems_of
from goldrank.gating.baseline import Baseline, baseline_of
from goldrank.runs.record import load
from goldrank.runs.run import Run


@dataclass(frozen=True)
class ComparedRun:
    """One side of a comparison: a run and the systems of it that are meant."""

    name: str
    run: Run
    systems: tuple[str, ...]

    @cached_property
    def light(self) -> Baseline:
        """Its ranks and the fingerprints of its parts."""
        return baseline_of(self.run, "")

    @cached_property
    def values(self) -> dict[str, pd.DataFrame]:
        """The measurements of each system, by query."""
        return {
            str(system): rows.drop(columns=SYSTEM).set_index("query_id")
            for system, rows in by_system(self.run.measurements)
        }

    @cached_property
    def diagnoses(self) -> dict[tuple[str, str, int], str]:
        """The diagnosis of each need under each system."""
        table = self.run.diagnoses
        names = map(str, systems_of(table))
        rows = zip(names, table["query_id"], table["need"], table["diagnosis"], strict=True)
        return {(name, query_id, need): diagnosis for name, query_id, need, diagnosis in rows}


def open_compared_run(named: str) -> ComparedRun:
    """A run's folder, or `FOLDER:chunker/variant/ranker` for one system of it.

    The system may have `*`. Raises `GoldrankError` for a folder that is no run, or no such system.
    """
    folder, _, pattern = named.rpartition(":")
    if not folder or Path(named).is_dir():
        folder, pattern = named, "*"
    run = load(folder)
    names = list(map(str, systems_of(run.systems)))
    chosen = tuple(name for name in names if fnmatchcase(name, pattern))
    if not chosen:
        raise GoldrankError(f"{folder} has no system {pattern}; it has {', '.join(names)}")
    return ComparedRun(named, run, chosen)


def pair_systems(
    before: Sequence[str], after: Sequence[str]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Which system is held against which: one with one; else by name; else by variant and ranker.

    >>> pair_systems(["heading/raw/bm25"], ["section/raw/bm25"])
    ([('heading/raw/bm25', 'section/raw/bm25')], [])
    """
    if len(before) == len(after) == 1:
        return [(before[0], after[0])], []
    pairs = [(name, name) for name in before if name in after]
    if not pairs:
        tails = {name.partition("/")[2]: name for name in after}
        if len(tails) == len(after) and len({n.partition("/")[2] for n in before}) == len(before):
            pairs = [
                (name, tails[name.partition("/")[2]])
                for name in before
                if name.partition("/")[2] in tails
            ]
    if not pairs:
        raise GoldrankError(
            "no system of one has a counterpart in the other; name two, as "
            f"FOLDER:{before[0]} FOLDER:{after[0]}"
        )
    rest = [n for n in before if n not in {a for a, _ in pairs}]
    rest += [n for n in after if n not in {b for _, b in pairs}]
    return pairs, [f"Without a counterpart: {', '.join(rest)}."] if rest else []
