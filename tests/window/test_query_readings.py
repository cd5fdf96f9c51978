"""What is read of queries: by tokens where they are known, else as far as it can be told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.encoders.stubs import BagStub
from tests.window.wrapped import ENCODERS

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.user import UserEncoder
from goldrank.window.measured import in_text, measure_window
from goldrank.window.query_readings import read_queries, unread_terms


def text_of(words: int, seed: int) -> str:
    stream = np.random.default_rng(seed)
    made = ("".join(stream.choice(list("abcdefghiklmnoprstu"), 6)) for _ in range(words))
    return " ".join(made)


def test_a_query_is_read_up_to_the_end_of_the_window(tmp_path: Path) -> None:
    stub = BagStub(window=8)
    texts = ["one two three", text_of(12, 1)]
    with VectorCache.open(tmp_path, stub.fingerprint) as cache:
        short, long = read_queries(stub, measure_window(stub), texts, cache)
    assert (short.is_cut, short.token_share) == (False, 1)
    assert (long.is_cut, long.token_share) == (True, 8 / 12)
    assert unread_terms(texts[1], long, str.split) == frozenset(texts[1].split()[8:])


@pytest.mark.parametrize(
    ("name", "query", "cut"),
    [
        ("words: first 100", 130, True),
        ("words: first 100", 90, False),
        ("words and marks: first 60", 90, True),
        ("characters: first 500", 90, True),
        ("words: last 100", 130, False),  # it does not read from the beginning: nothing is told
        ("words: average of all", 130, False),
    ],
)
def test_a_query_of_an_encoder_without_tokenizer_is_cut_where_that_is_shown(
    tmp_path: Path, name: str, query: int, cut: bool
) -> None:
    encoder = next(each for each in ENCODERS if each.name == name)
    corpus = [text_of(300, seed) for seed in range(3)]
    text = text_of(query, 9)
    with VectorCache.open(tmp_path, encoder.fingerprint) as cache:
        [reading] = read_queries(encoder, in_text(encoder, corpus), [text], cache)
    assert reading.is_cut == cut
    if cut:
        [most] = encoder.truth(text)[1]
        assert reading.end == pytest.approx(most.end, abs=7)  # a word and the space before it
        gone = unread_terms(text, reading, str.split)
        assert gone == {word for word in text.split() if text.index(word) + 6 > reading.end}


def test_short_queries_cost_an_encoder_without_tokenizer_nothing(tmp_path: Path) -> None:
    encoder = next(each for each in ENCODERS if each.name == "words: first 100")
    window = in_text(encoder, [text_of(300, seed) for seed in range(3)])
    with VectorCache.open(tmp_path, encoder.fingerprint) as cache:
        [reading] = read_queries(encoder, window, ["how long is parental leave"], cache)
        assert cache.note("witness") is None  # what is held is asked of no query that is short
    assert reading.token_share == 1


def test_nothing_is_told_of_queries_that_have_a_prompt_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "first_ten.py").write_text(FIRST_TEN, encoding="utf-8")
    folders = (str(tmp_path),)
    plain = UserEncoder("first_ten:encode", folders=folders)
    prompted = UserEncoder("first_ten:encode", query_prompt="query: ", folders=folders)
    corpus, text = [text_of(100, seed) for seed in range(3)], text_of(30, 9)
    for encoder, told in ((plain, True), (prompted, False)):
        with VectorCache.open(tmp_path / "cache", encoder.fingerprint) as cache:
            window = in_text(encoder, corpus)
            [reading] = read_queries(encoder, window, [text], cache)
        assert reading.is_cut == told


FIRST_TEN = """
import hashlib
import numpy as np

def encode(texts):
    return np.array([vector(text) for text in texts])

def vector(text):
    made = np.zeros(16)
    for word in text.split()[:10]:
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
        made += np.random.default_rng(seed).standard_normal(16)
    return made
"""
