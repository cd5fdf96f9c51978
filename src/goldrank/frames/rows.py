"""Rows of a table as dictionaries with text keys."""

from __future__ import annotations

from typing import Any

import pandas as pd


def rows_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """One dictionary per row, in order.

    >>> rows_of(pd.DataFrame({"rank": [3]}))
    [{'rank': 3}]
    """
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def rows_by(table: pd.DataFrame, column: str) -> dict[str, dict[str, Any]]:
    """The rows by the text in `column`; the first row of a text counts."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows_of(table):
        found.setdefault(str(row[column]), row)
    return found
