"""What an endpoint does with a text that is too long for it: it refuses, cuts in silence, or averages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Manner:
    """What was found by asking, in `unit` ("tokens" of content, or "characters").

    `end` is where reading ends; `None` where all that it takes is read. `refused` is the size of
    the shortest text that it did not take, `None` where it took the longest that was tried.
    `piece` is how much a piece holds, where it averages the vectors of pieces, and `cosine` how
    like the mean of two pieces a text is. `requests` and `tokens` are what asking took.
    """

    unit: str
    end: int | None
    tested: int
    refused: int | None = None
    piece: int | None = None
    cosine: float | None = None
    requests: int = 0
    tokens: int = 0

    def sentences(self, name: str) -> list[str]:
        """What it does, in plain words, and what that means for a chunk that is too long.

        >>> Manner("tokens", 254, 1024).sentences("mine")[0]
        'mine cuts long texts in silence: it reads 254 tokens, and what is behind them moves nothing'
        """
        found = [*self._refusal(name), *self._cut(name), *self._averaging(name)]
        if not found:
            found = [f"{name} takes and reads {self.tested:,} {self.unit}, the most that was tried"]
        return [*found, *self._asked(name)]

    def _refusal(self, name: str) -> list[str]:
        if self.refused is None:
            return []
        takes = f"{name} refuses long texts: it takes {self.refused - 1:,} {self.unit} and no more"
        if self.unit == "tokens":
            return [
                f"{takes}; a longer chunk or query is sent cut to that, and what is cut off counts "
                "as unread: whoever sends it whole gets an error"
            ]
        return [
            f"{takes} (by the text); without its tokenizer nothing is cut, and a run with a chunk "
            "that is surely longer does not start"
        ]

    def _cut(self, name: str) -> list[str]:
        if self.end is None or (self.refused is not None and self.end >= self.refused - 1):
            return []
        return [
            f"{name} cuts long texts in silence: it reads {self.end:,} {self.unit}, and what is "
            "behind them moves nothing"
        ]

    def _averaging(self, name: str) -> list[str]:
        if self.piece is None:
            return []
        return [
            f"{name} averages pieces: it reads all of a long text, about {self.piece:,} "
            f"{self.unit} at a time, and gives the mean of their vectors (cosine {self.cosine:.3f}); "
            "a longer chunk is covered, and each of its pieces counts for less"
        ]

    def _asked(self, name: str) -> list[str]:
        if not self.requests:
            return []
        return [
            f"to measure what {name} reads took {self.requests:,} requests of about "
            f"{self.tokens:,} tokens in all, once: it is remembered"
        ]

    @classmethod
    def from_json(cls, value: Mapping[str, Any] | None) -> Manner | None:
        """What `asdict` made of one."""
        return None if value is None else cls(**value)
