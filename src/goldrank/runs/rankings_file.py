"""The first units of every ranking of a run, in one small file beside its tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.running.work import Rankings
from goldrank.types import System

RANKINGS = "rankings.parquet"
_COLUMNS = ("chunker", "variant", "ranker", "query_id", "units")

Kept = Mapping[System, Mapping[str, NDArray[np.int32]]]
"""By system and query, the positions of its first units, best first."""


def write_rankings(rankings: Rankings, path: Path) -> None:
    """One row for each system and query; units are positions in corpus order."""
    rows: dict[str, list[object]] = {name: [] for name in _COLUMNS}
    for system, answers in rankings.ranked.items():
        for query_id, top in zip(rankings.query_ids, answers.top, strict=True):
            values = (system.chunker, system.variant, system.ranker, query_id, top[top >= 0])
            for column, value in zip(rows.values(), values, strict=True):
                column.append(value)
    texts = {name: pa.array(rows[name], pa.string()) for name in _COLUMNS[:-1]}
    units = pa.array(rows["units"], pa.list_(pa.int32()))
    pq.write_table(pa.table({**texts, "units": units}), path, compression="zstd")


def read_rankings(folder: Path) -> Kept:
    """The rankings that were kept in the folder of a run; raises where it has none."""
    path = folder / RANKINGS
    if not path.is_file():
        raise GoldrankError(
            f"{folder}: it has no {RANKINGS}: an earlier goldrank wrote it, or it was not copied "
            "whole; run the suite again"
        )
    try:
        table = pq.read_table(path, columns=list(_COLUMNS))
        found: dict[System, dict[str, NDArray[np.int32]]] = {}
        names = [table[name].to_pylist() for name in _COLUMNS[:-1]]
        for *system, query_id, units in zip(*names, table["units"], strict=True):
            found.setdefault(System(*system), {})[query_id] = units.values.to_numpy()
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        said = " ".join(str(error).split())[:200]
        raise GoldrankError(f"{path} is damaged: {said}; run the suite again") from None
    return found
