"""An encoder behind HTTP, against a real server on loopback that fails as endpoints do."""

from __future__ import annotations

import json
import logging
import traceback
from pathlib import Path

import numpy as np
import pytest
from tests.encoders.loopback import KEY, STATUS, WIDTH, Loopback, bag, words_of

from goldrank.encoders import endpoint
from goldrank.encoders.base import RefusedError
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import embed
from goldrank.encoders.http import HttpEncoder
from goldrank.encoders.meter import Caps
from goldrank.encoders.registry import encoder_settings, with_model
from goldrank.encoders.settings import SuiteFolders
from goldrank.errors import GoldrankError

TEXTS = ["one two three", "four", "five six"]


def truth(texts: list[str]) -> np.ndarray:
    return np.array([bag(words_of(text)) for text in texts], dtype=np.float32)


def test_a_request_is_what_openai_embeddings_take(server: Loopback) -> None:
    encoder = HttpEncoder(
        "small", query_prompt="query: ", dimensions=WIDTH, query_options={"input_type": "query"}
    )
    vectors = encoder.encode(TEXTS, "query")
    np.testing.assert_array_equal(vectors, truth([f"query: {text}" for text in TEXTS]))
    (request,) = server.seen
    assert request["path"] == "/v1/embeddings"
    assert request["headers"]["Authorization"] == f"Bearer {KEY}"
    assert request["body"] == {
        "model": "small",
        "input": ["query: one two three", "query: four", "query: five six"],
        "input_type": "query",
        "dimensions": WIDTH,
    }


def test_without_a_key_none_is_sent_and_a_user_of_the_address_is(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    HttpEncoder("small").encode(["a"], "document")
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://ann:pass%20word@{server.host}/v1/embeddings?v=2")
    HttpEncoder("small").encode(["a"], "document")
    first, second = server.seen
    assert "Authorization" not in first["headers"]
    # base64 of "ann:pass word"
    assert second["headers"]["Authorization"] == "Basic YW5uOnBhc3Mgd29yZA=="
    assert second["path"] == "/v1/embeddings?v=2"


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        # Half a second to one: the first wait, less up to half by chance.
        ("500", 0.5, 1.0),
        ("503", 0.5, 1.0),
        ("cut connection", 0.5, 1.0),
        ("429, Retry-After in seconds", 7.0, 8.0),
        # The date is whole seconds, so up to one less than the 30 from now.
        ("429, Retry-After as a date", 28.5, 31.0),
    ],
)
def test_what_fails_in_passing_is_asked_again_after_a_wait(
    fault: str, least: float, most: float, server: Loopback, slept: list[float]
) -> None:
    server.faults = [fault]
    np.testing.assert_array_equal(HttpEncoder("m").encode(TEXTS, "document"), truth(TEXTS))
    assert len(server.seen) == 2
    (wait,) = slept
    assert least <= wait <= most


def test_an_answer_that_does_not_come_is_given_up_in_time_and_asked_again(
    server: Loopback, slept: list[float]
) -> None:
    server.faults = ["slow"]
    encoder = HttpEncoder("m", timeout=0.2)
    np.testing.assert_array_equal(encoder.encode(TEXTS, "document"), truth(TEXTS))
    assert len(slept) == 1


def test_waits_double_and_end_with_one_line(server: Loopback, slept: list[float]) -> None:
    server.faults = ["500"] * 9
    with pytest.raises(GoldrankError) as error:
        HttpEncoder("m", retries=3).encode(TEXTS, "document")
    assert str(error.value) == (
        'encoder "m": the endpoint that OPENAI_BASE_URL names answered 500 "{"error": {"message": '
        '"500"}}", 4 times in all; run again later: what it gave before is kept'
    )
    assert len(server.seen) == 4
    for number, wait in enumerate(slept):
        assert 0.5 * 2**number <= wait <= 2**number
    assert len(slept) == 3


@pytest.mark.parametrize("fault", ["rows in another order", "rows without an index"])
def test_rows_come_to_their_texts_by_their_index_or_as_they_stand(
    fault: str, server: Loopback
) -> None:
    server.faults = [fault]
    np.testing.assert_array_equal(HttpEncoder("m").encode(TEXTS, "document"), truth(TEXTS))


