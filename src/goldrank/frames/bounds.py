"""A share of the corpus as it is said: one figure where it is known, else between two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

BOUND = "covered_at_most"
"""The column that is there where what a vector holds is known between two bounds only."""


def coverage_at_most(row: Mapping[str, Any]) -> float:
    """The largest coverage that a row of the table `coverage` allows."""
    most = row.get(BOUND)
    if most is None or most != most or not row["body_characters"]:
        return float(row["coverage"])
    return float(most / row["body_characters"])


def coverage_said(row: Mapping[str, Any], percent: Callable[[float], str]) -> str:
    """Coverage as it stands in a cell: a share, two of them, or that it is not known.

    >>> row = {"coverage": 0.25, "body_characters": 100, "covered_at_most": 31}
    >>> coverage_said(row, "{:.0%}".format)
    '25%–31%'
    >>> coverage_said({**row, "covered_at_most": 25}, "{:.0%}".format)
    '25%'
    """
    least, most = float(row["coverage"]), coverage_at_most(row)
    if least == 0.0 and most == 1.0:
        return "unknown"
    if least != least or percent(least) == percent(most):
        return percent(least)
    return f"{percent(least)}–{percent(most)}"
