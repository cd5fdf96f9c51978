"""What an encoder holds of an input: one reading by its tokens, two where it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.encoders.stubs import BagStub
from tests.window.wrapped import ENCODERS, Wrapped, is_wrong

from goldrank.encoders.base import Reading, Role, Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.errors import GoldrankError
from goldrank.window.measured import in_text, measure_window
from goldrank.window.readings import HoldOnce, hold

WORDS = " ".join(f"{letter}{n}" for n in range(60) for letter in "abcde")  # 300 words


def named(name: str) -> Wrapped:
    return next(each for each in ENCODERS if each.name == name)


def test_by_tokens_low_and_high_are_one_reading(tmp_path: Path) -> None:
    stub = BagStub(window=8)
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        held = hold(stub, measure_window(stub), [WORDS, "a b"], cache)
    assert not held.has_bounds
    assert [reading.read for reading in held.low] == [8, 2]


def test_what_was_asked_is_remembered_and_not_asked_again(tmp_path: Path) -> None:
    encoder = named("words: first 100")
    window = in_text(encoder, [WORDS])
    with VectorCache.open(tmp_path, encoder.fingerprint) as cache:
        first = hold(encoder, window, [WORDS], cache)
    silent = Silent(**vars(encoder))
    with VectorCache.open(tmp_path, encoder.fingerprint) as cache:
        again = hold(silent, window, [WORDS], cache)
        assert again == first
        with pytest.raises(AssertionError, match="was asked"):
            hold(silent, window, [WORDS[1:]], cache)
    assert first.has_bounds
    low, high = first.low[0], first.high[0]
    assert low.is_cut
    assert high.is_cut
    assert not is_wrong(WORDS, low.spans, high.spans, *encoder.truth(WORDS))


def test_an_encoder_that_gives_another_vector_now_is_refused_when_it_is_asked(
    tmp_path: Path,
) -> None:
    before, now = named("words: first 100"), named("words and marks: first 60")
    window = in_text(before, [WORDS])
    with VectorCache.open(tmp_path, before.fingerprint) as cache:
        hold(before, window, [WORDS], cache)
        with pytest.raises(GoldrankError, match="another version"):
            hold(now, window, [WORDS, "one more"], cache)


@dataclass(frozen=True)
class Silent(Wrapped):
    """Must not be asked."""

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        raise AssertionError("it was asked")


def test_texts_that_were_asked_of_are_not_read_again(tmp_path: Path) -> None:
    read: list[list[str]] = []

    class Counting(BagStub):
        def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
            read.append(list(texts))
            return super().read(texts, side, window)

    stub = Counting(window=8)
    window = measure_window(stub)
    read.clear()
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        held_of = HoldOnce(stub, window, cache)
        assert held_of([WORDS, "a b"]) == hold(stub, window, [WORDS, "a b"], cache)
        assert held_of([WORDS, "a b"]).low[1].read == 2
        held_of(["a b", WORDS])
    assert read == [[WORDS, "a b"], [WORDS, "a b"], ["a b", WORDS]]
