"""Going through things one by one, past those of which something is said."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from goldrank.errors import GoldrankError

K = TypeVar("K")


@dataclass(slots=True)
class Walk(Generic[K]):
    """Where a person is among `keys`; `said` holds those of which something is said.

    >>> walk = Walk.begun(["a", "b", "c"], {"a"})
    >>> walk.key, walk.left
    ('b', 2)
    """

    keys: Sequence[K]
    said: Container[K]
    at: int = 0

    @classmethod
    def begun(cls, keys: Sequence[K], said: Container[K]) -> Walk[K]:
        """At the first of which nothing is said."""
        walk = cls(keys, said, -1)
        walk.go_on()
        return walk

    @property
    def is_over(self) -> bool:
        """Whether nothing is left behind the one that is looked at."""
        return self.at >= len(self.keys)

    @property
    def left(self) -> int:
        """Of how many nothing is said."""
        return sum(key not in self.said for key in self.keys)

    @property
    def key(self) -> K:
        """The one that is looked at."""
        return self.keys[self.at]

    def go_on(self) -> None:
        """To the next of which nothing is said."""
        self.at += 1
        while not self.is_over and self.key in self.said:
            self.at += 1

    def go_back(self, what: str) -> None:
        """To the one before, whatever is said of it; `what` names one of them."""
        if self.at == 0:
            raise GoldrankError(f"this is the first {what}")
        self.at -= 1
