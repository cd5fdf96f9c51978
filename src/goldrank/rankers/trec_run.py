"""Somebody else's rankings: a run in TREC's format, judged beside ours."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np
from pydantic import Field

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material, Named, QueryBlock, RunSettings, ToDepthSettings
from goldrank.rankers.hits import Hit, Placed, Places, Placing
from goldrank.rankers.order import NOT_RETRIEVED, Scores
from goldrank.text.trec import read_run
from goldrank.types import Span

_PLACE = re.compile(r"(?s)(.+)#(\d+)-(\d+)")


class TrecRunSettings(ToDepthSettings):
    """A run in TREC's format (`query Q0 unit rank score tag`): its rankings as they are, in the order that trec_eval reads them in."""

    path: str = ""
    """The file, which must be named; relative to the suite."""
    depth: int = Field(default=1000, ge=1)
    """How many units of a query it was asked for: ranks are known so deep, and no deeper."""


@dataclass(frozen=True, slots=True)
class TrecRun:
    """The rankings of a file by query id, `ranked`, each the ids of units with the best first.

    A unit is the chunk or document of its id; else `document#start-end` is the chunk that shares
    most characters with that place. Others are counted, and those below them move up.
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[TrecRunSettings]] = TrecRunSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "TREC run"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    score_name: ClassVar[str] = "score"
    digits: ClassVar[int] = 0
    step: ClassVar[float] = 1.0

    ranked: Mapping[str, Sequence[str]] = field(repr=False)
    sha256: str
    depth: int = 1000
    name: str = "trec_run"

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> TrecRun:
        """The rankings of the file that its table names, from beside the suite first."""
        own: TrecRunSettings = named.settings
        try:
            path = found_in(own.path, shared.folders)
            ranked = read_rankings(path, own.depth)
        except GoldrankError as error:
            raise GoldrankError(f"[[ranker]] {named.name!r}: path: {error}") from None
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        return cls(ranked, sha256, own.depth, named.name)

    @property
    def known_to(self) -> int:
        """As deep as its table says."""
        return self.depth

    @property
    def fingerprint(self) -> str:
        """The file's own, and the depth."""
        return f"trec_run {self.sha256[:16]} depth={self.depth}"

    def units_of(self, material: Material, representation: str) -> Places:
        """What is ranked, and where it stands."""
        return material.ranked

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        """The ids of the queries."""
        return asked.ids

    def fit(self, units: Places) -> TrecRunIndex:
        """Where its units stand among those that are ranked."""
        return TrecRunIndex(self, units, set(units.ids), Placing(units))


@dataclass(frozen=True, slots=True, eq=False)
class TrecRunIndex:
    """Where the units of a run stand; what was placed once is kept, by query id."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    settings: TrecRun
    places: Places
    known: set[str]
    placing: Placing
    placed: dict[str, Placed] = field(default_factory=dict)

    @property
    def units(self) -> int:
        """How many units it ranks."""
        return len(self.places.ids)

    def scores(self, queries: Sequence[str]) -> Scores:
        """Scores that count down from the depth, shape (queries, units).

        Raises `GoldrankError` for a query without an id, which no file has an answer to.
        """
        block = np.full((len(queries), self.units), NOT_RETRIEVED, dtype=np.int64)
        for row, query_id in zip(block, queries, strict=True):
            if not query_id:
                raise GoldrankError(
                    f"ranker {self.settings.name} is a file of rankings and cannot be asked; inspect "
                    "a ranker that does not rest on it"
                )
            if query_id not in self.placed:
                found = self.settings.ranked.get(query_id, ())
                self.placed[query_id] = self.placing(map(self._hit, found))
            units = self.placed[query_id].units
            row[list(units)] = self.settings.depth - np.arange(len(units))
        return block

    def _hit(self, name: str) -> Hit:
        if name in self.known:
            return Hit(name, "", None, None)
        place = _PLACE.fullmatch(name)
        span = Span(int(place[2]), int(place[3])) if place else Span(0, 0)
        return Hit("", place[1] if place else name, span, None)


def read_rankings(path: Path, depth: int | None = None) -> dict[str, list[str]]:
    """By query id the units of a run file, best first, in the order that trec_eval reads them in.

    That is by score as a 32-bit float, and of equal scores by id, the last first.
    """
    return {
        query_id: sorted(scores, key=lambda unit: (np.float32(scores[unit]), unit), reverse=True)[
            :depth
        ]
        for query_id, scores in read_run(path).items()
    }


def found_in(named: str, folders: Sequence[Path]) -> Path:
    """The file `named` in the first of `folders` that has it.

    Raises `GoldrankError` where none has it.
    """
    if not named:
        raise GoldrankError("expected the name of a run file in TREC's format, got none")
    tried = [folder / named for folder in folders] or [Path(named)]
    found = next((path for path in tried if path.is_file()), None)
    if found is None:
        raise GoldrankError(f"no such run file: {tried[0]}")
    return found
