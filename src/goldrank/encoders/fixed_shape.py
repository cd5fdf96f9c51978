"""Encoding in one fixed shape, so that a vector depends on nothing but its input.

The shape of a matrix product (rows x padded length) moves the last bits of a vector. Here every
call has the same rows, and one filler row as long as the window, to which all others are padded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.encoders.base import Encoder, Role, Vectors

FILLER = "a "
FIXED_ROWS = 8
"""Texts in one call, so few that the batch size of an encoder seldom cuts the call again."""


@dataclass(frozen=True)
class FixedShape:
    """Calls of `rows` x `window` tokens, or of one text at a time where there is no window.

    `rows` is at most the encoder's own batch size, which would cut the call otherwise.
    """

    encoder: Encoder
    window: int | None
    rows: int

    @property
    def room(self) -> int:
        """How many texts one call takes: all rows but the one that is as long as the window."""
        return 1 if self.window is None else max(1, self.rows - 1)

    @property
    def salt(self) -> bytes:
        """Keeps these vectors apart in the cache from those made in other shapes."""
        return f"fixed shape {self.rows} x {self.window} ".encode()

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of at most `room` texts."""
        if self.window is None:
            return self.encoder.encode(texts, side)
        fillers = [self._filler(self.window)] * (self.room + 1 - len(texts))
        return self.encoder.encode([*texts, *fillers], side)[: len(texts)]

    def _filler(self, window: int) -> str:
        text = FILLER * window
        while self.encoder.counter.count(text) < window:
            text += FILLER * window
        return text
