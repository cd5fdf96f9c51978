"""Reciprocal rank fusion.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods" (SIGIR 2009).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings
from goldrank.rankers.order import Scores, full_ranks, quantise
from goldrank.rankers.weighted import checked_weights, summed


class RrfSettings(RankerSettings):
    """Reciprocal rank fusion."""

    k: float = 60
    """What is added to each rank; larger is flatter."""
    weights: tuple[float, ...] | None = None
    """One number above 0 for each ranker of `of`; equal by default."""


@dataclass(frozen=True, slots=True)
class Rrf:
    """Sum over lists of weight / (k + rank), ranks from 1; a list that lacks a unit adds nothing.

    Weights are 1 by default. Raises `GoldrankError` unless k is finite and at least 0, and for
    weights that are not one positive number for each list.

    >>> Rrf().fuse([np.array([[1, 2]]), np.array([[2, 1]])]).tolist()
    [[32522475, 32522475]]
    >>> Rrf(k=-1)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: rrf: expected k >= 0 and finite, got -1
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[RrfSettings]] = RrfSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ("vector", "bm25")
    title: ClassVar[str] = "RRF"
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    digits: ClassVar[int] = 5
    score_remark: ClassVar[str] = (
        "a sum of 1 / (k + rank): it says that lists agree, not how well anything fits"
    )

    k: float = 60
    name: str = "rrf"
    combines: tuple[str, ...] = usual_inputs
    step: float = 1e-9
    weights: tuple[float, ...] | None = None

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Rrf:
        """Its own settings, over what it combines."""
        own: RrfSettings = named.settings
        return cls(own.k, named.name, named.combines, weights=own.weights)

    def __post_init__(self) -> None:
        if not 0 <= self.k < math.inf:
            raise GoldrankError(f"rrf: expected k >= 0 and finite, got {self.k}")
        checked_weights("rrf", self.weights, self.combines)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words; what it combines by name, where that is not the usual."""
        of = "" if self.combines == self.usual_inputs else f" of={','.join(self.combines)}"
        weights = ",".join(f"{each:.17g}" for each in self.weights or ())
        weighted = f" weights={weights}" if weights else ""
        return f"rrf k={self.k:.17g} step={self.step:g}{weighted}{of}"

    def units_of(self, material: Material, representation: str) -> int:
        """How many units there are."""
        return material.count

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[Scores]:
        """The scores of what it fuses."""
        return inputs

    def fit(self, units: int) -> RrfIndex:
        """There is nothing to learn but how many units there are."""
        return RrfIndex(units, self)

    def fuse(self, ranks: Sequence[NDArray[np.int64]]) -> Scores:
        """Fuse blocks of full ranks, each of shape (queries, units), 0 for not retrieved.

        Raises `GoldrankError` for no block, or blocks of unlike shapes.
        """
        if len({block.shape for block in ranks}) != 1:
            shapes = ", ".join(str(block.shape) for block in ranks) or "none"
            raise GoldrankError(f"rrf: expected rank blocks of one shape, got {shapes}")
        longest = max(int(block.max(initial=0)) for block in ranks)
        term = np.zeros(longest + 1)
        term[1:] = 1 / (self.k + np.arange(1, longest + 1))
        weights = self.weights or (1.0,) * len(ranks)
        terms = [weight * term[block] for weight, block in zip(weights, ranks, strict=True)]
        found = np.bitwise_or.reduce(ranks) > 0
        return quantise(summed(terms), self.step, found)


@dataclass(frozen=True, slots=True)
class RrfIndex:
    """Fuses the score blocks of other rankers over the same units."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    units: int
    settings: Rrf

    def scores(self, queries: Sequence[Scores]) -> Scores:
        """Fused scores in steps, shape (queries, units), of one score block for each ranker."""
        return self.settings.fuse([full_ranks(block) for block in queries])
