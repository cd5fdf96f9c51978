"""Progress in the terminal: a bar, a rate and the time left for every stage."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from goldrank.progress import Stage
from goldrank.text.unsafe import printable


class _Rate(ProgressColumn):
    """Done of total, and so many a second."""

    def render(self, task: Task) -> Text:
        unit = task.fields["unit"]
        if not task.total:
            return Text(unit)
        speed = task.finished_speed or task.speed
        rate = f", {speed:,.0f} a second" if speed else ""
        return Text(f"{task.completed:,.0f}/{task.total:,.0f} {unit}{rate}")


EVERY = 10.0
"""Seconds between two lines of one stage where there is no terminal: a log shows that it lives."""


class RichProgress:
    """Shows stages on a console; where that is no terminal, a line now and then and one at the end.

    `clock` tells seconds; `every` is how many lie between two lines.
    """

    def __init__(
        self,
        console: Console,
        clock: Callable[[], float] = time.perf_counter,
        every: float = EVERY,
    ) -> None:
        self._console = console
        self._clock = clock
        self._every = every
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

    def say(self, line: str) -> None:
        """Print one line above the bars."""
        self._bars.console.print(printable(line), markup=False, highlight=False)

    def _plain(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        told = _Told(name, total, unit, self._clock(), self._every)

        def advance(done: int) -> None:
            if line := told.advanced(done, self._clock()):
                self._print(line)

        with self._beating(told):
            yield advance
        counted = f"{total:,} {unit}, " if total else ""
        self._print(f"{name}: {counted}{self._clock() - told.since:.1f} s")

    @contextmanager
    def _beating(self, told: _Told) -> Iterator[None]:
        """Say now and then that a stage goes on which tells nothing: one step of it may be long."""
        over = threading.Event()

        def beat() -> None:
            while not over.wait(self._every):
                if line := told.alive(self._clock()):
                    self._print(line)

        thread = threading.Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _print(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False)


class _Told:
    """What a log was told of one stage: what is done, how fast, and the time left."""

    def __init__(self, name: str, total: int, unit: str, since: float, every: float) -> None:
        self.since = since
        self._every = every
        self._name = name
        self._total = total
        self._unit = unit
        self._done = 0
        self._last, self._done_then = since, 0

    def advanced(self, done: int, now: float) -> str:
        """The line that is due after so many more units, empty where none is."""
        self._done += done
        if now - self._last < self._every:
            return ""
        # The rate of late: what a cache held was done at once and says nothing of the rest.
        rate = (self._done - self._done_then) / (now - self._last)
        self._last, self._done_then = now, self._done
        of = f"/{self._total:,}" if self._total else ""
        said = f"{self._name}: {self._done:,}{of} {self._unit}, {rate:,.1f} a second"
        left = max(0, self._total - self._done) / rate if self._total and rate else None
        return said if left is None else f"{said}, {_duration(left)} left"

    def alive(self, now: float) -> str:
        """The line that is due where nothing was told for so long, empty where none is."""
        if now - self._last < self._every:
            return ""
        of = f"{self._done:,}/{self._total:,} {self._unit}, " if self._total else ""
        return f"{self._name}: {of}at work for {_duration(now - self.since)}"


def _duration(seconds: float) -> str:
    """Whole minutes and seconds.

    >>> _duration(125.2), _duration(7)
    ('2 min 5 s', '7 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
