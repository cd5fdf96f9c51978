"""Asking again what failed in passing: with longer and longer waits, or as long as one is told."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TypeVar

from goldrank.errors import GoldrankError

T = TypeVar("T")
SLEEP: Callable[[float], None] = time.sleep


class AgainError(Exception):
    """A try that failed in passing; `after` is how many seconds one was told to wait."""

    def __init__(self, what: str, after: float | None = None) -> None:
        super().__init__(what)
        self.after = after


@dataclass(frozen=True)
class Patience:
    """How often and how long: `retries` more tries, the first after about `first` seconds.

    Waits double up to `longest`, each shortened by up to half by chance, so that runs that fail
    together do not come again together. A wait that one is told is kept to the full, up to
    `most_told`.
    """

    retries: int = 6
    first: float = 1.0
    longest: float = 60.0
    most_told: float = 300.0
    sleep: Callable[[float], None] = field(default_factory=lambda: SLEEP, repr=False)
    chance: random.Random = field(default_factory=lambda: random.Random(0), repr=False)

    def call(self, work: Callable[[], T], who: str) -> T:
        """What `work` returns, asked again where it raises `AgainError`.

        Raises:
            GoldrankError: it failed every time, or wants a longer wait; begins with `who`.
        """
        for tries in range(self.retries + 1):
            try:
                return work()
            except AgainError as error:
                failed, after = str(error), error.after
            if after is not None and after > self.most_told:
                raise GoldrankError(
                    f"{who} {failed}, and wants a wait of {after:,.0f} s, more than "
                    f"{self.most_told:,.0f} s; run again then: what it gave before is kept"
                )
            if tries < self.retries:
                self.sleep(self.wait(tries, after))
        raise GoldrankError(
            f"{who} {failed}, {self.retries + 1} times in all; run again later: what it gave "
            "before is kept"
        )

    def wait(self, tries: int, after: float | None) -> float:
        """The seconds before the next try, after `tries` that failed before this one.

        >>> Patience().wait(0, None) <= 1.0, 8.0 <= Patience().wait(4, None) <= 16.0
        (True, True)
        >>> 7.0 <= Patience().wait(0, after=7.0) <= 8.0
        True
        """
        if after is not None:
            return after + self.first * self.chance.random()
        doubled = self.first * 2.0**tries
        return min(self.longest, doubled) * self.chance.uniform(0.5, 1.0)


def told_wait(value: str | None, now: float) -> float | None:
    """The seconds of a `Retry-After`: a number of them, or a date; `None` where it says nothing.

    Source: RFC 9110, section 10.2.3.

    >>> told_wait("7", 0.0), told_wait("Thu, 01 Jan 1970 00:01:40 GMT", 40.0), told_wait("x", 0.0)
    (7.0, 60.0, None)
    """
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None
