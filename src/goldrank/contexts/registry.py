"""Contexts by the one setting that says what is read: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import Field

from goldrank.contexts.base import Context
from goldrank.contexts.neighbours import Neighbours
from goldrank.contexts.parent import Parent
from goldrank.contexts.whole import Whole
from goldrank.errors import GoldrankError
from goldrank.settings import Settings


class ContextSettings(Settings):
    """What a reader gets where a chunk ranks: one of `neighbours`, `parent` and `whole`."""

    name: str
    """What tables call it."""
    neighbours: int | None = Field(default=None, gt=0)
    """With so many chunks of the document before it and behind it."""
    parent: Literal["section"] | None = None
    """`section`: the one that the chunk begins in, with what stands under its subheadings."""
    up: int = Field(default=0, ge=0)
    """How many headings further up that section is."""
    whole: bool = False
    """The document."""


KINDS: Final[Mapping[str, Callable[[ContextSettings], Context]]] = {
    "neighbours": lambda settings: Neighbours(settings.name, settings.neighbours or 0),
    "parent": lambda settings: Parent(settings.name, settings.up),
    "whole": lambda settings: Whole(settings.name),
}


def make_context(settings: ContextSettings) -> Context:
    """The context of a suite's table.

    Raises:
        GoldrankError: it says none of `KINDS` or several, or `up` without a `parent`.

    >>> make_context(ContextSettings(name="near", neighbours=2))
    Neighbours(name='near', count=2)
    """
    given: Mapping[str, Any] = settings.model_dump()
    named = [kind for kind in KINDS if given[kind]]
    if len(named) != 1:
        told = f"got {' and '.join(named)}" if named else "got none"
        raise GoldrankError(
            f"context {settings.name}: expected one of {', '.join(KINDS)}, {told}; such as "
            'neighbours = 1, parent = "section" or whole = true'
        )
    if settings.up and not settings.parent:
        raise GoldrankError(f'context {settings.name}: up needs parent = "section"')
    return KINDS[named[0]](settings)
