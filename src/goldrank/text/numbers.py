"""Numbers as sentences say them."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 4


def digits(value: Fraction, places: int = DIGITS) -> str:
    """A value in decimals, without trailing zeros.

    >>> digits(Fraction(1, 100)), digits(Fraction(2, 3)), digits(Fraction(735))
    ('0.01', '0.6667', '735')
    """
    text = f"{float(value):.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(value: Fraction | None) -> str:
    """A value in decimals, or `no number`.

    >>> shown(Fraction(1, 2)), shown(Fraction(735)), shown(None)
    ('0.5000', '735', 'no number')
    """
    if value is None:
        return "no number"
    return str(value) if value.denominator == 1 and value > 1 else f"{float(value):.{DIGITS}f}"


def counted(queries: int, clusters: int) -> str:
    """So many queries, in so many clusters where those are fewer.

    >>> counted(308, 60), counted(8, 8), counted(3, 1)
    ('308 queries in 60 clusters', '8 queries', '3 queries in 1 cluster')
    """
    if clusters in (0, queries):
        return f"{queries:,} queries"
    return f"{queries:,} queries in {clusters:,} cluster{'s' if clusters > 1 else ''}"


def p_words(p_value: float) -> str:
    """A p-value, never 0.

    >>> p_words(0.2134), p_words(0.00001)
    ('p = 0.213', 'p < 0.001')
    """
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"
