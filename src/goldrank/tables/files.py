"""Tables as files: parquet for programs, csv for people, the same bytes for the same rows."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from goldrank.text.unsafe import IN_TABLES

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def write_parquet(table: pd.DataFrame, path: Path) -> None:
    """Write `table`; same rows and versions, same bytes."""
    table.reset_index(drop=True).to_parquet(path, index=False, compression="zstd")


def write_csv(table: pd.DataFrame, path: Path) -> None:
    """Write `table` for people, as `csv_text` has it."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(csv_text(table))


def csv_text(table: pd.DataFrame) -> str:
    """`table` as CSV for people: a text that a spreadsheet would run as a formula gets an apostrophe,
    and control characters, which a terminal would obey, become U+FFFD."""
    text = table.copy()
    for column in text.columns:
        if not (
            pd.api.types.is_numeric_dtype(text[column]) or pd.api.types.is_bool_dtype(text[column])
        ):
            text[column] = text[column].map(harmless)
    return str(text.to_csv(index=False, lineterminator="\n"))


def harmless(value: object) -> object:
    """`value`, with an apostrophe before a text that begins like a formula, and no controls.

    >>> harmless("=HYPERLINK(1)"), harmless("leave"), harmless(3)
    ("'=HYPERLINK(1)", 'leave', 3)
    """
    if not isinstance(value, str):
        return value
    # White space before it does not keep a spreadsheet from running a formula.
    text = IN_TABLES.sub("�", value)
    return "'" + text if text.lstrip(" \t\n\r\xa0�").startswith(FORMULA) else text
