"""The window is found by experiment, on stubs that are known; `tests/test_hard_runs.py` has the model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.encoders.stubs import BagStub, KnowingStub

from goldrank.encoders.base import Role, Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.errors import GoldrankError
from goldrank.text.tokens import WordCounter
from goldrank.types import Document, Span
from goldrank.window.measured import Window, measure_window, window_in_characters, window_of
from goldrank.window.probe import make_probe, probe_words


def test_a_bag_of_the_first_eight_words_has_a_window_of_eight() -> None:
    window = measure_window(BagStub(window=8))
    assert (window.tokens, window.content_tokens, window.special_tokens) == (8, 8, 0)
    assert window.first_unread == 0.0 < window.last_change
    [reading] = BagStub().read(["a b c d e f g h i j k"], "document", window.content_tokens)
    assert (reading.tokens, reading.read) == (11, 8)


@pytest.mark.parametrize("size", [1, 2, 15, 16, 17, 63, 64, 65, 254, 1023])
def test_every_window_is_found_to_the_word(size: int) -> None:
    assert measure_window(BagStub(window=size)).tokens == size


def test_the_measured_window_stands_against_the_declared_one() -> None:
    window = measure_window(BagStub(window=8, declared_windows={"config": 16, "file": None}))
    assert window.tokens == 8
    assert window.declared == {"config": 16, "file": None}
    assert window.warnings == ("measured 8 < declared 16 (config)",)


def test_a_window_that_is_as_declared_warns_of_nothing() -> None:
    assert measure_window(BagStub(window=8, declared_windows={"config": 8})).warnings == ()


@pytest.mark.parametrize("size", [6, 7, 8, 9, 10])
def test_noise_of_a_millionth_is_told_from_a_changed_word(size: int) -> None:
    window = measure_window(BagStub(window=size, noise=1e-6))
    assert window.tokens == size
    assert 1e-6 < window.noise_floor < 2e-6 + 1e-7
    assert window.first_unread <= window.tolerance < window.last_change


def test_an_encoder_without_an_end_is_tested_up_to_a_length_that_is_said() -> None:
    window = measure_window(BagStub(window=None))
    assert (window.tokens, window.content_tokens, window.tested) == (None, None, 1024)


def test_a_window_at_the_tested_length_is_no_proof_of_an_end() -> None:
    assert measure_window(BagStub(window=100), longest=100).tokens is None
    assert measure_window(BagStub(window=99), longest=100).tokens == 99


def test_a_prompt_takes_its_part_of_the_window() -> None:
    # The stub reads 8 words in all, two of them the prompt's: the 6th of a text is the last read.
    stub = BagStub(window=8, prompt="query one ")
    content = measure_window(stub).content_tokens
    assert content == 8
    [reading] = stub.read(["a b c d e f g"], "document", content)
    assert "a b c d e f g"[: reading.end] == "a b c d e f"


@pytest.mark.parametrize("declared", [7, 8, 9, 5000])
def test_what_is_declared_is_only_a_guess_that_is_tried_first(declared: int) -> None:
    assert measure_window(BagStub(window=8, declared_windows={"config": declared})).tokens == 8


@pytest.mark.parametrize("size", [40, None])
def test_a_declared_window_that_is_the_true_end_is_found_without_a_search(size: int | None) -> None:
    told, silent = BagStub(window=40, declared_windows={"config": size}), BagStub(window=40)
    assert measure_window(told).tokens == measure_window(silent).tokens == 40
    assert (len(told.calls) < len(silent.calls)) == (size is not None)


@dataclass(frozen=True)
class TailStub(BagStub):
    """Reads the last eight words, as a tokenizer that truncates at the left does."""

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        return super().encode([" ".join(text.split()[-8:]) for text in texts], side)


@dataclass(frozen=True)
class NanStub(BagStub):
    """Returns no numbers."""

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        return super().encode(texts, side) * np.float32("nan")


def test_an_encoder_that_reads_the_end_is_refused() -> None:
    with pytest.raises(GoldrankError, match="word 1 does not change the vector"):
        measure_window(TailStub())


def test_an_encoder_that_leaves_the_beginning_out_is_refused() -> None:
    with pytest.raises(GoldrankError, match="word 1 does not change the vector"):
        measure_window(BagStub(window=40, first=4))


def test_an_encoder_that_returns_nan_cannot_be_measured() -> None:
    with pytest.raises(GoldrankError, match="cannot be measured"):
        measure_window(NanStub())


def test_a_vocabulary_without_words_is_said() -> None:
    class Empty(WordCounter):
        def spans(self, text: str) -> list[Span]:
            return []

    with pytest.raises(GoldrankError, match="at least 32 words of one token"):
        measure_window(BagStub(counter=Empty()))


def test_probe_words_are_distinct_and_one_token_each() -> None:
    counter = SentenceTransformerEncoder().counter
    words = probe_words(counter, more=["unbelievabilities", "Handbook"])
    assert len(set(words)) == len(words) > 2048
    assert counter.count(" ".join(words)) == len(words)
    assert "handbook" in words
    assert "unbelievabilities" not in words


def test_a_window_survives_json() -> None:
    window = measure_window(BagStub(declared_windows={"config": 16}))
    assert Window.from_json(json.loads(json.dumps(window.to_json()))) == window


def test_a_window_is_measured_once_and_then_remembered(tmp_path: Path) -> None:
    stub = BagStub()
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        first = window_of(stub, cache)
    calls = len(stub.calls)
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        assert window_of(stub, cache) == first
    assert len(stub.calls) == calls > 0


def test_characters_of_a_window_are_counted_in_full_windows_of_long_documents() -> None:
    # Windows of 4 words. "aa bb cc dd" is 11 characters, "a b c d" is 7; the short one has none.
    window = measure_window(BagStub(window=4))
    texts = ["aa bb cc dd aa bb cc dd x", "a b c d e", "a b c d"]
    documents = [Document(str(n), text, "") for n, text in enumerate(texts)]
    found = window_in_characters(window, WordCounter(), documents)
    # 10th and 90th percentile of 7 and 11, linear: 7 + .1 * 4 and 7 + .9 * 4.
    assert found == pytest.approx((9.0, 7.4, 10.6, 2))


def test_no_long_document_has_no_size_in_characters() -> None:
    window = measure_window(BagStub(window=4))
    assert window_in_characters(window, WordCounter(), [Document("d", "a b c d", "")]) is None
    endless = measure_window(BagStub(window=None))
    assert window_in_characters(endless, WordCounter(), [Document("d", "a " * 99, "")]) is None


def test_words_that_the_tokenizer_does_not_know_measure_nothing() -> None:
    # Two unknown words are one token to the model: changing one for the other moves nothing.
    probe = make_probe(KnowingStub(window=8))
    assert len(probe.words) > 100
    assert all(word[0] in "ab" for word in (*probe.words, *probe.spare))
    assert measure_window(KnowingStub(window=8)).content_tokens == 8
