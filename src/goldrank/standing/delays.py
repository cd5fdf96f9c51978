"""How long after an event begins the gate lets the first record of it through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldrank.standing.judged import Judged, Mask
from goldrank.standing.stream import Stream


@dataclass(frozen=True, slots=True, eq=False)
class Delays:
    """By event, in the order in which they begin: infinite where nothing of it is let through.

    `records` counts the records of the stream that come after the first relevant one, up to and
    with the first of the event that is let through; `minutes` is the time between the two.
    """

    events: tuple[str, ...]
    records: NDArray[np.float64]
    minutes: NDArray[np.float64]

    @property
    def caught(self) -> int:
        """The events of which a record is let through."""
        return int(np.isfinite(self.records).sum())


def delays_of(stream: Stream, judged: Judged, passed: Mask, part: Mask) -> Delays:
    """The delays of the events among the records of `part`; all masks have shape (records,).

    An event begins with its first relevant record there. A record of the same session that is not
    relevant catches nothing.
    """
    begun: dict[str, int] = {}
    caught: dict[str, int] = {}
    for at in np.flatnonzero(judged.relevant & part).tolist():
        event = judged.event[at]
        begun.setdefault(event, at)
        if passed[at]:
            caught.setdefault(event, at)
    records = [caught[name] - at if name in caught else np.inf for name, at in begun.items()]
    minutes = [_minutes(stream, at, caught.get(name)) for name, at in begun.items()]
    return Delays(tuple(begun), np.array(records, dtype=np.float64), np.array(minutes))


def _minutes(stream: Stream, begun: int, caught: int | None) -> float:
    if caught is None:
        return np.inf
    return (stream.records[caught].time - stream.records[begun].time).total_seconds() / 60
