"""Systems in tables: the rows of one, and the system of each row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pandas as pd

from goldrank.frames.schema.ranks import SYSTEM_KEY
from goldrank.types import System

SYSTEM: Final = list(SYSTEM_KEY)
"""The columns that name a system, as pandas takes them."""


def systems_of(table: pd.DataFrame) -> list[System]:
    """The system of each row, in order.

    >>> systems_of(pd.DataFrame([("heading", "raw", "bm25")], columns=SYSTEM))
    [System(chunker='heading', variant='raw', ranker='bm25')]
    """
    return [System(*map(str, row)) for row in table[SYSTEM].itertuples(index=False)]


def by_system(table: pd.DataFrame) -> Iterator[tuple[System, pd.DataFrame]]:
    """The rows of each system, in the order in which the systems are first seen."""
    for key, rows in table.groupby(SYSTEM, sort=False):
        yield System(*map(str, key)), rows


def system_of(row: Mapping[str, Any]) -> System:
    """The system of one row."""
    return System(*(str(row[name]) for name in SYSTEM))


def rows_of_system(table: pd.DataFrame, system: System) -> pd.DataFrame:
    """The rows of one system.

    >>> rows_of_system(pd.DataFrame([("a", "raw", "bm25")], columns=SYSTEM), System("b", "raw", "bm25"))
    Empty DataFrame
    Columns: [chunker, variant, ranker]
    Index: []
    """
    return table[(table[SYSTEM] == list(system)).all(axis=1)]
