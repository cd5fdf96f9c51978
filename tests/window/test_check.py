"""A run stops when long texts are not read as far as was measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.encoders.stubs import BagStub, KnowingStub

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.errors import GoldrankError
from goldrank.window.check import verify_once, verify_window
from goldrank.window.measured import Window, measure_window

LONG = [" ".join(f"{letter}{n}" for n in range(20)) for letter in "abcdefghijkl"]


def window_of_size(size: int | None) -> Window:
    return Window(size, size, 0, 0.0, 0.0, {}, 1024, 1.0, 0.0)


def test_long_texts_are_tried_on_both_sides_of_the_end() -> None:
    stub = BagStub(window=8)
    found = verify_window(stub, measure_window(stub), LONG, sample=8)
    assert found.pairs == 16
    assert found.largest_behind == 0.0 < found.smallest_before


def test_texts_that_fit_must_be_read_to_their_end() -> None:
    short = [" ".join(text.split()[:6]) for text in LONG]
    assert verify_window(BagStub(window=8), window_of_size(8), short, sample=2).pairs == 2
    with pytest.raises(GoldrankError, match="before that end must change"):
        verify_window(BagStub(window=5), window_of_size(8), short, sample=2)


def test_both_texts_of_a_pair_are_encoded_in_one_call() -> None:
    stub = BagStub(window=8)
    verify_window(stub, window_of_size(8), LONG)
    assert {len(call) for call in stub.calls} == {2}
    assert all(call[0] != call[1] for call in stub.calls)


def test_an_encoder_that_reads_further_than_was_measured_stops_the_run() -> None:
    with pytest.raises(GoldrankError, match="behind that end must not change"):
        verify_window(BagStub(window=9), window_of_size(8), LONG)


def test_an_encoder_that_reads_less_than_was_measured_stops_the_run() -> None:
    with pytest.raises(GoldrankError, match="before that end must change"):
        verify_window(BagStub(window=7), window_of_size(8), LONG)


def test_noise_within_the_floor_stops_nothing() -> None:
    stub = BagStub(window=8, noise=1e-6)
    assert verify_window(stub, measure_window(stub), LONG).pairs == 16


def test_texts_without_a_word_prove_nothing_and_cost_nothing() -> None:
    stub = BagStub(window=8)
    assert verify_window(stub, window_of_size(8), ["", " ", "..."]).pairs == 0
    assert stub.calls == []


def test_without_an_end_the_last_word_of_the_longest_texts_must_matter() -> None:
    assert verify_window(BagStub(window=None), window_of_size(None), LONG, sample=3).pairs == 3
    with pytest.raises(GoldrankError, match="before that end must change"):
        verify_window(BagStub(window=19), window_of_size(None), LONG)


@pytest.mark.parametrize("text", ["| " * 30, "word." * 30, "\n\n".join("日本語の本文" * 9)])
def test_tables_and_scripts_without_spaces_are_no_false_alarm(text: str) -> None:
    stub = BagStub(window=8)
    verify_window(stub, window_of_size(8), [text])


def test_what_was_verified_is_not_verified_again(tmp_path: Path) -> None:
    stub = BagStub(window=8)
    with VectorCache.open(tmp_path, "f") as cache:
        assert verify_once(stub, window_of_size(8), LONG, cache) is not None
        assert verify_once(stub, window_of_size(8), LONG, cache) is None
        assert verify_once(stub, window_of_size(8), LONG[1:], cache) is not None


def test_the_bundled_model_is_read_right_on_prose_and_on_ragged_text() -> None:
    encoder = SentenceTransformerEncoder()
    window = replace(window_of_size(254), tokens=256, special_tokens=2, noise_floor=1e-6)
    texts = [
        "It must be requested at least 30 days in advance. " * 40,
        "| [form](https://intranet.example/forms/12) | überprüfungspflichtig | 日本語 |\n" * 20,
    ]
    assert verify_window(encoder, window, texts).pairs == 4
    with pytest.raises(GoldrankError, match="must not change"):
        verify_window(encoder, replace(window, content_tokens=250), texts)


def test_an_unknown_word_in_the_place_of_another_proves_nothing() -> None:
    # The words that are put in another's place are unknown to it, as "cellar" is.
    encoder = KnowingStub(window=8)
    assert verify_window(encoder, window_of_size(8), ["about a bed in the cellar"]).pairs == 0
    assert verify_window(encoder, window_of_size(8), ["about a cellar with a bed"]).pairs == 1
