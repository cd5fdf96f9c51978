"""Rankers by the name that a suite gives: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldrank.rankers.base import Ranker, RunSettings
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.reference import Oracle, Random
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.vector import Vector

KINDS: Mapping[str, type[Vector | Bm25 | Rrf | Random | Oracle]] = {
    "vector": Vector,
    "bm25": Bm25,
    "rrf": Rrf,
    "random": Random,
    "oracle": Oracle,
}
"""Each stands after those that it combines."""

DEFAULT = ("vector", "bm25", "rrf")
REFERENCES = tuple(name for name, kind in KINDS.items() if kind.is_reference)
"""They are there to be compared with: no search, no cause and no advice is about them."""


def make_rankers(
    tables: Mapping[str, Mapping[str, Any]], settings: RunSettings
) -> dict[str, Ranker[Any, Any]]:
    """Every ranker, by name; `tables` are the suite's tables of settings, by ranker."""
    return {name: kind.made_of(tables.get(name, {}), settings) for name, kind in KINDS.items()}
