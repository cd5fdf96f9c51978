"""The columns that a run shows of its systems and its coverage, their heads and their cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from goldrank.frames.bounds import coverage_said
from goldrank.frames.schema import SCHEMA, Column, Format
from goldrank.frames.unknown import UNKNOWN_SHARE, has_unknown
from goldrank.report.common.formats import decimal, median, number, percent, signed
from goldrank.running.filtered_after import FIRST
from goldrank.tables.held_by_all import compares_chunkers

Row = Mapping[str, Any]

_FORMATS: Final[Mapping[Format, Callable[[Any, Row], str]]] = {
    "": lambda value, row: str(value),
    "plain": lambda value, row: "–" if pd.isna(value) else str(int(value)),
    "count": lambda value, row: number(value),
    "tenth": lambda value, row: number(value, 1),
    "hundredth": lambda value, row: decimal(value, 2),
    "thousandth": lambda value, row: decimal(value),
    "change": lambda value, row: signed(value),
    "percent": lambda value, row: percent(value),
    "bounds": lambda value, row: coverage_said(row, percent),
    "rank": lambda value, row: median(value, _known_to(row)),
}


def _known_to(row: Row) -> int:
    """How deep a system's ranks are known: by default, to the last of its units."""
    depth = row.get("known_to")
    return int(row["units"]) if depth is None or pd.isna(depth) else int(depth)


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of one table that are shown: its names first, then its numbers."""

    names: tuple[Column, ...]
    numbers: tuple[Column, ...]

    def head(self, baseline: str = "") -> list[str]:
        """What stands above each column; `baseline` is what changes are against."""
        return [c.head.replace("{baseline}", baseline) for c in (*self.names, *self.numbers)]

    def cells(self, row: Row) -> list[str]:
        """The numbers of one row, as they are shown."""
        return [cell(column, row) for column in self.numbers]

    def heads_of(self, names: Sequence[str]) -> list[str]:
        """What stands above some columns, in the order asked for; what is not shown is left out."""
        heads = {column.name: column.head for column in self.numbers}
        return [heads[name] for name in names if name in heads]


def cell(column: Column, row: Row) -> str:
    """One value as it is shown, by the format of its column.

    >>> cell(SCHEMA["systems"].column("buried@20"), {"buried@20": 0.25})
    '25.0%'
    """
    return _FORMATS[column.format](row[column.name], row)


def systems_grid(systems: pd.DataFrame, cutoffs: Sequence[int]) -> Grid:
    """What is shown of the systems; `RR_held` where chunkers are compared."""
    names = [
        "RR",
        *(["RR_held"] if compares_chunkers(systems) else []),
        "RR_change",
        *(f"recall@{k}" for k in cutoffs),
        *("nDCG@10", "median_rank", "median_tokens", "buried@20", "buried@100"),
        *("split", "outside"),
        *(name for name in ("known_to", "unplaced") if name in systems),
        *(["reranked", "out_of_reach"] if "reranked" in systems else []),
    ]
    return _grid("systems", names)


def coverage_grid(coverage: pd.DataFrame, inputs: bool = False) -> Grid:
    """What is shown of the coverage; `inputs` where there is room for one column more."""
    names = [
        *("chunks", "coverage"),
        *([UNKNOWN_SHARE] if has_unknown(coverage) else []),
        "cut_rate",
        *(["inputs"] if inputs else []),
        *("prefix_tokens", "prefix_share", "pushed_out", "similarity"),
    ]
    return _grid("coverage", names)


def contexts_grid(contexts: pd.DataFrame) -> Grid:
    """What is shown of contexts: their size, what they heal, and what is served at each budget."""
    served = [name for name in contexts.columns if name.startswith("served@")]
    return _grid("contexts", ["context_tokens", "healed", *served])


def spans_grid() -> Grid:
    """What is shown of spans: our recall first, then what others publish."""
    four = ["recall", "precision", "omega", "iou"]
    names = [f"{unit}_{name}" for unit in ("char", "token") for name in four]
    ranks = ["span_nDCG", "evidence_AP", "legalbench_recall", "legalbench_precision"]
    return _grid("spans", ["need_recall", *names, *ranks])


def engines_grid() -> Grid:
    """What is shown of engines: what they give of the exact ranking, and what that costs."""
    found = ["found", "found_low", "found_high"]
    change = ["RR_change", "RR_change_low", "RR_change_high", "p_value"]
    return _grid("engines", ["depth", *found, "RR", "exact_RR", *change])


def filtering_grid() -> Grid:
    """What is shown of filtering after the first k: what is found before it and after, and lost."""
    names = [f"{name}@{k}" for k in FIRST for name in ("found", "found_after", "lost", "left")]
    return _grid("filtering", ["needs", *names])


def _grid(table: str, numbers: Sequence[str]) -> Grid:
    schema = SCHEMA[table]
    return Grid(
        tuple(map(schema.column, schema.key)), tuple(schema.column(name) for name in numbers)
    )
