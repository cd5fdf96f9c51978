"""What an endpoint does with long texts, asked over HTTP of a server that is known."""

from __future__ import annotations

import pytest
from tests.encoders.loopback import (
    Loopback,
    averaging,
    long_reader,
    mixed_truncating,
    refusing,
)

from goldrank.encoders.base import RefusedError
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.http import HttpEncoder
from goldrank.window.measured import Window, window_of

WORDS = "goldrank.text.tokens:WordCounter"


@pytest.fixture
def encoder(tmp_path) -> HttpEncoder:
    (tmp_path / "manner_tokens.py").write_text(
        'import re\n\ndef tokens(text):\n    return re.findall(r"\\w+|[^\\w\\s]", text)\n'
    )
    return HttpEncoder("m", tokenizer="manner_tokens:tokens", folders=(str(tmp_path),))


def found(encoder: HttpEncoder, texts: tuple[str, ...] = ()) -> Window:
    with VectorCache.in_memory("f") as cache:
        window = window_of(encoder, cache, texts)
        before = encoder.about.meter.requests
        assert window_of(encoder, cache, texts) == window
        assert encoder.about.meter.requests == before
    assert Window.from_json(window.to_json()) == window
    return window


def test_an_endpoint_that_refuses_has_the_longest_text_that_it_takes_as_its_window(
    server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = refusing(70)
    window = found(encoder)
    assert (window.tokens, window.refuses, window.manner.refused) == (70, True, 71)
    # 1,024 words are halved down to one: ten tries, and the longest first.
    assert sum(len(texts) == 1 and len(texts[0].split()) > 70 for texts in sent(server)) <= 11
    assert window.manner.requests == len(server.seen)
    said = window.manner.sentences("m")
    assert said[0].startswith("m refuses long texts: it takes 70 tokens and no more; a longer")
    assert len(said) == 2


def test_an_endpoint_that_truncates_does_it_in_silence(
    server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = mixed_truncating(70)
    window = found(encoder)
    assert (window.tokens, window.refuses, window.manner.piece) == (70, False, None)
    said = window.manner.sentences("m")
    assert said[0].startswith("m cuts long texts in silence: it reads 70 tokens")


def test_an_endpoint_may_truncate_and_refuse_what_is_longer_still(
    server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = refusing(200, mixed_truncating(70))
    window = found(encoder)
    assert (window.tokens, window.manner.refused, window.manner.end) == (70, 201, 70)
    said = window.manner.sentences("m")
    assert said[0].startswith("m refuses long texts: it takes 200 tokens")
    assert said[1].startswith("m cuts long texts in silence: it reads 70 tokens")


@pytest.mark.parametrize("size", [30, 70, 300])
def test_an_endpoint_that_averages_reads_everything_in_pieces(
    size: int, server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = averaging(size)
    window = found(encoder)
    assert (window.tokens, window.refuses, window.manner.piece) == (None, False, size)
    assert window.manner.cosine > 0.99
    said = window.manner.sentences("m")
    assert said[0].startswith(
        f"m averages pieces: it reads all of a long text, about {size} tokens"
    )


def test_one_that_reads_all_as_one_piece_is_not_said_to_average(
    server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = long_reader
    window = found(encoder)
    assert (window.tokens, window.manner.piece, window.manner.refused) == (None, None, None)
    assert window.manner.sentences("m")[0] == (
        "m takes and reads 1,024 tokens, the most that was tried"
    )


def test_what_is_refused_at_any_length_is_said_as_it_is(
    server: Loopback, encoder: HttpEncoder
) -> None:
    server.vectors = refusing(0)
    with pytest.raises(RefusedError, match="maximum context length is 0 tokens"):
        found(encoder)


def sent(server: Loopback) -> list[list[str]]:
    return [request["body"]["input"] for request in server.seen]


def prose(words: int, seed: int = 0) -> str:
    made = [
        f"{'bcdfghklmnprst'[n % 14]}{'aeiou'[n % 5]}{'lmnprst'[(n + seed) % 7]}{'aeiou'[n % 3]}"
        for n in range(words)
    ]
    return " ".join(f"{word}{chr(97 + (n + seed) % 26)}" for n, word in enumerate(made))


TEXTS = (prose(300), prose(400, 3), prose(500, 5))


def test_without_a_tokenizer_a_refusal_is_told_in_characters(server: Loopback) -> None:
    server.vectors = refusing(70)
    window = found(HttpEncoder("m"), TEXTS)
    assert window.refuses
    assert window.text.kind == "end"
    # 70 words of five letters, and a space behind each.
    assert window.manner.refused - 1 == window.text.low == 70 * 6
    assert window.manner.sentences("m")[0].startswith(
        "m refuses long texts: it takes 420 characters"
    )


def test_without_a_tokenizer_truncation_and_averaging_are_told_too(server: Loopback) -> None:
    server.vectors = mixed_truncating(70)
    window = found(HttpEncoder("m"), TEXTS)
    assert (window.text.kind, window.refuses) == ("end", False)
    assert "cuts long texts in silence" in window.manner.sentences("m")[0]
    server.vectors = averaging(70)
    window = found(HttpEncoder("m", version="2"), TEXTS)
    # 70 words of five letters and a space behind each but the last.
    assert (window.text.kind, window.manner.piece) == ("none", 70 * 6 - 1)
