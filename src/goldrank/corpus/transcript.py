"""What a format of session transcripts promises: each line is something said, or counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from goldrank.formats.base import UnreadableError


@dataclass(frozen=True, slots=True)
class Said:
    """One message: who said it, when, its text, and what of it is not in the text, counted."""

    role: str
    time: datetime
    text: str
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A line that holds no message; `kind` is what it is counted as, in the plural."""

    kind: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """One format of transcripts, of one JSON object a line.

    `takes` says whether an object is a message of it. `message` reads a line of a file in which
    some object is; it raises `UnreadableError` for what is none.
    """

    name: str
    takes: Callable[[Mapping[str, Any]], bool]
    message: Callable[[Mapping[str, Any]], Said | Unsaid]


def moment_of(value: object) -> datetime:
    """A time as ISO 8601 writes it; one without an offset is taken for UTC.

    >>> moment_of("2026-03-01T09:00:00+01:00")
    datetime.datetime(2026, 3, 1, 8, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        if found is not None:
            return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise UnreadableError(f'expected a time as "2026-03-01T09:00:00Z", got {value!r:.40}')
