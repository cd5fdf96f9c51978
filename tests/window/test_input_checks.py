"""What is tried before anything is stored, and that a refusal is remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.encoders.stubs import BagStub

from goldrank.encoders.base import Reading
from goldrank.encoders.cache import VectorCache
from goldrank.errors import GoldrankError
from goldrank.window.input_checks import check_inputs, check_queries, distinct_cut, to_verify
from goldrank.window.measured import Window, measure_window

TWENTY = [" ".join(f"{letter}{n}" for n in range(20)) for letter in "abcd"]


def window_of_size(size: int) -> Window:
    return Window(size, size, 0, 0.0, 0.0, {}, 1024, 1.0, 0.0)


def reading(tokens: int, read: int, key: str) -> Reading:
    return Reading(tokens, read, 5 * read, key.encode())


def test_of_inputs_that_are_cut_each_beginning_is_tried_once() -> None:
    readings = [reading(20, 8, "b"), reading(8, 8, "c"), reading(30, 8, "b"), reading(9, 8, "a")]
    assert distinct_cut(readings) == [0, 3]
    assert to_verify(["x"] * 4, readings, missing=False) == [0, 3]


def test_where_none_is_cut_the_longest_by_every_measure_are_tried_if_any_is_encoded() -> None:
    texts = ["a b c d e f", "one two", "immeasurably-long-word-of-thirty-letters", "ö" * 39]
    counted = [reading(n, n, str(n)) for n in (6, 2, 1, 1)]
    assert to_verify(texts, counted, missing=False) == []
    chosen = to_verify(texts, counted, missing=True)
    # By tokens 0 and 1; by characters 2; by bytes in UTF-8 3.
    assert chosen[:2] == [0, 1]
    assert set(chosen) == {0, 1, 2, 3}


def test_a_refusal_is_remembered_and_costs_nothing_the_second_time(tmp_path: Path) -> None:
    stub = BagStub(window=7)
    readings = stub.read(TWENTY, "document", 8)
    with (
        VectorCache.open(tmp_path, stub.fingerprint) as cache,
        pytest.raises(GoldrankError, match="before that end must") as first,
    ):
        check_inputs(stub, window_of_size(8), TWENTY, readings, False, cache)
    encoded = stub.encoded
    with (
        VectorCache.open(tmp_path, stub.fingerprint) as cache,
        pytest.raises(GoldrankError) as second,
    ):
        check_inputs(stub, window_of_size(8), TWENTY, readings, False, cache)
    assert str(second.value) == str(first.value)
    assert stub.encoded == encoded


def test_vectors_to_be_made_are_refused_of_an_encoder_that_reads_less_than_it_did(
    tmp_path: Path,
) -> None:
    window, now = measure_window(BagStub(window=8)), BagStub(window=6)
    short = ["a1 a2 a3"]
    with (
        VectorCache.open(tmp_path, now.fingerprint) as cache,
        pytest.raises(GoldrankError, match="window was measured as 8 tokens"),
    ):
        check_inputs(now, window, short, now.read(short, "document", 8), True, cache)


def test_queries_are_tried_where_the_window_cuts_them_and_only_there(tmp_path: Path) -> None:
    stub = BagStub(window=7)
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        check_queries(stub, window_of_size(8), ["a b"], stub.read(["a b"], "query", 8), cache)
        assert stub.encoded == 0
        with pytest.raises(GoldrankError, match="must change the vector"):
            check_queries(stub, window_of_size(8), TWENTY, stub.read(TWENTY, "query", 8), cache)


def test_an_input_that_was_itself_asked_needs_no_check(tmp_path: Path) -> None:
    stub = BagStub(window=7)
    asked = replace(window_of_size(8), text=object())  # type: ignore[arg-type]
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        check_inputs(stub, asked, TWENTY, stub.read(TWENTY, "document", 8), True, cache)
    assert stub.encoded == 0
