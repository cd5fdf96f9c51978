"""Progress in the terminal: a bar, a rate and the time left for every stage."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from goldrank.progress import Stage


class _Rate(ProgressColumn):
    """Done of total, and so many a second."""

    def render(self, task: Task) -> Text:
        unit = task.fields["unit"]
        if not task.total:
            return Text(unit)
        speed = task.finished_speed or task.speed
        rate = f", {speed:,.0f} a second" if speed else ""
        return Text(f"{task.completed:,.0f}/{task.total:,.0f} {unit}{rate}")


class RichProgress:
    """Shows stages on a console; on one that is not a terminal, one line when a stage ends."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            TextColumn("{task.description:<28}"),
            BarColumn(bar_width=24),
            _Rate(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=console,
            transient=True,
        )

    def __enter__(self) -> RichProgress:
        if self._console.is_terminal:
            self._bars.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._console.is_terminal:
            self._bars.stop()

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        """Show one stage of `total` units; 0 where it is not known."""
        if not self._console.is_terminal:
            yield from self._plain(name, total, unit)
            return
        task = self._bars.add_task(name, total=total or None, unit=unit)
        try:
            yield lambda done: self._bars.update(task, advance=done)
        finally:
            self._bars.update(task, total=self._bars.tasks[task].completed or 1)

    def _plain(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        since = time.perf_counter()
        yield lambda done: None
        counted = f"{total:,} {unit}, " if total else ""
        seconds = time.perf_counter() - since
        self._console.print(f"{name}: {counted}{seconds:.1f} s", markup=False, highlight=False)
