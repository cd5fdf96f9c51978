"""Chance that a name fixes: each thing that is made throws dice of its own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Throws that depend on the seed and the names alone, on any machine.

    Of Python's generator only `random()` is used: it is the one whose values no version changes
    (https://docs.python.org/3/library/random.html#notes-on-reproducibility).

    >>> Dice(7, "hr", "3").number(1, 6) == Dice(7, "hr", "3").number(1, 6)
    True
    """

    def __init__(self, seed: int, *names: str) -> None:
        self._throws = random.Random("/".join((str(seed), *names)))

    def number(self, low: int, high: int) -> int:
        """A whole number in `[low, high]`, each as likely as the others."""
        return low + int(self._throws.random() * (high - low + 1))

    def one_of(self, values: Sequence[T]) -> T:
        """One of `values`, each as likely as the others."""
        return values[self.number(0, len(values) - 1)]

    def some_of(self, values: Sequence[T], count: int) -> list[T]:
        """`count` of `values`, none twice, in the order in which they fell."""
        left = list(values)
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(count)]
