"""Rankers by the kind that a suite names: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from goldrank.rankers.base import Kind
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.convex import Convex
from goldrank.rankers.lancedb_store import LanceDb
from goldrank.rankers.reference import Oracle, Random
from goldrank.rankers.rerank import Rerank
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.search import Search
from goldrank.rankers.tantivy_engine import Tantivy
from goldrank.rankers.trec_run import TrecRun
from goldrank.rankers.vector import Vector

KINDS: Final[Mapping[str, Kind]] = {
    "vector": Vector,
    "bm25": Bm25,
    "rrf": Rrf,
    "convex": Convex,
    "rerank": Rerank,
    "lancedb": LanceDb,
    "tantivy": Tantivy,
    "trec_run": TrecRun,
    "random": Random,
    "oracle": Oracle,
}
OWN: Final[Kind] = Search
"""What every `module:callable` makes."""

DEFAULT: Final = ("vector", "bm25", "rrf")
"""What ranks where a suite names no ranker: each under the name of its kind."""
