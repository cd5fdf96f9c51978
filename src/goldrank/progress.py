"""How long work tells how far it is; who shows it is not its business."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Stage(Protocol):
    """One stage of the work; calls say how much more is done."""

    def __call__(self, done: int) -> None:
        """`done` more units are done."""
        ...


class Progress(Protocol):
    """Shows stages: a name, a total, the unit that is counted."""

    def stage(self, name: str, total: int, unit: str) -> AbstractStage:
        """Enter a stage of `total` units."""
        ...


class AbstractStage(Protocol):
    """A stage as a context manager."""

    def __enter__(self) -> Stage: ...

    def __exit__(self, *exception: object) -> None: ...


class Silent:
    """Shows nothing."""

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        """A stage that nobody sees."""
        yield lambda done: None