def test_numbers_may_come_in_base64(server: Loopback) -> None:
    encoder = HttpEncoder("m", options={"encoding_format": "base64"})
    np.testing.assert_array_equal(encoder.encode(TEXTS, "document"), truth(TEXTS))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("a row too few", "expected 3 rows, got 2"),
        ("a row too many", "expected 3 rows, got 4"),
        ("an index twice", 'expected each "index" from 0 to 2 once, got [0, 0, 0]'),
        ("one row shorter", "expected rows of one width, got 1 and 16"),
        ("all rows shorter", "expected 16 dimensions, got 4"),
        ("words for numbers", "expected each embedding to be a list of numbers"),
        ("NaN", "expected finite numbers, got NaN"),
        ("null", "expected finite numbers, got NaN"),
        ("not JSON", "answered 200 and no JSON"),
        ("429, no more money", "answered 429"),
        ("429, Retry-After of an hour", "wants a wait of 3,600 s, more than 300 s"),
        ("401", "answered 401: the key in OPENAI_API_KEY is not taken"),
        ("404", "there is no such model, or its address does not end before /embeddings"),
        ("redirect", "it sends elsewhere, and no text is sent there"),
        ("400", "refused the texts (400)"),
    ],
)
def test_what_no_wait_mends_ends_at_once_with_one_line_and_nothing_stored(
    fault: str, said: str, server: Loopback, slept: list[float]
) -> None:
    server.faults = [fault]
    encoder = HttpEncoder("m", dimensions=WIDTH)
    with VectorCache.in_memory("f") as cache:
        with pytest.raises(GoldrankError) as error:
            embed(encoder, TEXTS, "document", None, cache)
        keys = [reading.key for reading in encoder.read(TEXTS, "document", None)]
        assert not cache.get(keys)[1].any()
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(server.seen) == 1
    assert not slept


def test_a_run_that_dies_pays_only_for_what_is_missing(server: Loopback) -> None:
    texts = [f"text {n}" for n in range(40)]
    encoder = HttpEncoder("m", batch_size=4, retries=0)
    with VectorCache.in_memory("f") as cache:
        server.faults = [""] * 9 + ["500"]
        with pytest.raises(GoldrankError, match="1 times in all"):
            embed(encoder, texts, "document", None, cache)
        before = len(server.texts)
        made = embed(encoder, texts, "document", None, cache)
    # Nine of ten requests were answered and kept; the tenth alone is sent again.
    assert before == 40
    assert len(server.texts) - before == 4
    assert (made.cached, made.encoded) == (36, 4)
    np.testing.assert_array_equal(made.vectors, truth(texts))


def test_requests_hold_so_many_tokens_and_each_is_stored_before_the_next(server: Loopback) -> None:
    # Words are taken as four tokens each: three texts of two words are within 24, four are not.
    encoder = HttpEncoder("m", batch_tokens=24)
    with VectorCache.in_memory("f") as cache:
        embed(encoder, [f"text {n}" for n in range(7)], "document", None, cache)
    assert [len(request["body"]["input"]) for request in server.seen] == [3, 3, 1]


def test_one_text_of_more_tokens_than_a_request_goes_alone(server: Loopback) -> None:
    # At three bytes a token these are 1, 4 and 1.
    HttpEncoder("m", batch_tokens=2).encode(["a", "long enough", "b"], "document")
    assert [request["body"]["input"] for request in server.seen] == [["a"], ["long enough"], ["b"]]


def test_neither_key_nor_address_is_in_an_error_a_traceback_or_a_log(
    server: Loopback, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}?token=query-secret")
    caplog.set_level(logging.DEBUG)
    seen = []
    faults = ["400 that repeats the key", "500", "401", "404", "not JSON", "cut connection", "slow"]
    for fault in faults:
        server.faults = [fault]
        encoder = HttpEncoder("m", retries=0, timeout=0.2)
        seen.append(all_of(failure_of(encoder)))
        seen.append(f"{encoder!r} {encoder._endpoint!r}")
    text = "\n".join([*seen, caplog.text])
    assert 'refused the texts (400) "no good: … at …"' in text
    for secret in (KEY, KEY[:12], server.host, "127.0.0.1", "query-secret"):
        assert secret not in text


