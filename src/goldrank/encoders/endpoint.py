"""One HTTP endpoint: where it is and its key are in the environment, and are written nowhere."""

from __future__ import annotations

import json
import logging
import os
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

from pydantic import SecretBytes, SecretStr

from goldrank.encoders.base import RefusedError
from goldrank.encoders.patience import AgainError, Patience, told_wait
from goldrank.errors import GoldrankError
from goldrank.text.unsafe import printable

PATH = "/embeddings"
IN_PASSING = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
TOO_LONG = {400, 413, 422}  # what endpoints answer to an input that is too long for them
NO_MORE_MONEY = "insufficient_quota"  # comes as a 429, and no wait mends it
LOGS = ("httpx", *(f"httpcore.{part}" for part in ("connection", "http11", "proxy", "socks")))
LARGEST = 512 * 1024 * 1024  # bytes of an answer, unpacked: a few may be packed bytes of many
LONGEST_SAID = 200  # characters of an endpoint's own message


@dataclass(frozen=True)
class Endpoint:
    """The endpoint that the variable `url_variable` names, asked with the key in `key_variable`.

    Its address and its key are read when it is first asked. They stand in no error: what an
    endpoint says is shown without them. `timeout` is in seconds, and of each wait for bytes.
    """

    who: str
    url_variable: str
    key_variable: str = ""
    timeout: float = 60.0
    patience: Patience = field(default_factory=Patience)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def post(self, body: Mapping[str, Any]) -> object:
        """What it answers to `body`, as JSON.

        Raises:
            RefusedError: it does not take the texts, as where one is too long for it.
            GoldrankError: it cannot be reached, fails again and again, or answers no JSON.
        """
        return self.patience.call(lambda: self._once(body), self._named)

    @property
    def _named(self) -> str:
        return f"{self.who}: the endpoint that {self.url_variable} names"

    def _once(self, body: Mapping[str, Any]) -> object:
        httpx, client, failed = _httpx(), self._client, ""
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        try:
            with (
                _unlogged(),
                # Never in a variable: a traceback may show what variables hold.
                client.stream("POST", self._url.get_secret_value(), content=content) as response,
            ):
                said = _within(response.iter_bytes())
        except httpx.TimeoutException:
            failed = f"gave no answer within {self.timeout:g} s"
        except httpx.RequestError as error:  # what cannot be unpacked is one too
            failed = f"could not be asked ({type(error).__name__})"
        # Raised here, where no exception that knows the address hangs on to it.
        if failed:
            raise AgainError(failed)
        if said is None:
            raise GoldrankError(
                f"{self._named} answered more than {LARGEST:,} bytes; nothing of it was kept: take "
                "fewer texts a request (batch_size)"
            )
        return self._answer(response, said)

    def _answer(self, response: Any, content: SecretBytes) -> object:
        status = int(response.status_code)
        said = self._said(status, content)
        if status in IN_PASSING and NO_MORE_MONEY not in said:
            raise AgainError(
                f"answered {status}{said}",
                told_wait(response.headers.get("retry-after"), time.time()),
            )
        if status in TOO_LONG:
            raise RefusedError(f"{self._named} refused the texts ({status}){said}")
        if not 200 <= status < 300:
            raise GoldrankError(f"{self._named} answered {status}{self._advice(status, said)}")
        try:
            return json.loads(content.get_secret_value())
        except (ValueError, RecursionError):
            pass
        raise GoldrankError(
            f"{self._named} answered {status} and no JSON; it must take what OpenAI's embeddings "
            f"take, at its address + {PATH}"
        )

    def _advice(self, status: int, said: str) -> str:
        if status in (401, 403):
            return f": the key in {self.key_variable or 'no variable'} is not taken"
        if status == 404:
            return f"{said}: there is no such model, or its address does not end before {PATH}"
        if 300 <= status < 400:
            return ": it sends elsewhere, and no text is sent there; name that address itself"
        return said

    def _said(self, status: int, content: SecretBytes) -> str:
        """What the endpoint says of a failure, in quotes, without what is secret."""
        if status < 300 or status in (401, 403):
            return ""  # these repeat parts of a key
        text = " ".join(printable(content.get_secret_value().decode("utf-8", "replace")).split())
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return f' "{text[:LONGEST_SAID]}"' if text else ""

    @cached_property
    def _url(self) -> SecretStr:
        """The address that is asked, without the user that it may name."""
        url = self._address.copy_with(userinfo=b"")
        path = str(url.path).rstrip("/")
        return SecretStr(str(url.copy_with(path=path if path.endswith(PATH) else f"{path}{PATH}")))

    @cached_property
    def _address(self) -> Any:
        given = SecretStr(self.environ.get(self.url_variable, "").strip())
        if (url := _parsed(given)) is not None:
            return url
        raise GoldrankError(
            f"{self.who}: expected the environment variable {self.url_variable} to hold the "
            f"address of an endpoint, such as https://example.com/v1, and it "
            f"{'is no such address' if given else 'is not set'}"
        )

    @property
    def _key(self) -> SecretStr:
        key = SecretStr(self.environ.get(self.key_variable, "").strip())
        if not (key.get_secret_value().isascii() and key.get_secret_value().isprintable()):
            raise GoldrankError(
                f"{self.who}: expected the key in {self.key_variable} to be printable ASCII, and "
                "it is not; set it anew"
            )
        return key

    @property
    def _secrets(self) -> list[str]:
        """What an endpoint may repeat and nobody else shall read, the longest first."""
        address = self._address
        user, _, password = address.userinfo.decode().partition(":")
        query = [value for _, value in address.params.multi_items()]
        parts = [self._key.get_secret_value(), str(address), address.host, user, password, *query]
        return sorted({part for part in parts if part}, key=len, reverse=True)

    @cached_property
    def _client(self) -> Any:
        if self._key and self._address.userinfo:
            raise GoldrankError(
                f"{self.who}: {self.url_variable} names a user and {self.key_variable} holds a "
                "key, and a request carries one of them; leave one out"
            )
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key.get_secret_value()}"
        address = self._address
        user = (address.username, address.password) if address.userinfo else None
        client = _httpx().Client(headers=headers, auth=user, timeout=self.timeout)
        weakref.finalize(self, client.close)  # its connection ends with whoever asked
        return client


def _within(parts: Iterable[bytes]) -> SecretBytes | None:
    """An answer, unpacked; `None` where it is too large to be one."""
    held, size = [], 0
    for part in parts:
        size += len(part)
        if size > LARGEST:
            return None
        held.append(part)
    return SecretBytes(b"".join(held))


@contextmanager
def _unlogged() -> Iterator[None]:
    """The client's logs name every address that is asked."""
    logs = [logging.getLogger(name) for name in LOGS]
    before = [log.disabled for log in logs]
    for log in logs:
        log.disabled = True
    try:
        yield
    finally:
        for log, was in zip(logs, before, strict=True):
            log.disabled = was


def _parsed(given: SecretStr) -> Any:
    """The address, or `None` where it is none that HTTP can ask."""
    httpx = _httpx()
    try:
        url = httpx.URL(given.get_secret_value())
    except (httpx.InvalidURL, ValueError):
        return None
    return url if url.scheme in ("http", "https") and url.host else None


def _httpx() -> ModuleType:
    try:
        import httpx
    except ModuleNotFoundError as error:
        raise GoldrankError(
            "an encoder behind HTTP needs the library httpx; install it with: "
            "pip install 'goldrank[http]'"
        ) from error
    return httpx
