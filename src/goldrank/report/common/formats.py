"""Numbers as people read them, the same in a terminal, in Markdown and on a page."""

from __future__ import annotations

import math


def median(rank: float | None, units: int) -> str:
    """A median rank; beyond the last it is `> N`.

    >>> median(3.5, 900), median(None, 900)
    ('3.5', '> 900')
    """
    return f"> {units}" if rank is None or math.isnan(rank) else f"{rank:g}"


def decimal(value: float, digits: int = 3) -> str:
    """`.486`, `1.000`, `–` for a missing value.

    >>> decimal(0.486), decimal(1.0), decimal(float("nan"))
    ('.486', '1.000', '–')
    """
    if value is None or math.isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def signed(value: float, digits: int = 3) -> str:
    """A change with its sign.

    >>> signed(0.37), signed(-0.2), signed(0.0)
    ('+.370', '−.200', '.000')
    """
    if value is None or math.isnan(value):
        return ""
    rounded = round(value, digits)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal(abs(rounded), digits)


def percent(value: float) -> str:
    """A share in percent, never 100 or 0 where it is not.

    >>> percent(0.9996), percent(1.0), percent(0.0004), percent(0.25)
    ('99.9%', '100%', '0.1%', '25.0%')
    """
    if value is None or math.isnan(value):
        return "–"
    if value in (0.0, 1.0):
        return f"{value:.0%}"
    return f"{min(max(value, 0.001), 0.999):.1%}"


def number(value: float, digits: int = 0) -> str:
    """A number with thousands separated."""
    return "–" if value is None or math.isnan(value) else f"{value:,.{digits}f}"
