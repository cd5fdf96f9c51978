"""Metadata as rules compare it: words, and moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any


def word(value: Any) -> str:
    """One value as it is compared: its text, so that 7 of a front matter is "7" of a csv.

    Raises `ValueError` for what is no single value.

    >>> word(7), word(7.0), word(True), word(" hr "), word(date(2026, 3, 1))
    ('7', '7', 'true', 'hr', '2026-03-01')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int | float):
        return str(value).strip()
    raise ValueError(f"expected one text, number, date or true and false, got {value!r:.60}")


def words(value: Any) -> frozenset[str]:
    """One value or a list of them; none where there is nothing.

    >>> sorted(words(["hr", "it"])), sorted(words("hr")), words(None)
    (['hr', 'it'], ['hr'], frozenset())
    """
    if is_nothing(value):
        return frozenset()
    several = isinstance(value, Sequence) and not isinstance(value, str)
    return frozenset(word(each) for each in (value if several else [value]))


def is_nothing(value: Any) -> bool:
    """Whether a field is not filled in: missing, empty text, or a list of nothing.

    >>> is_nothing(None), is_nothing(" "), is_nothing([]), is_nothing(0)
    (True, True, True, False)
    """
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, Sequence | Mapping) and not value)


def moment(value: Any) -> datetime:
    """A date (its first instant) or a date and time, in UTC where no zone is said.

    Raises `ValueError` for anything else.

    >>> moment("2026-03-01") == moment(date(2026, 3, 1)) == moment("2026-03-01T01:00:00+01:00")
    True
    """
    if isinstance(value, datetime):
        found = value
    elif isinstance(value, date):
        found = datetime.combine(value, time())
    elif isinstance(value, str):
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            raise ValueError(
                f"expected a date such as 2026-03-01, or a date and time, got {value!r:.60}"
            ) from None
    else:
        raise ValueError(f"expected a date such as 2026-03-01, got {value!r:.60}")
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
