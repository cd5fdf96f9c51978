"""A question that stands, and watches what comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from goldrank.errors import GoldrankError


@final
@dataclass(frozen=True, slots=True)
class StandingQuery:
    """A question with a name. It is never empty: a gate is defined by what it asks.

    >>> StandingQuery("leave", "  ")
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: standing query 'leave': expected a question, got '  '; \
without one there is nothing a record could be held against
    """

    name: str
    text: str

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise GoldrankError(
                f"standing query: expected a name of printable text, got {self.name!r}"
            )
        if not any(character.isalnum() for character in self.text):
            raise GoldrankError(
                f"standing query {self.name!r}: expected a question, got {self.text!r:.60}; "
                "without one there is nothing a record could be held against"
            )
