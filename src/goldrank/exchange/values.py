"""Values of somebody else's rows: a text where a text is meant, a number where one is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any


def said(row: Mapping[str, Any], *keys: str) -> str:
    """The text of the first of `keys` that has one; a number is text too, all else is none.

    >>> said({"id": 7, "name": "q"}, "_id", "id"), said({"id": None}, "id")
    ('7', '')
    """
    for key in keys:
        value = row.get(key)
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            return str(value)
    return ""


def texts(value: Any) -> list[str]:
    """A text, or the texts of a list.

    >>> texts("a"), texts(["a", 7]), texts(None)
    (['a'], ['a', ''], [])
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [each if isinstance(each, str) else "" for each in value]
    return []


def items(value: Any) -> list[Any]:
    """The elements of a list; none of anything else."""
    return list(value) if isinstance(value, list | tuple) else []


def table(value: Any) -> Mapping[str, Any]:
    """A table, or an empty one where it is none."""
    return value if isinstance(value, dict) else {}


def whole(value: Any) -> int | None:
    """A whole number, also as text or with a zero behind the point; `None` where it is none.

    >>> whole(3), whole("3"), whole("2.0"), whole(0.5), whole("x"), whole(True)
    (3, 3, 2, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int):
        return value
    text = str(value).strip()
    return int(text.partition(".")[0]) if re.fullmatch(r"-?\d{1,15}(\.0*)?", text) else None
