"""Does an endpoint cut a long text into pieces and average their vectors? Asked from outside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldrank.window.probe import Probe, rows

TRIES = 3  # other words at the two places: an encoder may take two words for one
ROUNDING = 1e-6  # of a vector's length
ALIKE = 0.99  # cosine with the mean: less is no mean


@dataclass(frozen=True, slots=True)
class Pieces:
    """How many words a piece has, and the cosine of a text of one and a half with their mean."""

    words: int
    cosine: float


def pieces_of(probe: Probe, length: int, noise: float) -> Pieces | None:
    """The pieces of a text of `length` words; `None` where it is read as one.

    Two words act on each other where one pass of the model reads both: what changing both does is
    then not the sum of what changing each does. In pieces that are averaged, the first word acts
    on the words of the first piece alone, and the text's vector is about the mean of those of its
    pieces. Of an encoder that only adds up words nothing is said. `noise` is of a component.
    """
    if length < 4 or _act_together(probe, length, length, noise):
        return None
    if not _act_together(probe, length, 2, noise):
        return None  # it adds up words: any two texts are pieces of it
    low, high = 2, length
    while high - low > 1:
        middle = (low + high) // 2
        if _act_together(probe, length, middle, noise):
            low = middle
        else:
            high = middle
    cosine = _likeness(probe, low, min(length, low + max(1, low // 2)))
    return Pieces(low, cosine) if cosine >= ALIKE else None


def _act_together(probe: Probe, length: int, place: int, noise: float) -> bool:
    """Whether the first word and that at `place` act on each other.

    A mean may be scaled to unit length, so the four vectors need not add up: where the words do
    not act on each other, they lie in one space of three dimensions all the same.
    """
    for other in range(TRIES):
        both = probe.changed(length, place, other).split(" ")
        both[0] = probe.changed(length, 1, other).split(" ")[0]
        texts = [
            probe.text(length),
            probe.changed(length, 1, other),
            probe.changed(length, place, other),
            " ".join(both),
        ]
        made = rows(probe.encoder, texts).astype(np.float64)
        allowed = max(noise * made.shape[1] ** 0.5, ROUNDING * float(np.linalg.norm(made[3])))
        if float(np.linalg.norm(made[3] - _projected(made[:3], made[3]))) > allowed:
            return True
    return False


def _likeness(probe: Probe, size: int, length: int) -> float:
    """The cosine of a text with the nearest sum of its two pieces, each with a share above zero."""
    words = probe.words[:length]
    parts = " ".join(words[:size]), " ".join(words[size:])
    made = rows(probe.encoder, [" ".join(words), *parts]).astype(np.float64)
    shares = np.linalg.lstsq(made[1:].T, made[0], rcond=None)[0]
    if min(shares) <= 0:
        return 0.0
    mean = shares @ made[1:]
    return float(made[0] @ mean / (np.linalg.norm(made[0]) * np.linalg.norm(mean)))


def _projected(base: NDArray[np.float64], row: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.linalg.lstsq(base.T, row, rcond=None)[0]
    nearest: NDArray[np.float64] = shares @ base
    return nearest
