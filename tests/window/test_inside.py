"""An encoder that has a tokenizer and leaves words out inside its window is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.encoders.stubs import BagStub, word_vector

from goldrank.encoders.base import Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.window.measured import (
    NotOneEndError,
    check_inside,
    measure_window,
    window_of,
)


@dataclass(frozen=True)
class LeavesOut(BagStub):
    """Reads the words of its window whose place `reads` takes."""

    reads: Callable[[int], bool] = bool

    def _vector(self, text: str) -> Vectors:
        words = text.split()[: self.window]
        kept = [word for n, word in enumerate(words) if self.reads(n)]
        return sum((word_vector(word, self.width) for word in kept), np.zeros(self.width))


GAPS = {
    "one stretch of a sixteenth": lambda n: not 150 <= n < 166,
    "every other word": lambda n: n % 2 == 0,
    "ten of every fifty": lambda n: n % 50 < 40,
}


def test_an_encoder_that_reads_all_of_its_window_passes() -> None:
    stub = LeavesOut(window=256, reads=lambda n: True)
    check_inside(stub, measure_window(stub))


@pytest.mark.parametrize("reads", GAPS.values(), ids=GAPS.keys())
def test_a_gap_inside_the_window_is_found(reads: Callable[[int], bool]) -> None:
    whole = measure_window(LeavesOut(window=256, reads=lambda n: True))
    with pytest.raises(NotOneEndError, match=r"without a gap, but changing word \d+ does not"):
        check_inside(LeavesOut(window=256, reads=reads), whole)


def test_that_it_has_gaps_is_remembered(tmp_path: Path) -> None:
    stub = LeavesOut(window=256, reads=GAPS["ten of every fifty"])
    for _ in range(2):
        with VectorCache.open(tmp_path, stub.fingerprint) as cache, pytest.raises(NotOneEndError):
            window_of(stub, cache)
        encoded, stub.calls[:] = stub.encoded, []
    assert encoded == 0
