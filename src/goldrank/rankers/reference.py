"""Two rankers that keep the others honest: one that knows nothing, one that knows the gold."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings
from goldrank.rankers.order import Scores


@dataclass(frozen=True, slots=True)
class Random:
    """Every unit in an order drawn for each query from the seed and the query's id.

    With one gold unit among n its expected RR is H_n / n.

    >>> index = Random(seed=7).fit(4)
    >>> bool((index.scores(["q1", "q2"])[1] == index.scores(["q2"])[0]).all())
    True
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[RankerSettings]] = RankerSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "random"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = True
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    digits: ClassVar[int] = 0

    seed: int = 0
    name: str = "random"
    step: float = 1.0

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Random:
        """The seed is the suite's."""
        return cls(shared.seed, named.name)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        return f"random seed={self.seed}"

    def units_of(self, material: Material, representation: str) -> int:
        """How many units there are."""
        return material.count

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        """The ids of the queries."""
        return asked.ids

    def fit(self, units: int) -> RandomIndex:
        """There is nothing to learn but how many units there are."""
        return RandomIndex(units, self.seed)


@dataclass(frozen=True, slots=True)
class RandomIndex:
    """Draws orders of so many units."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    units: int
    seed: int

    def scores(self, queries: Sequence[str]) -> Scores:
        """A permutation of 0 to units - 1 for each query id, shape (queries, units)."""
        block = np.empty((len(queries), self.units), dtype=np.int64)
        for row, query_id in zip(block, queries, strict=True):
            digest = hashlib.sha256(f"{self.seed}:{query_id}".encode()).digest()
            row[:] = np.random.default_rng(int.from_bytes(digest)).permutation(self.units)
        return block


@dataclass(frozen=True, slots=True)
class Oracle:
    """The gold units first, by grade; `backwards` puts them last.

    >>> Oracle().fit(3).scores([{2: 1}]).tolist()
    [[0, 0, 1]]
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[RankerSettings]] = RankerSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "oracle"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = True
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    digits: ClassVar[int] = 0

    backwards: bool = False
    name: str = "oracle"
    step: float = 1.0

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Oracle:
        """It has no settings that a suite could name."""
        return cls(name=named.name)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        return f"oracle backwards={self.backwards}"

    def units_of(self, material: Material, representation: str) -> int:
        """How many units there are."""
        return material.count

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[Mapping[int, int]]:
        """The grades of the gold units."""
        return asked.grades

    def fit(self, units: int) -> OracleIndex:
        """There is nothing to learn but how many units there are."""
        return OracleIndex(units, -1 if self.backwards else 1)


@dataclass(frozen=True, slots=True)
class OracleIndex:
    """Orders so many units by what is known of them."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    units: int
    sign: int

    def scores(self, queries: Sequence[Mapping[int, int]]) -> Scores:
        """Each unit's grade, 0 where it is not gold: `queries[q]` maps gold units to grades."""
        block = np.zeros((len(queries), self.units), dtype=np.int64)
        for row, grades in zip(block, queries, strict=True):
            for position, grade in grades.items():
                row[position] = self.sign * grade
        return block
