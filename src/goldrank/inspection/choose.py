"""Which systems of a run are looked into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.frames.systems import systems_of
from goldrank.rankers.graph import Graph, looked_into
from goldrank.suggest import unknown
from goldrank.types import System


@dataclass(frozen=True, slots=True)
class Chosen:
    """Names that a system must have; `system` is `chunker/variant/ranker`, `*` matches anything."""

    system: str | None = None
    chunker: str | None = None
    variant: str | None = None
    ranker: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing was named."""
        return not (self.system or self.variant or self.ranker)


def matching(systems: pd.DataFrame, chosen: Chosen, rankers: Graph) -> list[System]:
    """The systems that have every name that was given, in the order of the run.

    Rankers that have no reason to show, since they read nothing, are left out.
    """
    every = systems_of(systems)
    for what in ("chunker", "variant", "ranker"):
        named = getattr(chosen, what)
        known = list(dict.fromkeys(getattr(system, what) for system in every))
        if named is not None and named not in known:
            raise GoldrankError(f"this run: {unknown(what, named, known)}")
        every = [system for system in every if named in (None, getattr(system, what))]
    readers = set(looked_into(rankers))
    seen = [system for system in every if system.ranker in readers]
    wanted = [s for s in seen if chosen.system is None or fnmatchcase(str(s), chosen.system)]
    if not wanted:
        known = [str(system) for system in seen]
        raise GoldrankError(
            f"no such system in this run: {unknown('system', str(chosen.system), known)}"
            if chosen.system
            else "no system of this run has all of those names and an order that can be explained"
        )
    return wanted


def default_systems(found: Sequence[System], needs: pd.DataFrame, baseline: str) -> list[System]:
    """The baseline and the system that ranks the gold chunk worst, or best where they are one.

    `needs` are the rows of one need; a need that is not retrieved is worst.
    """
    ranks = {
        System(str(r.chunker), str(r.variant), str(r.ranker)): _number(r.rank)
        for r in needs.itertuples()
    }
    base = next((system for system in found if system.variant == baseline), found[0])
    same = [system for system in found if system.chunker == base.chunker]
    worst = max(same, key=lambda system: ranks.get(system, 0.0))
    best = min(same, key=lambda system: ranks.get(system, 0.0))
    other = best if worst == base else worst
    return list(dict.fromkeys([base, other]))


def _number(rank: object) -> float:
    return float("inf") if rank is None or rank is pd.NA or rank != rank else float(rank)  # type: ignore[arg-type]
