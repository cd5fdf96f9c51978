"""Exact cosine or dot product over all units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings, Side
from goldrank.rankers.order import Positions, Scores, quantise

_ROWS = 4096  # units that are up-cast at a time
NEAR = 1
"""Two encodings of a text in different batch shapes agree to 1e-6: one step of a cosine."""


@dataclass(frozen=True, slots=True)
class Vector:
    """Cosine of the query's vector and the unit's; a zero vector scores 0.0.

    With `similarity = "dot"` it is their dot product, for models that say so: the query's length
    is left out, since it moves no order, and units are measured by their typical length (the
    power of two next to the median), so that a step of the score means the same at every scale.

    >>> index = Vector().fit([[0, 2], [1, 1], [0, 0]])
    >>> index.scores([[0, 1]]).tolist(), index.zero_vectors
    ([[1000000, 707107, 0]], 1)
    >>> Vector(similarity="dot").fit([[0, 2], [3, 3], [0, 0]]).scores([[0, 5]]).tolist()
    [[500000, 750000, 0]]
    """

    reads: ClassVar[Side] = "dense"
    settings: ClassVar[type[RankerSettings]] = RankerSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "vector"
    combines: ClassVar[tuple[str, ...]] = ()
    is_reference: ClassVar[bool] = False
    known_to: ClassVar[None] = None
    digits: ClassVar[int] = 4

    name: str = "vector"
    step: float = 1e-6
    similarity: str = "cosine"
    encoder: str | None = None

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Vector:
        """The similarity is the one that the encoder's model was trained for."""
        return cls(named.name, similarity=shared.similarity, encoder=named.encoder)

    @property
    def score_name(self) -> str:
        """What its score is called beside a number."""
        return "dot product" if self.similarity == "dot" else self.similarity

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        whose = "" if self.encoder is None else f" encoder={self.encoder!r}"
        return f"vector {self.similarity} step={self.step:g}{whose}"

    def units_of(self, material: Material, representation: str) -> NDArray[np.float32]:
        """The vectors of the representation."""
        return material.vectors(representation)

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> NDArray[np.float32]:
        """The vectors of the queries."""
        return asked.vectors

    def fit(self, units: ArrayLike) -> VectorIndex:
        """Normalise unit vectors, shape (units, dimensions), of any dtype.

        To length 1, or to their typical length where the dot product ranks. Raises `GoldrankError` for another shape, NaN or infinity.
        """
        rows, zero = (typical if self.similarity == "dot" else normalised)(units, "unit")
        # Bit-identical vectors are scored once: a matrix product may treat equal rows unequally.
        keys = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1] or 1))).ravel()
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        return VectorIndex(rows[first], place, zero, self.step)


@dataclass(frozen=True, slots=True, eq=False)
class VectorIndex:
    """The distinct vectors of a corpus, where each unit finds its own, and how many are zero."""

    remark: ClassVar[str] = ""

    distinct: NDArray[np.float32]
    place: Positions
    zero_vectors: int
    step: float

    @property
    def units(self) -> int:
        """How many units it ranks."""
        return len(self.place)

    @property
    def near(self) -> int:
        """By how many steps the scores of one text may differ, encoded in another batch.

        The last bits of a unit weigh as much more as it is longer than 1.
        """
        lengths = np.linalg.norm(self.distinct.astype(np.float64), axis=1)
        return NEAR * max(1, int(np.ceil(lengths.max(initial=1.0) - 1e-6)))

    def scores(self, queries: ArrayLike) -> Scores:
        """Cosines, or dot products, in steps, shape (queries, units).

        `queries` are vectors, shape (queries, dimensions). Raises `GoldrankError` for vectors of another width, NaN or infinity.
        """
        asked, _ = normalised(queries, "query")
        if asked.shape[1] != self.distinct.shape[1]:
            raise GoldrankError(
                f"query vectors: expected {self.distinct.shape[1]} dimensions as the index has, "
                f"got {asked.shape[1]}; encode queries and chunks with one encoder"
            )
        wide = asked.astype(np.float64)
        cosines = np.empty((len(asked), len(self.distinct)))
        for start in range(0, len(self.distinct), _ROWS):
            rows = self.distinct[start : start + _ROWS].astype(np.float64)
            np.matmul(wide, rows.T, out=cosines[:, start : start + _ROWS])
        return quantise(cosines, self.step)[:, self.place]


def normalised(vectors: ArrayLike, kind: str = "vector") -> tuple[NDArray[np.float32], int]:
    """Vectors of length 1 as float32, whatever dtype they had, and how many are zero.

    A zero vector stays zero. `kind` is what messages call a row.

    >>> normalised([[3, 4], [0, 0]])
    (array([[0.6, 0.8], [0. , 0. ]], dtype=float32), 1)
    """
    rows = _matrix(vectors, kind)
    out = np.empty(rows.shape, dtype=np.float32)
    zero = 0
    for start in range(0, len(rows), _ROWS):
        wide = rows[start : start + _ROWS].astype(np.float64)
        _refuse_not_finite(wide, kind, start)
        # Dividing by the largest entry first keeps squares from overflow and underflow.
        wide /= _or_one(np.abs(wide).max(axis=1, keepdims=True))
        length = np.linalg.norm(wide, axis=1, keepdims=True)
        zero += int(np.count_nonzero(length == 0))
        out[start : start + _ROWS] = wide / _or_one(length) + 0.0  # no -0.0: it has other bits
    return out, zero


def typical(vectors: ArrayLike, kind: str = "vector") -> tuple[NDArray[np.float32], int]:
    """Vectors over the power of two that is next to their median length, and how many are zero.

    Zero vectors have no say in the median. A division by a power of two loses no bit.

    >>> typical([[8, 0], [0, 16], [0, 0]])
    (array([[0.5, 0. ], [0. , 1. ], [0. , 0. ]], dtype=float32), 1)
    """
    rows = _matrix(vectors, kind).astype(np.float64)
    _refuse_not_finite(rows, kind, 0)
    lengths = np.linalg.norm(rows, axis=1)
    some = lengths[lengths > 0]
    scale = 2.0 ** np.rint(np.log2(np.median(some))) if len(some) else 1.0
    return (rows / scale + 0.0).astype(np.float32), int((lengths == 0).sum())


def _matrix(vectors: ArrayLike, kind: str) -> NDArray[Any]:
    rows = np.asarray(vectors)
    if rows.ndim != 2 or not rows.shape[1]:
        raise GoldrankError(
            f"{kind} vectors: expected shape ({kind}s, dimensions), got {rows.shape}"
        )
    return rows


def _or_one(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(sizes == 0, 1.0, sizes)


def _refuse_not_finite(rows: NDArray[np.float64], kind: str, start: int) -> None:
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        row = start + int(np.argmin(finite))
        raise GoldrankError(
            f"{kind} vector {row}: expected finite numbers, got NaN or infinity; "
            "look at the encoder's output for that text"
        )
