"""LanceDB: the same vectors in a store, searched through an approximate index.

The index is built as a user of the store would build it. Its training begins at random, and takes
no seed, so an index is kept in the cache and built no second time.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from goldrank.errors import GoldrankError
from goldrank.rankers.base import (
    Material,
    Named,
    QueryBlock,
    RunSettings,
    Side,
    ToDepthSettings,
)
from goldrank.rankers.engines import refuse_documents, version_installed
from goldrank.rankers.kept_folder import Kept, kept_folder
from goldrank.rankers.order import NOT_RETRIEVED, Scores, quantise
from goldrank.rankers.vector import normalised, typical

IndexName = Literal[
    "FLAT", "IVF_FLAT", "IVF_SQ", "IVF_PQ", "IVF_RQ", "IVF_HNSW_FLAT", "IVF_HNSW_SQ", "IVF_HNSW_PQ"
]
NAMES: Final[tuple[IndexName, ...]] = get_args(IndexName)
HAVE: Final[Mapping[str, Sequence[IndexName]]] = {
    "partitions": [name for name in NAMES if name != "FLAT"],
    "sample_rate": [name for name in NAMES if name != "FLAT"],
    "nprobes": [name for name in NAMES if name != "FLAT"],
    "refine_factor": [name for name in NAMES if name != "FLAT"],
    "sub_vectors": [name for name in NAMES if name.endswith("_PQ")],
    "ef": [name for name in NAMES if "HNSW" in name],
}
"""Which indexes have a setting."""
BUILD: Final = {
    "partitions": "num_partitions",
    "sub_vectors": "num_sub_vectors",
    "sample_rate": "sample_rate",
}
"""What the store calls the settings that an index is built with."""
CODES: Final = 256
"""A code of product quantization is a byte: fewer vectors cannot train it."""
RQ_BLOCK: Final = 8
"""IVF_RQ takes dimensions by the eight."""
TABLE: Final = "units"


class LanceDbSettings(ToDepthSettings):
    """The index of the table, and how it is asked. What is not set is left to the store."""

    index: IndexName = "IVF_PQ"
    """The index, as the store names it; `FLAT` is none: every vector is read."""
    partitions: int | None = Field(default=None, ge=1)
    """Into how many partitions the vectors are put."""
    sub_vectors: int | None = Field(default=None, ge=1)
    """Into how many parts a vector is cut, each of which becomes one byte; they must divide its dimensions."""
    sample_rate: int | None = Field(default=None, ge=2)
    """How many vectors train a partition; the store makes no more partitions than that allows."""
    nprobes: int | None = Field(default=None, ge=1)
    """How many partitions a query looks into."""
    refine_factor: int | None = Field(default=None, ge=1)
    """How many times `depth` hits are scored again by their whole vectors."""
    ef: int | None = Field(default=None, ge=1)
    """How many candidates the search of a graph keeps; at least `depth` times `refine_factor`."""


class Stored(NamedTuple):
    """Vectors, shape (units, dimensions), and the folder of the cache, `None` for the default."""

    vectors: NDArray[np.float32]
    cache_folder: Path | None


@dataclass(frozen=True, slots=True)
class LanceDb:
    """The first `depth` units of a LanceDB table of the vectors that `vector` has, by its index; needs the extra `lancedb`.

    The score is minus the store's distance: some indexes measure it on what they made of the
    vectors, so it is no cosine. The store returns no zero vector, and nothing for a query that is
    one. Raises `GoldrankError` for a setting that the index has not, and where the extra is missing.
    """

    reads: ClassVar[Side] = "dense"
    settings: ClassVar[type[LanceDbSettings]] = LanceDbSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "LanceDB"
    combines: ClassVar[tuple[str, ...]] = ()
    is_reference: ClassVar[bool] = False
    score_name: ClassVar[str] = "minus distance"
    digits: ClassVar[int] = 4

    own: LanceDbSettings
    name: str = "lancedb"
    similarity: str = "cosine"
    encoder: str | None = None
    step: float = 1e-6

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> LanceDb:
        """The similarity is the one that the encoder's model was trained for."""
        return cls(named.settings, named.name, shared.similarity, named.encoder)

    def __post_init__(self) -> None:
        version_installed("lancedb")
        for setting, indexes in HAVE.items():
            if getattr(self.own, setting) is not None and self.own.index not in indexes:
                raise GoldrankError(
                    f"{setting}: {self.own.index} has none; expected it for {', '.join(indexes)}, or "
                    "leave it out"
                )
        least = self.own.depth * (self.own.refine_factor or 1)
        if self.own.ef is not None and self.own.ef < least:
            raise GoldrankError(
                f"ef: expected at least depth times refine_factor, {least}, got {self.own.ef}"
            )

    @property
    def known_to(self) -> int:
        """As deep as the store is asked."""
        return self.own.depth

    @property
    def fingerprint(self) -> str:
        """Every setting, in words, and the store's version."""
        asked = self._set("nprobes", "refine_factor", "ef")
        whose = [] if self.encoder is None else [f"encoder={self.encoder!r}"]
        return " ".join([self.index_fingerprint, f"depth={self.own.depth}", *asked, *whose])

    @property
    def index_fingerprint(self) -> str:
        """What the index is built by: rankers that share it ask one index."""
        store = f"lancedb {version_installed('lancedb')} {self.similarity} {self.own.index}"
        return " ".join([store, *self._set(*BUILD)])

    def _set(self, *names: str) -> list[str]:
        values = {name: getattr(self.own, name) for name in names}
        return [f"{name}={value}" for name, value in values.items() if value is not None]

    def units_of(self, material: Material, representation: str) -> Stored:
        """The vectors of the representation."""
        refuse_documents(self.name, material)
        return Stored(material.vectors(representation), material.ranked.cache_folder)

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> NDArray[np.float32]:
        """The vectors of the queries."""
        return asked.vectors

    def fit(self, units: Stored) -> LanceDbIndex:
        """Put the vectors into a table with the index, or open the one that is kept.

        Raises `GoldrankError` for vectors that the index cannot be built of.
        """
        rows, _ = (typical if self.similarity == "dot" else normalised)(units.vectors, "unit")
        some = np.flatnonzero(rows.any(axis=1))
        self._refuse(rows.shape[1])
        lancedb = _imported()
        known = (self, len(rows), len(some), rows.shape[1])
        if self.own.index == "FLAT" or not len(some):
            return LanceDbIndex(*known, _table(lancedb.connect("memory://"), rows, some))
        key = hashlib.sha256(f"{self.index_fingerprint} {rows.shape}".encode())
        key.update(rows.astype("<f4").tobytes())
        kept = kept_folder(
            units.cache_folder,
            key.hexdigest()[:32],
            lambda path: self._build(_table(lancedb.connect(path), rows, some)),
        )
        return LanceDbIndex(*known, lancedb.connect(kept.path).open_table(TABLE), kept)

    def _refuse(self, dimensions: int) -> None:
        parts = self.own.sub_vectors
        if parts is not None and dimensions % parts:
            fit = [str(n) for n in range(1, dimensions + 1) if dimensions % n == 0]
            raise GoldrankError(
                f"ranker {self.name}: sub_vectors: expected a divisor of the {dimensions} dimensions "
                f"({', '.join(fit)}), got {parts}"
            )
        if self.own.index == "IVF_RQ" and dimensions % RQ_BLOCK:
            raise GoldrankError(
                f"ranker {self.name}: index: IVF_RQ takes dimensions that {RQ_BLOCK} divides, got "
                f"{dimensions}; name another index"
            )

    def _build(self, table: Any) -> None:
        made = getattr(_imported().index, self.own.index.title().replace("_", ""))
        set_here = {BUILD[name]: getattr(self.own, name) for name in BUILD}
        given = {name: value for name, value in set_here.items() if value is not None}
        try:
            table.create_index("vector", config=made(distance_type=self.similarity, **given))
        except Exception as error:  # it is foreign code: it may raise anything
            raise GoldrankError(f"ranker {self.name}: {_one_line(error)}") from error


