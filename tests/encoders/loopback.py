"""A real HTTP server on loopback that takes what OpenAI's embeddings take, and fails as it is told."""

from __future__ import annotations

import base64
import gzip
import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
from tests.encoders.stubs import word_vector

WIDTH = 16
KEY = "sk-very-secret-1234567890"
Vectors = Callable[[list[str]], Any]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", text)


def bag(words: Sequence[str], width: int = WIDTH) -> Any:
    return sum((word_vector(word, width) for word in words), np.zeros(width))


def truncating(window: int) -> Vectors:
    """Reads the first words of a text, and says nothing of the rest."""
    return lambda texts: np.array([bag(words_of(text)[:window]) for text in texts])


class TooLongError(Exception):
    """Answered as a 400."""


def mixed_truncating(window: int) -> Vectors:
    """Reads the first words of a text as one, as a real model does, and says nothing of the rest."""
    return lambda texts: np.array([mixed(words_of(text)[:window]) for text in texts])


def refusing(window: int, read: Vectors | None = None) -> Vectors:
    """Takes no text of more words; `read` makes the vectors of the others."""

    def made(texts: list[str]) -> Any:
        if (longest := max(len(words_of(text)) for text in texts)) > window:
            raise TooLongError(f"maximum context length is {window} tokens, got {longest}")
        return (read or long_reader)(texts)

    return made


def averaging(size: int) -> Vectors:
    """Averages what it reads of pieces of so many words, each of which is more than its words."""

    def one(text: str) -> Any:
        words = words_of(text)
        pieces = [words[n : n + size] for n in range(0, len(words), size)]
        made = np.mean([mixed(piece) for piece in pieces], axis=0)
        return made / np.linalg.norm(made)

    return lambda texts: np.array([one(text) for text in texts])


def mixed(words: Sequence[str]) -> Any:
    """A vector in which every word acts on what the others do, as in a real model."""
    return np.tanh(bag(words) / max(len(words), 1) ** 0.5)


def long_reader(texts: list[str]) -> Any:
    """Reads all of any text, as one piece."""
    return np.array([mixed(words_of(text)) for text in texts])


@dataclass
class Loopback:
    """The server; `faults` are what it does at the requests to come, the first first.

    `seen` keeps each request: its path, its headers and its body.
    """

    vectors: Vectors = field(default_factory=lambda: truncating(8))
    faults: list[str] = field(default_factory=list)
    seen: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Loopback:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/v1"

    @property
    def texts(self) -> list[str]:
        """All texts that were sent, in order."""
        return [text for request in self.seen for text in request["body"]["input"]]


def _handler(loopback: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body are two writes: 40 ms of waiting otherwise

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            loopback.seen.append({"path": self.path, "headers": dict(self.headers), "body": body})
            fault = loopback.faults.pop(0) if loopback.faults else ""
            _answer(self, loopback, fault, body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _answer(handler: Any, loopback: Loopback, fault: str, body: dict[str, Any]) -> None:
    if fault == "slow":
        time.sleep(0.6)
    if fault in PACKED:
        _send_packed(handler, PACKED[fault])
        return
    if fault in STATUS:
        status, headers, text = STATUS[fault]
        _send(handler, status, text or json.dumps({"error": {"message": fault}}), headers)
        return
    try:
        rows = loopback.vectors(body["input"])
    except TooLongError as error:
        _send(handler, 400, json.dumps({"error": {"message": str(error)}}), {})
        return
    data = [{"index": n, "embedding": [float(x) for x in row]} for n, row in enumerate(rows)]
    if body.get("encoding_format") == "base64":
        for entry, row in zip(data, rows, strict=True):
            entry["embedding"] = base64.b64encode(np.asarray(row, "<f4").tobytes()).decode()
    text = json.dumps({"data": DATA.get(fault, lambda same: same)(data), "model": "x"})
    if fault == "cut connection":
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text[: len(text) // 2].encode())
        handler.close_connection = True
        return
    _send(handler, 200, "<html>busy</html>" if fault == "not JSON" else text, {})


def _send(handler: Any, status: int, text: str, headers: dict[str, str]) -> None:
    try:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value() if callable(value) else value)
        handler.send_header("Content-Length", str(len(text.encode())))
        handler.end_headers()
        handler.wfile.write(text.encode())
    except (BrokenPipeError, ConnectionResetError):  # it waited no longer
        handler.close_connection = True


def _send_packed(handler: Any, content: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Encoding", "gzip")
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def _later() -> str:
    return formatdate(time.time() + 30, usegmt=True)


PACKED = {"a bomb": gzip.compress(b" " * 4_000_000), "no gzip": b"this is no gzip"}
STATUS: dict[str, tuple[int, dict[str, Any], str]] = {
    "429, Retry-After in seconds": (429, {"Retry-After": "7"}, ""),
    "429, Retry-After as a date": (429, {"Retry-After": _later}, ""),
    "429, Retry-After of an hour": (429, {"Retry-After": "3600"}, ""),
    "429, no more money": (429, {}, '{"error": {"code": "insufficient_quota"}}'),
    "500": (500, {}, ""),
    "503": (503, {}, ""),
    "400": (400, {}, ""),
    "401": (401, {}, f'{{"error": {{"message": "Incorrect API key provided: {KEY[:12]}"}}}}'),
    "404": (404, {}, ""),
    "redirect": (307, {"Location": "http://127.0.0.1:9/v1/embeddings"}, ""),
    "400 that repeats the key": (400, {}, f"no good: {KEY} at 127.0.0.1"),
}
DATA: dict[str, Callable[[list[Any]], list[Any]]] = {
    "a row too few": lambda data: data[:-1],
    "a row too many": lambda data: [*data, {"index": len(data), "embedding": [0.0] * WIDTH}],
    "rows in another order": lambda data: data[::-1],
    "an index twice": lambda data: [{**row, "index": 0} for row in data],
    "rows without an index": lambda data: [{"embedding": row["embedding"]} for row in data],
    "NaN": lambda data: [{**row, "embedding": [float("nan")] * WIDTH} for row in data],
    "null": lambda data: [{**row, "embedding": [None] * WIDTH} for row in data],
    "one row shorter": lambda data: [*data[:-1], {**data[-1], "embedding": [1.0]}],
    "all rows shorter": lambda data: [{**row, "embedding": row["embedding"][:4]} for row in data],
    "words for numbers": lambda data: [{**row, "embedding": ["a", "b"]} for row in data],
}
