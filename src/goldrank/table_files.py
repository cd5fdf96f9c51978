"""Tables as files: parquet for programs, csv for people, the same bytes for the same rows."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_parquet(table: pd.DataFrame, path: Path) -> None:
    """Write `table`; same rows and versions, same bytes."""
    table.reset_index(drop=True).to_parquet(path, index=False, compression="zstd")


def write_csv(table: pd.DataFrame, path: Path) -> None:
    """Write `table` for people: a text that a spreadsheet would run as a formula gets an apostrophe."""
    text = table.copy()
    for column in text.columns:
        if not (
            pd.api.types.is_numeric_dtype(text[column]) or pd.api.types.is_bool_dtype(text[column])
        ):
            text[column] = text[column].map(harmless)
    with path.open("w", encoding="utf-8", newline="") as file:
        text.to_csv(file, index=False, lineterminator="\n")


def harmless(value: object) -> object:
    """`value`, with an apostrophe before a text that begins like a formula.

    >>> harmless("=HYPERLINK(1)"), harmless("leave"), harmless(3)
    ("'=HYPERLINK(1)", 'leave', 3)
    """
    if isinstance(value, str) and value.startswith(FORMULA):
        return "'" + value
    return value
