"""The measured windows of a run, as they are written down with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldrank.running.prepared import Prepared
from goldrank.runs.run import Run
from goldrank.window.measured import Window

FIRST = "encoder"
"""The key of `run.window` that has the first encoder's name, where there are several."""
OTHERS = "other_encoders"
"""The key of `run.window` that has those of a suite's other encoders, by name."""


def written(prepared: Prepared) -> dict[str, Any]:
    """The first encoder's window, with those of the others, as JSON."""
    windows = {name: prepared.reader(name).window for name in prepared.parts.encoders}
    first = windows.pop("")
    one = first.to_json() if first else {}
    others = {name: window.to_json() if window else {} for name, window in windows.items()}
    return {**one, FIRST: prepared.suite.encoder[0].name, OTHERS: others} if others else one


def windows_of(run: Run) -> dict[str, Window | None]:
    """The windows of a run by encoder; the first encoder is the empty name."""
    known: Mapping[str, Mapping[str, Any]] = {"": first_of(run), **run.window.get(OTHERS, {})}
    return {n: Window.from_json(known[n]) if known.get(n) else None for n in run.suite.encoders}


def first_of(run: Run) -> dict[str, Any]:
    """The first encoder's window alone."""
    return {key: value for key, value in run.window.items() if key not in (FIRST, OTHERS)}
