"""How long work tells how far it is; who shows it is not its business."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

Stage = Callable[[int], object]
"""Told how many more units of a stage are done."""


class Progress(Protocol):
    """Shows stages of work."""

    def stage(self, name: str, total: int, unit: str) -> AbstractContextManager[Stage]:
        """Enter a stage of `total` units (0 where nobody knows)."""
        ...

    def say(self, line: str) -> None:
        """Tell one line now, before what it is about is done."""
        ...


class Silent:
    """Shows nothing."""

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        """A stage that nobody sees."""
        yield lambda done: None

    def say(self, line: str) -> None:
        """A line that nobody sees."""
