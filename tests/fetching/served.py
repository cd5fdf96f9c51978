"""A real HTTP server on loopback that gives files out, with ranges, and fails as it is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

STEP = 4096


@dataclass
class Served:
    """The server; `faults` are what it does at the requests to come, the first first.

    `seen` keeps each request: its path and the range that it asks for.
    """

    files: Mapping[str, bytes]
    faults: list[str] = field(default_factory=list)
    seen: list[tuple[str, str]] = field(default_factory=list)
    pause: float = 0.0

    def __enter__(self) -> Served:
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
    def address(self) -> str:
        return f"http://{self.host}/sets/"

    @property
    def ranges(self) -> list[str]:
        return [asked for _, asked in self.seen]


def _handler(served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            served.seen.append((self.path, self.headers.get("Range", "")))
            fault = served.faults.pop(0) if served.faults else ""
            try:
                _answer(self, served, fault)
            except (BrokenPipeError, ConnectionResetError):  # it waited no longer
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _answer(handler: Any, served: Served, fault: str) -> None:
    data = served.files.get(handler.path.removeprefix("/sets/").removeprefix("moved/"))
    if fault.startswith("to "):
        _head(handler, 302, {"Location": fault.removeprefix("to "), "Content-Length": "0"})
        return
    if fault.isdecimal() or data is None:
        status, more = int(fault or 404), {"Retry-After": "0"} if fault == "503" else {}
        _head(handler, status, {"Content-Length": "4", **more})
        handler.wfile.write(b"none")
        return
    if fault == "wrong bytes":
        data = bytes(len(data))
    if fault == "longer":
        data += b"x"
    begun = 0 if fault == "whole again" else _begun(handler)
    if fault == "from elsewhere":
        begun += 1
    headers = {"Content-Length": str(len(data) - begun)}
    if begun:
        headers["Content-Range"] = f"bytes {begun}-{len(data) - 1}/{len(data)}"
    if fault == "endless":
        headers = {"Transfer-Encoding": "chunked"}
        data += bytes(1 << 20)
    _head(handler, 206 if begun else 200, headers)
    if fault == "stalls":
        handler.wfile.write(data[begun : begun + STEP])
        time.sleep(1.0)
        handler.close_connection = True
        return
    if fault == "cut":
        handler.wfile.write(data[begun : (begun + len(data)) // 2])
        handler.close_connection = True
        return
    for at in range(begun, len(data), STEP):
        block = data[at : at + STEP]
        chunked = b"%x\r\n%s\r\n" % (len(block), block) if fault == "endless" else block
        handler.wfile.write(chunked)
        time.sleep(served.pause)
    if fault == "endless":
        handler.wfile.write(b"0\r\n\r\n")


def _head(handler: Any, status: int, headers: Mapping[str, str]) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()


def _begun(handler: Any) -> int:
    asked = handler.headers.get("Range", "")
    return int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