def _imported() -> Any:
    # Its log goes past our output, line by line; what matters of it is a remark.
    os.environ.setdefault("LANCEDB_LOG", "error")
    # A folder called "datasets" on the path passes for the library of that name: it asks it for
    # classes, and ends in an ImportError.
    if getattr(sys.modules.get("datasets"), "__file__", "") is None:
        del sys.modules["datasets"]
    import lancedb
    import lancedb.index

    return lancedb


def _table(store: Any, rows: NDArray[np.float32], some: NDArray[np.int64]) -> Any:
    """A new table of those vectors that are not zero, and of the numbers of their units."""
    import pyarrow as pa

    flat = pa.array(rows[some].ravel())
    vectors = pa.FixedSizeListArray.from_arrays(flat, rows.shape[1])
    return store.create_table(TABLE, pa.table({"unit": pa.array(some), "vector": vectors}))


def _one_line(error: Exception) -> str:
    said = re.sub(r",? /\S+\.rs:\d+:\d+", "", str(error))  # where in its source it was raised
    return " ".join(f"{type(error).__name__}: {said}".split())


@dataclass(frozen=True, slots=True, eq=False)
class LanceDbIndex:
    """A table of the store; `stored` of the units are in it, the others are zero vectors.

    `built` says where it is kept; one without an index is in memory.
    """

    near: ClassVar[int] = 0

    settings: LanceDb
    units: int
    stored: int
    dimensions: int
    table: Any
    built: Kept | None = None

    @property
    def remark(self) -> str:
        """How many units are never returned, and whether the index could be trained."""
        said = []
        if self.stored < self.units:
            lost = self.units - self.stored
            said.append(f"{lost:,} of {self.units:,} units are zero vectors, never returned")
        own = self.settings.own
        if own.index.endswith("_PQ") and self.stored < CODES:
            said.append(
                f"{self.stored:,} vectors are too few to train {own.index}, which takes {CODES}: the "
                "store reads every vector instead"
            )
        return f"{self.settings.name}: {'; '.join(said)}" if said else ""

    def scores(self, queries: NDArray[np.float32]) -> Scores:
        """Minus the distances in steps, shape (queries, units), of query vectors."""
        asked, _ = normalised(queries, "query")
        if asked.shape[1] != self.dimensions:
            raise GoldrankError(
                f"query vectors: expected {self.dimensions} dimensions as the index has, got "
                f"{asked.shape[1]}; encode queries and chunks with one encoder"
            )
        block = np.full((len(asked), self.units), NOT_RETRIEVED, dtype=np.int64)
        for row, vector in zip(block, asked, strict=True):
            if self.stored and vector.any():
                found, distances = self._hits(vector)
                row[found] = quantise(-distances, self.settings.step)
        return block

    def _hits(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        own = self.settings.own
        search = self.table.search(vector).distance_type(self.settings.similarity)
        search = search.limit(min(own.depth, self.stored)).select(["unit", "_distance"])
        for name in ("nprobes", "refine_factor", "ef"):
            if (value := getattr(own, name)) is not None:
                search = getattr(search, name)(value)
        try:
            hits = search.to_arrow()
        except Exception as error:  # it is foreign code: it may raise anything
            raise GoldrankError(f"ranker {self.settings.name}: {_one_line(error)}") from error
        distances = hits["_distance"].to_numpy().astype(np.float64)
        known = np.isfinite(distances)
        return hits["unit"].to_numpy()[known], distances[known]
