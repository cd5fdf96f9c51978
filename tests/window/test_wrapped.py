"""Encoders that hand in no tokenizer: what is said of each holds what it reads by its definition."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.window.wrapped import ENCODERS, Wrapped, is_wrong

from goldrank.encoders.cache import VectorCache
from goldrank.window import characters
from goldrank.window.measured import Window, in_text
from goldrank.window.readings import BoundedReadings, hold

CORPUS = Path(__file__).parents[2] / "datasets" / "handbook" / "corpus"
FILES = sorted(CORPUS.rglob("*.md"))[:2]
TEXTS = [path.read_text(encoding="utf-8")[:2900] for path in FILES]
# Pieces of about 70, 140 and 280 words, the end of a text, and the whole, as chunkers make them.
INPUTS = [TEXTS[0][: 450 * n] for n in (1, 2, 4)] + [TEXTS[1][1900:], *TEXTS]
EXACT = {
    "words: first 100",
    "words and marks: first 60",
    "words, no case: first 100",
    "words: first 100, six dimensions",
    "characters: first 500",
    "bytes: first 500",
}
ALL_READ = {"words: average of all", "sub-words: average of all"}


@cache
def told(encoder: Wrapped) -> tuple[Window, BoundedReadings]:
    window = in_text(encoder, TEXTS)
    with VectorCache.in_memory(encoder.fingerprint) as vectors:
        return window, hold(encoder, window, INPUTS, vectors)


@pytest.mark.parametrize("encoder", ENCODERS, ids=lambda encoder: encoder.name)
def test_what_is_read_of_each_input_lies_between_what_is_said(encoder: Wrapped) -> None:
    _, held = told(encoder)
    for text, low, high in zip(INPUTS, held.low, held.high, strict=True):
        assert not is_wrong(text, low.spans, high.spans, *encoder.truth(text)), text[:60]


@pytest.mark.parametrize("encoder", [e for e in ENCODERS if e.name in EXACT], ids=lambda e: e.name)
def test_a_beginning_of_so_many_words_or_letters_is_told_exactly(encoder: Wrapped) -> None:
    _, held = told(encoder)
    assert [r.spans for r in held.low] == [r.spans for r in held.high]
    assert any(r.end < len(text) for r, text in zip(held.high, INPUTS, strict=True))


@pytest.mark.parametrize(
    "encoder", [e for e in ENCODERS if e.name in ALL_READ], ids=lambda e: e.name
)
def test_what_is_averaged_is_read_whole(encoder: Wrapped) -> None:
    _, held = told(encoder)
    assert [r.end for r in held.low] == [len(text.rstrip()) for text in INPUTS]


@pytest.mark.parametrize("name", ["words: first 100", "words: 40 of every 50"])
def test_where_asking_would_cost_too_much_the_rest_is_told_roughly(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = next(each for each in ENCODERS if each.name == name)
    window, exactly = told(encoder)
    monkeypatch.setattr(characters, "ROWS", 0)
    monkeypatch.setattr(characters, "ROWS_EACH", 1)
    monkeypatch.setattr(characters, "GAPPED_EACH", 0)
    with VectorCache.in_memory(encoder.fingerprint) as vectors:
        roughly = hold(encoder, window, INPUTS, vectors)
    assert roughly != exactly
    for text, low, high in zip(INPUTS, roughly.low, roughly.high, strict=True):
        assert not is_wrong(text, low.spans, high.spans, *encoder.truth(text))
