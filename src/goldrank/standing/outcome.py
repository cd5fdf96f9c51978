"""What a gate is worth on a part of a stream: precision, recall, alarms and delay, with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goldrank.measuring.clusters import Numbers, numbered, sums_by_cluster
from goldrank.measuring.medians import median_interval, middle_of
from goldrank.measuring.randomization import Interval
from goldrank.measuring.redraws import one_sided, percentiles, redraws
from goldrank.standing.delays import delays_of
from goldrank.standing.judged import Judged, Mask
from goldrank.standing.stream import Stream


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `of`, and the interval of their ratio; NaN and `None` of nothing."""

    hits: int
    of: int
    interval: Interval | None

    @property
    def value(self) -> float:
        """The ratio, 0 to 1."""
        return self.hits / self.of if self.of else math.nan


@dataclass(frozen=True, slots=True)
class Median:
    """The median of some delays; infinite where half of the events or more are never caught."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A gate on some records.

    `precision`: relevant ones of the judged records that are let through. `recall`: let through of
    the relevant ones. `alarms`: let through of all records. `caught`: events of which a relevant
    record is let through. Intervals hold at 95 % each; all but the delays' draw whole sessions,
    since what is said in one session is not independent.
    """

    records: int
    sessions: int
    precision: Share
    recall: Share
    alarms: Share
    caught: Share
    delay_records: Median
    delay_minutes: Median

    @property
    def unjudged(self) -> int:
        """Records that are let through and that nobody judged: precision does not count them."""
        return self.alarms.hits - self.precision.of


@dataclass(frozen=True, eq=False)
class Part:
    """Some records of a judged stream, and the redraws of their sessions."""

    stream: Stream
    judged: Judged
    inside: Mask
    seed: int = 0
    sessions: Numbers = field(init=False)
    drawn: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        names = [
            name for name, wanted in zip(self.stream.sessions, self.inside, strict=True) if wanted
        ]
        object.__setattr__(self, "sessions", numbered(names))
        object.__setattr__(self, "drawn", redraws(np.arange(len(set(names))), self.seed))

    def outcome(self, passed: Mask) -> Outcome:
        """What a gate that lets `passed` through, shape (records,), is worth here."""
        judged, through = self.judged, passed & self.inside
        delays = delays_of(self.stream, judged, passed, self.inside)
        caught = np.isfinite(delays.records)
        return Outcome(
            records=int(self.inside.sum()),
            sessions=self.drawn.shape[1],
            precision=self._share(through & judged.relevant, through & judged.known),
            recall=self._share(through & judged.relevant, judged.relevant),
            alarms=self._share(through, self.inside),
            caught=Share(delays.caught, len(caught), _independent(caught)),
            delay_records=_median(delays.records),
            delay_minutes=_median(delays.minutes),
        )

    def _share(self, hits: Mask, of: Mask) -> Share:
        columns = np.stack([hits[self.inside], of[self.inside]], axis=1).astype(np.float64)
        by_session = sums_by_cluster(columns, self.sessions)
        found, every = (int(column) for column in by_session.sum(axis=0))
        if not every:
            return Share(0, 0, None)
        if found in (0, every):  # no redraw has another share
            some = int((by_session[:, 1] > 0).sum())
            return Share(found, every, one_sided(found > 0, some))
        with np.errstate(invalid="ignore"):
            shares = (self.drawn @ by_session[:, 0]) / (self.drawn @ by_session[:, 1])
        return Share(found, every, percentiles(shares))


def _independent(caught: Mask) -> Interval | None:
    """The exact interval of the events that are caught: each is independent of the others."""
    from scipy.stats import binomtest

    if not len(caught):
        return None
    found = binomtest(int(caught.sum()), len(caught)).proportion_ci(0.95)
    return Interval(float(found.low), float(found.high))


def _median(delays: NDArray[np.float64]) -> Median:
    values = delays.tolist()
    return Median(middle_of(values), median_interval(values))
