"""Convex combination of normalised scores.

Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (TOIS 2023).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings
from goldrank.rankers.order import NOT_RETRIEVED, Scores, quantise
from goldrank.rankers.weighted import checked_weights, summed

Normal = Literal["min-max", "z-score"]
Row = NDArray[np.float64]


class ConvexSettings(RankerSettings):
    """The weighted mean of scores, each list's normalised over all units of a query."""

    normalise: Normal = "min-max"
    """How: to 0 for the lowest and 1 for the highest, or to mean 0 and standard deviation 1."""
    weights: tuple[float, ...] | None = None
    """One number above 0 for each ranker of `of`; equal by default."""


@dataclass(frozen=True, slots=True)
class Convex:
    """Sum over lists of weight · normalised score, over the sum of weights.

    A unit that a list does not retrieve has the score 0 in it where all that it retrieves score 0
    or more (BM25 and RRF are sums, and there is nothing to sum), else the lowest that it retrieves.
    A list whose scores are all alike tells nothing and adds 0. A unit that no list retrieves is not
    retrieved. Raises `GoldrankError` for weights that are not one positive number for each list.

    >>> Convex().fuse([np.array([[0, 5, 10]]), np.array([[4, 4, NOT_RETRIEVED]])]).tolist()
    [[500000000, 750000000, 500000000]]
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[ConvexSettings]] = ConvexSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ("vector", "bm25")
    title: ClassVar[str] = "convex"
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    digits: ClassVar[int] = 5

    normalise: Normal = "min-max"
    weights: tuple[float, ...] | None = None
    name: str = "convex"
    combines: tuple[str, ...] = usual_inputs
    step: float = 1e-9

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Convex:
        """Its own settings, over what it combines."""
        own: ConvexSettings = named.settings
        return cls(own.normalise, own.weights, named.name, named.combines)

    def __post_init__(self) -> None:
        checked_weights("convex", self.weights, self.combines)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words, and what it combines, by name."""
        weights = ",".join(f"{each:.17g}" for each in self._weights)
        of = ",".join(self.combines)
        return f"convex {self.normalise} weights={weights} step={self.step:g} of={of}"

    @property
    def _weights(self) -> tuple[float, ...]:
        return checked_weights("convex", self.weights, self.combines)

    def units_of(self, material: Material, representation: str) -> int:
        """How many units there are."""
        return material.count

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Combined:
        """The scores of what it combines, and which units each query may see."""
        return Combined(inputs, asked.allowed_units)

    def fit(self, units: int) -> ConvexIndex:
        """There is nothing to learn but how many units there are."""
        return ConvexIndex(units, self)

    def fuse(self, blocks: Sequence[Scores], allowed: NDArray[np.bool_] | None = None) -> Scores:
        """Combine score blocks, each of shape (queries, units).

        A list is normalised over what a query may see, `allowed` of the same shape. Raises `GoldrankError` for blocks of unlike shapes, or of another count than it combines.
        """
        if len(blocks) != len(self.combines) or len({block.shape for block in blocks}) != 1:
            shapes = ", ".join(str(block.shape) for block in blocks) or "none"
            raise GoldrankError(
                f"convex: expected {len(self.combines)} score blocks of one shape, got {shapes}"
            )
        whole = sum(self._weights)
        normal = _NORMAL[self.normalise]
        terms = [
            weight / whole * _each_row(normal, block, allowed)
            for weight, block in zip(self._weights, blocks, strict=True)
        ]
        found = np.logical_or.reduce([block != NOT_RETRIEVED for block in blocks])
        return quantise(summed(terms), self.step, found)


class Combined(NamedTuple):
    """The score blocks to combine, and which units each query may see; `None`: all."""

    blocks: Sequence[Scores]
    allowed: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class ConvexIndex:
    """Combines the score blocks of other rankers over the same units."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    units: int
    settings: Convex

    def scores(self, queries: Combined) -> Scores:
        """Combined scores in steps, shape (queries, units), of one score block for each ranker."""
        return self.settings.fuse(queries.blocks, queries.allowed)


def _each_row(
    normal: Callable[[Row], Row], block: Scores, allowed: NDArray[np.bool_] | None
) -> NDArray[np.float64]:
    made = np.zeros(block.shape)
    for query, row in enumerate(block):
        seen = slice(None) if allowed is None else allowed[query]
        made[query, seen] = normal(_filled(row[seen]))
    return made


def _filled(row: Scores) -> Row:
    """Scores with a number for what is not retrieved."""
    found = row != NOT_RETRIEVED
    if not found.any():
        return np.zeros(len(row))
    lowest = float(row[found].min())
    return np.where(found, row.astype(np.float64), min(lowest, 0.0))


def _min_max(row: Row) -> Row:
    low, high = row.min(initial=np.inf), row.max(initial=-np.inf)
    return (row - low) / (high - low) if high > low else np.zeros(len(row))


def _z_score(row: Row) -> Row:
    if not len(row) or row.max() == row.min():
        return np.zeros(len(row))
    # About the lowest first: the mean of large alike numbers loses their differences.
    apart = row - row.min()
    scaled: Row = (apart - apart.mean()) / apart.std()
    return scaled


_NORMAL: Final[Mapping[Normal, Callable[[Row], Row]]] = {"min-max": _min_max, "z-score": _z_score}
