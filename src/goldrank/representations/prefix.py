"""The one place where a prefix is put before (or after) a chunk."""

from __future__ import annotations

from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.representations.base import Represented
from goldrank.types import Span

Position = Literal["lead", "tail"]
BETWEEN = "\n\n"


def check_position(name: str, position: object) -> None:
    """Raise unless `position` is one of the two."""
    if position not in ("lead", "tail"):
        raise GoldrankError(
            f'representation {name}: position: expected "lead" or "tail", got {position!r}'
        )


def with_prefix(prefix: str, body: str, position: Position = "lead") -> Represented:
    r"""Prefix first, blank line, then the chunk; the other way round for `tail`.

    An empty prefix adds nothing, not even the blank line.

    >>> with_prefix("Leave > Notice", "It must be requested.").text
    'Leave > Notice\n\nIt must be requested.'
    >>> with_prefix("Leave", "It must.", "tail")
    Represented(text='It must.\n\nLeave', body=Span(start=0, end=8))
    """
    if not prefix:
        return Represented(body, Span(0, len(body)))
    if position == "tail":
        return Represented(body + BETWEEN + prefix, Span(0, len(body)))
    lead = prefix + BETWEEN
    return Represented(lead + body, Span(len(lead), len(lead) + len(body)))
