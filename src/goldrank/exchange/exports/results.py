"""What a saved run holds that other tools judge: its rankings and its gold, by ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.runs.rankings_file import Kept, read_rankings
from goldrank.runs.record import load
from goldrank.runs.run import Run
from goldrank.types import System

Needs = Sequence[Sequence[tuple[str, int]]]
"""The gold units of each need of a query with their grades; none of a split one."""

LOST = "%split/{}"
"""The unit of a split need, by its number: no ranking holds it, so it is never found."""


@dataclass(frozen=True)
class Results:
    """The rankings of a run, as deep as they were kept, and what is gold among its units."""

    run: Run
    kept: Kept

    @classmethod
    def of(cls, folder: Path, systems: Sequence[str] = ()) -> Results:
        """Those of the run in `folder`, of all systems or of those that are named."""
        run, kept = load(folder), read_rankings(folder)
        known = {str(system): system for system in kept}
        for name in systems:
            if name not in known:
                names = ", ".join(known)
                raise GoldrankError(f"--system: expected one of {names}, got {name!r}")
        chosen = [known[name] for name in systems or known]
        return cls(run, {system: kept[system] for system in chosen})

    @property
    def chunkers(self) -> list[str]:
        """The chunkers of its systems, in order."""
        return list(dict.fromkeys(system.chunker for system in self.kept))

    @cached_property
    def unit_ids(self) -> Mapping[str, Sequence[str]]:
        """The ids of what each chunker's systems rank, by position."""
        if self.run.suite.unit == "document":
            documents = list(map(str, self.run.documents.doc_id))
            return dict.fromkeys(self.chunkers, documents)
        chunks = self.run.chunks
        return {
            name: list(map(str, chunks[chunks.chunker == name].chunk_id)) for name in self.chunkers
        }

    def rankings(self, system: System) -> Iterator[tuple[str, list[str]]]:
        """Each query with the ids of its first units, best first."""
        ids = self.unit_ids[system.chunker]
        for query_id, units in self.kept[system].items():
            yield query_id, [ids[unit] for unit in units]

    def needs(self, chunker: str) -> dict[str, list[list[tuple[str, int]]]]:
        """By query, the gold units of each of its needs that some evidence is for."""
        one = next(system for system in self.kept if system.chunker == chunker)
        found: dict[tuple[str, int], list[tuple[str, int]]] = {}
        needs, gold = (
            table[
                (table.chunker == chunker)
                & (table.variant == one.variant)
                & (table.ranker == one.ranker)
            ]
            for table in (self.run.needs, self.run.gold)
        )
        for query_id, need in zip(needs.query_id, needs.need, strict=True):
            found[str(query_id), int(need)] = []
        columns = (gold[name] for name in ("query_id", "need", "chunk_id", "grade"))
        for query_id, need, unit, grade in zip(*columns, strict=True):
            found[str(query_id), int(need)].append((str(unit), int(grade)))
        by_query: dict[str, list[list[tuple[str, int]]]] = {}
        for (query_id, _), units in found.items():
            by_query.setdefault(query_id, []).append(units)
        return by_query

    def qrels(self, chunker: str) -> dict[str, dict[str, int]]:
        """By query, the best grade of each gold unit; a split need has one that is never found."""
        return {query_id: graded(needs) for query_id, needs in self.needs(chunker).items()}


def graded(needs: Needs) -> dict[str, int]:
    """The best grade of each unit of a query's needs.

    >>> graded([[("a", 1), ("b", 2)], [], [("a", 3)]])
    {'a': 3, 'b': 2, '%split/2': 1}
    """
    best: dict[str, int] = {}
    for number, need in enumerate(needs, start=1):
        for unit, grade in need:
            best[unit] = max(grade, best.get(unit, grade))
        if not need:
            best[LOST.format(number)] = 1
    return best


def scored(units: Sequence[str]) -> dict[str, int]:
    """Scores that count down to 1, so that no tool finds a tie to break its own way.

    >>> scored(["b", "a"])
    {'b': 2, 'a': 1}
    """
    return {unit: len(units) - place for place, unit in enumerate(units)}


def file_name(*names: str) -> str:
    """Names as the name of a file: letters, digits, dot and dash stay.

    >>> file_name("my chunker:v2", "raw", "rrf"), file_name("..")
    ('my%20chunker%3Av2_raw_rrf', '%2E%2E')
    """
    return "_".join(map(_plain, names))


def of_system(system: System) -> str:
    """The name of a system's file, without a suffix."""
    return file_name(system.chunker, system.variant, system.ranker)


def _plain(name: str) -> str:
    kept = [c if c.isascii() and (c.isalnum() or c in ".-") else f"%{ord(c):02X}" for c in name]
    text = "".join(kept)
    return text if text.strip(".") else text.replace(".", "%2E")
