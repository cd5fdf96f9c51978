"""Checks that the settings of all chunkers share; each raises an error that names the setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from goldrank.errors import GoldrankError

Unit = Literal["tokens", "characters"]
Reserve = int | Literal["breadcrumb"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the chunks of a chunker may be, in `unit`, and what stays free of that.

    `limit` is `None` where the encoder's window, in tokens, is the limit. `reserve` is a number
    of units, or "breadcrumb": what the breadcrumb of the chunk's own place takes.

    >>> Limits().in_force(254), Limits(64).in_force(254), Limits(64).takes_window
    (254, 64, False)
    """

    limit: int | None = None
    unit: Unit = "tokens"
    reserve: Reserve = "breadcrumb"

    @property
    def takes_window(self) -> bool:
        """Whether the encoder's window is the limit."""
        return self.limit is None and self.unit == "tokens"

    def in_force(self, window: int | None) -> int | None:
        """The limit with an encoder of this window, `None` where there is none."""
        return window if self.takes_window else self.limit


def check_number(name: str, setting: str, value: object, least: int) -> None:
    """Raise unless `value` is a whole number of at least `least`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _wrong(name, setting, f"a whole number of at least {least}", value)


def check_choice(name: str, setting: str, value: object, choices: Sequence[object]) -> None:
    """Raise unless `value` is one of `choices`."""
    if not any(value is choice or value == choice for choice in choices):
        raise _wrong(name, setting, " or ".join(repr(choice) for choice in choices), value)


def check_flag(name: str, setting: str, value: object) -> None:
    """Raise unless `value` is a truth value."""
    if not isinstance(value, bool):
        raise _wrong(name, setting, "true or false", value)


def check_name(kind: str, name: object) -> None:
    """Raise unless `name` can stand in a table."""
    if not isinstance(name, str) or not name.strip():
        raise GoldrankError(f"a {kind} chunker: expected a name that is not empty, got {name!r}")


def check_room(name: str, limit: object, unit: object, reserve: object) -> None:
    """Raise unless the three settings of a room make sense together."""
    check_choice(name, "unit", unit, ("tokens", "characters"))
    if limit is not None:
        check_number(name, "limit", limit, 1)
    elif unit == "characters":
        raise _wrong(name, "limit", 'a number of characters, with unit = "characters"', limit)
    check_reserve(name, reserve)
    if isinstance(reserve, int) and isinstance(limit, int) and reserve >= limit:
        raise _wrong(name, "reserve", f"less than the limit of {limit}", reserve)


def check_reserve(name: str, reserve: object) -> None:
    """Raise unless `reserve` is "breadcrumb" or a number of units."""
    if reserve == "breadcrumb":
        return
    if not isinstance(reserve, int) or isinstance(reserve, bool) or reserve < 0:
        raise _wrong(name, "reserve", '"breadcrumb" or a whole number of at least 0', reserve)


def check_overlap(name: str, overlap: object, limit: int | None) -> None:
    """Raise unless the next chunk can begin after this one does."""
    check_number(name, "overlap", overlap, 0)
    if isinstance(overlap, int) and limit is not None and overlap >= limit:
        raise _wrong(name, "overlap", f"less than the limit of {limit}", overlap)


def _wrong(name: str, setting: str, expected: str, value: object) -> GoldrankError:
    return GoldrankError(f"chunker {name!r}: {setting}: expected {expected}, got {value!r}")