def failure_of(encoder: HttpEncoder) -> GoldrankError:
    try:
        encoder.encode(TEXTS, "document")
    except GoldrankError as error:
        return error
    raise AssertionError("it did not fail")


def all_of(error: GoldrankError) -> str:
    """The error and its traceback, with what every variable of it holds."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    return f"{error}\n{''.join(told.format())}"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (
            None,
            "OPENAI_BASE_URL to hold the address of an endpoint, such as https://example.com/v1",
        ),
        ("ftp://x/v1", "it is no such address"),
        ("localhost:80", "it is no such address"),
        ("http://[::1/v1", "it is no such address"),
    ],
)
def test_an_address_that_is_none_is_one_line(
    url: str | None, said: str, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL")
    if url is not None:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(GoldrankError) as error:
        HttpEncoder("m").encode(TEXTS, "document")
    assert said in str(error.value)
    assert url is None or url not in str(error.value)


def test_a_user_and_a_key_are_one_too_many(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://ann:word@{server.host}/v1")
    with pytest.raises(GoldrankError, match="a request carries one of them; leave one out"):
        HttpEncoder("m").encode(TEXTS, "document")


def test_a_key_that_no_header_can_carry_is_one_line(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "schlüssel")
    with pytest.raises(GoldrankError, match="printable ASCII") as error:
        HttpEncoder("m").encode(TEXTS, "document")
    assert "schlüssel" not in str(error.value)


def test_no_endpoint_there_is_said_without_its_address(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(GoldrankError, match=r"could not be asked \(ConnectError\), 1 times"):
        HttpEncoder("m", retries=0).encode(TEXTS, "document")


def test_the_fingerprint_holds_what_vectors_depend_on_and_neither_key_nor_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = HttpEncoder("m").fingerprint
    monkeypatch.setenv("OPENAI_BASE_URL", "http://elsewhere/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    same = [HttpEncoder("m"), HttpEncoder("m", batch_size=4, caps=Caps(1.0), timeout=2, retries=1)]
    assert {encoder.fingerprint for encoder in same} == {one}
    others = [
        HttpEncoder("n"),
        HttpEncoder("m", dimensions=8),
        HttpEncoder("m", version="2"),
        HttpEncoder("m", options={"truncate": True}),
        HttpEncoder("m", query_options={"input_type": "query"}),
        HttpEncoder("m", query_prompt="q: "),
        HttpEncoder("m", document_prompt="q: "),
    ]
    assert len({one, *(encoder.fingerprint for encoder in others)}) == 8


def test_sides_that_ask_for_something_else_share_no_vector() -> None:
    alike, apart = HttpEncoder("m"), HttpEncoder("m", query_options={"input_type": "query"})
    keys = [
        [encoder.read(["a"], side, None)[0].key for side in ("query", "document")]
        for encoder in (alike, apart)
    ]
    assert keys[0][0] == keys[0][1]
    assert keys[1][0] != keys[1][1]


def test_the_model_may_be_in_the_environment_and_then_stands_nowhere(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_MODEL", "hidden-name")
    encoder = HttpEncoder("mine", model_variable="MY_MODEL")
    encoder.encode(["a"], "document")
    assert server.seen[0]["body"]["model"] == "hidden-name"
    assert encoder.fingerprint == HttpEncoder("hidden-name").fingerprint
    monkeypatch.delenv("MY_MODEL")
    with pytest.raises(GoldrankError, match="variable MY_MODEL to name its model"):
        _ = HttpEncoder("mine", model_variable="MY_MODEL").fingerprint


def test_no_more_is_sent_than_the_cap_allows(server: Loopback) -> None:
    # Each text is 6 bytes: 2 tokens at three bytes each.
    encoder = HttpEncoder("m", batch_size=1, caps=Caps(max_tokens=5))
    with pytest.raises(GoldrankError, match="about 4 tokens were sent and 2 more are wanted"):
        encoder.encode(["text 1", "text 2", "text 3"], "document")
    assert server.texts == ["text 1", "text 2"]
    dear = HttpEncoder("m", caps=Caps(price=1_000_000, max_cost=1.5))
    with pytest.raises(GoldrankError, match=r"beyond max_cost = 1\.5"):
        dear.encode(["text 1"], "document")


def test_inputs_are_cut_by_its_tokens_before_they_are_sent(
    server: Loopback, tmp_path: Path
) -> None:
    (tmp_path / "cut_tokens_here.py").write_text("def tokens(text):\n    return text.split()\n")
    table = {"kind": "http", "model": "m", "tokenizer": "cut_tokens_here:tokens", "cut_tokens": 3}
    made = encoder_settings({**table, "query_prompt": "q "}).make(
        SuiteFolders(tmp_path, (tmp_path,))
    )
    made.encode(["a b c d e", "f"], "document")
    made.encode(["a b c d e"], "query")
    # The prompt is one of the three.
    assert server.texts == ["a b c", "f", "q a b"]
    assert made.declared_windows == {"cut_tokens": 3}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"max_cost": 1}, "max_cost needs a price"),
        ({"cut_tokens": 8}, "cut_tokens needs the encoder's tokenizer"),
        ({"options": {"input": "x"}}, "options cannot say 'input'"),
        ({"price": -1.0}, "greater than or equal to 0"),
        ({"retires": 2}, 'did you mean "retries"'),
    ],
)
def test_settings_that_make_no_sense_are_one_line(table: dict[str, object], said: str) -> None:
    with pytest.raises(GoldrankError) as error:
        encoder_settings({"kind": "http", "model": "m", **table})
    assert said in str(error.value)


def test_another_model_is_asked_of_the_same_endpoint_under_the_same_caps(tmp_path: Path) -> None:
    table = {"kind": "http", "model": "m", "url_variable": "U", "max_tokens": 9, "dimensions": 4}
    assert with_model(encoder_settings(table), "n", tmp_path) == {
        "kind": "http",
        "url_variable": "U",
        "max_tokens": 9,
        "model": "n",
    }


def test_a_refusal_names_the_longest_text(server: Loopback) -> None:
    server.faults = ["400"]
    with pytest.raises(
        RefusedError, match='3 texts, the longest of 13 characters, "one two three"'
    ):
        HttpEncoder("m").encode(TEXTS, "document")


def test_what_is_sent_is_json_whatever_the_text_holds(server: Loopback) -> None:
    text = 'quote " tab \t null \x00 line \u2028 日本 👍'
    HttpEncoder("m").encode([text], "document")
    assert server.texts == [text]
    assert json.dumps(text) != text


def test_an_answer_that_unpacks_to_too_much_is_one_line(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "LARGEST", 1_000_000)
    server.faults = ["a bomb"]
    with pytest.raises(GoldrankError, match="answered more than 1,000,000 bytes; nothing of it"):
        HttpEncoder("m").encode(TEXTS, "document")
    assert len(server.seen) == 1


def test_an_answer_that_cannot_be_unpacked_is_asked_for_again(
    server: Loopback, slept: list[float]
) -> None:
    server.faults = ["no gzip"]
    np.testing.assert_array_equal(HttpEncoder("m").encode(TEXTS, "document"), truth(TEXTS))
    assert len(slept) == 1


def test_batches_of_different_widths_are_not_mixed(server: Loopback) -> None:
    server.faults = ["", "all rows shorter"]
    wrong = pytest.raises(GoldrankError, match="expected 16 dimensions, got 4")
    with VectorCache.in_memory("f") as cache, wrong:
        embed(HttpEncoder("m", batch_size=2), TEXTS, "document", None, cache)


def test_no_text_is_sent_to_where_a_redirect_points(server: Loopback) -> None:
    with Loopback() as elsewhere:
        server.faults = ["redirect to another"]
        STATUS["redirect to another"] = (307, {"Location": f"{elsewhere.url}/embeddings"}, "")
        with pytest.raises(GoldrankError, match="no text is sent there"):
            HttpEncoder("m").encode(TEXTS, "document")
        assert not elsewhere.seen


def test_an_empty_text_is_sent_as_it_is(server: Loopback) -> None:
    np.testing.assert_array_equal(HttpEncoder("m").encode(["", "a"], "query"), truth(["", "a"]))
