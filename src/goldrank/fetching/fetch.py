"""Files of a public set from their address: asked for by name, gone on with, and held against it."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO
from urllib.parse import quote

from goldrank.encoders.endpoint import IN_PASSING
from goldrank.encoders.patience import AgainError, Patience, told_wait
from goldrank.errors import GoldrankError
from goldrank.fetching.listed import Listed
from goldrank.fetching.registry import PublicSet
from goldrank.fetching.verify import faults, sha256_of
from goldrank.progress import Progress, Stage
from goldrank.runs.whole_folder import lock_folder, unlock

BESIDE = "or take the files yourself and name their folder with --from"
MOST_REDIRECTS = 5
_RANGE = re.compile(r"bytes (\d{1,18})-\d{1,18}/(?:\d{1,18}|\*)")


@dataclass(frozen=True)
class Fetching:
    """How a set is fetched: how long to wait for bytes, in seconds, how often to ask, whom to tell."""

    stages: Progress
    timeout: float = 30.0
    patience: Patience = field(default_factory=lambda: Patience(retries=4))


def fetch(wanted: PublicSet, folder: Path, how: Fetching) -> None:
    """Have every file of a set in `folder`, where what was begun before is gone on with.

    One that is there is kept where it is right. One that is fetched has its name when all its
    bytes are those of the registry, and is hidden beside it until then. No other host than that
    of the registry is asked.

    Raises:
        GoldrankError: no address is known, it cannot be reached or sends elsewhere, its bytes are
            others, there is no room, or another process fetches the same set.
    """
    if not wanted.entry.address:
        raise GoldrankError(
            f"{wanted.name}: its files lie at no address; make them from {wanted.entry.source} and "
            "name their folder with --from"
        )
    with _alone(folder, wanted.name):
        missing = [file for file in wanted.files if faults(folder, [file])]
        with _httpx().Client(timeout=how.timeout, follow_redirects=False) as client:
            files = [_File(client, wanted, file, folder / file.path, how) for file in missing]
            _refuse_without_room(folder, sum(file.lacking for file in files))
            for file in files:
                file.have()


@contextmanager
def _alone(folder: Path, name: str) -> Iterator[None]:
    """Hold `folder`, which is made where it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    lock = lock_folder(folder, wait=False)
    if lock is None and os.name == "posix":
        raise GoldrankError(
            f"another bench datasets get is fetching {name} to {folder}; wait until it has ended"
        )
    try:
        yield
    finally:
        unlock(lock)


@dataclass(frozen=True)
class _File:
    """One file on its way from its address to its place."""

    client: Any
    wanted: PublicSet
    file: Listed
    place: Path
    how: Fetching

    @property
    def url(self) -> str:
        return self.wanted.entry.address + quote(self.file.path)

    @property
    def part(self) -> Path:
        """What of it is there; another hash in the registry is another file."""
        return self.place.with_name(f".{self.file.sha256[:32]}.part")

    @property
    def lacking(self) -> int:
        """Bytes that are still to come."""
        begun = self.part.stat().st_size if self.part.is_file() else 0
        return max(0, self.file.size - begun)

    def have(self) -> None:
        """Fetch it, and give it its name where its bytes are right."""
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            begun = self.part.exists()
            self._fetch_all()
            if (found := sha256_of(self.part)) != self.file.sha256 and begun:
                # What was there before may be of what the address held then.
                self.part.unlink()
                self._fetch_all()
                found = sha256_of(self.part)
            if found != self.file.sha256:
                self.part.unlink()
                raise GoldrankError(
                    f"{self.url}: expected sha256 {self.file.sha256}, got {found}, and nothing of it "
                    "was kept; the registry knows another version than that address holds now"
                )
            self.part.replace(self.place)
        except OSError as error:
            raise _unwritable(self.place, error) from None
        finally:
            _remove_empty(self.part)

    def _fetch_all(self) -> None:
        name = self.place.name
        with self.how.stages.stage(f"fetch {name}", self.file.size, "bytes") as stage:
            told = _Told(stage)
            try:
                self.how.patience.call(lambda: self._go_on(told), self.url)
            except GoldrankError as error:
                raise GoldrankError(f"{error}; {BESIDE}") from None

    def _go_on(self, told: _Told) -> None:
        """Ask once for what is missing."""
        with self.part.open("ab") as out:
            if out.tell() > self.file.size:
                _empty(out)
            told.have(out.tell())
            if out.tell() == self.file.size:
                return
            httpx, failed = _httpx(), ""
            try:
                self._ask(self.url, out, told, MOST_REDIRECTS)
            except httpx.TimeoutException:
                failed = f"sent nothing for {self.how.timeout:g} s"
            except httpx.RequestError as error:
                failed = f"could not be read to the end ({type(error).__name__})"
            if failed or out.tell() < self.file.size:
                of = f"after {out.tell():,} of {self.file.size:,} bytes"
                raise AgainError(f"{failed or 'ended'} {of}")

    def _ask(self, url: str, out: BinaryIO, told: _Told, redirects: int) -> None:
        begun = out.tell()
        # Not packed on the way: bytes are counted and gone on with as they lie there.
        headers = {"Accept-Encoding": "identity"}
        if begun:
            headers["Range"] = f"bytes={begun}-"
        with self.client.stream("GET", url, headers=headers) as response:
            if response.has_redirect_location:
                further = self._further(url, response, redirects)
            else:
                self._take(response, out, told)
                return
        self._ask(further, out, told, redirects - 1)

    def _further(self, url: str, response: Any, redirects: int) -> str:
        """Where the same host sends; another one is never asked."""
        here, there = response.request.url, response.next_request.url
        if (there.scheme, there.netloc) != (here.scheme, here.netloc) or there.userinfo:
            raise GoldrankError(
                f"{url}: sends to another host, {there.host}, which is not asked: the registry "
                f"names {self.wanted.host} alone"
            )
        if not redirects:
            raise GoldrankError(f"{url}: sends on and on, {MOST_REDIRECTS} times by now")
        return str(there)

    def _take(self, response: Any, out: BinaryIO, told: _Told) -> None:
        status = int(response.status_code)
        if status in IN_PASSING:
            wait = told_wait(response.headers.get("retry-after"), time.time())
            raise AgainError(f"answered {status}", wait)
        if status == 416 or (status == 206 and not _goes_on(response, out.tell())):
            _empty(out)
            raise AgainError("does not go on where the file ends here")
        if status not in (200, 206):
            raise GoldrankError(f"{self.url}: expected the file, got the answer {status}")
        if status == 200:
            _empty(out)
        told.have(out.tell())
        length = response.headers.get("content-length", "")
        if length.isdecimal() and out.tell() + int(length) != self.file.size:
            self._refuse(out, out.tell() + int(length))
        for block in response.iter_raw():
            if out.tell() + len(block) > self.file.size:
                self._refuse(out, None)
            out.write(block)
            told.have(out.tell())

    def _refuse(self, out: BinaryIO, size: int | None) -> None:
        _empty(out)
        got = "more" if size is None else f"{size:,}"
        raise GoldrankError(
            f"{self.url}: expected {self.file.size:,} bytes, got {got}, and nothing of it was kept; "
            "the registry knows another version than that address holds now"
        )


class _Told:
    """Tells a stage how far a file is, which may fall back."""

    def __init__(self, stage: Stage) -> None:
        self._stage: Callable[[int], object] = stage
        self._have = 0

    def have(self, size: int) -> None:
        """So many bytes are there."""
        self._stage(size - self._have)
        self._have = size


def _remove_empty(part: Path) -> None:
    with suppress(OSError):
        if part.stat().st_size == 0:
            part.unlink()


def _empty(out: BinaryIO) -> None:
    out.seek(0)
    out.truncate()


def _goes_on(response: Any, begun: int) -> bool:
    found = _RANGE.fullmatch(response.headers.get("content-range", ""))
    return found is not None and int(found[1]) == begun


def _refuse_without_room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise GoldrankError(
            f"{folder}: expected room for {needed:,} bytes, found {free:,}; make room, or set "
            "GOLDRANK_CACHE to a folder that has it"
        )


def _unwritable(place: Path, error: OSError) -> GoldrankError:
    return GoldrankError(
        f"cannot write {place}: {error.strerror or error}; make room or set GOLDRANK_CACHE to "
        "another folder, and run again: what was fetched is kept"
    )


def _httpx() -> ModuleType:
    try:
        import httpx
    except ModuleNotFoundError as error:
        raise GoldrankError(
            "to fetch a set needs the library httpx; install it with: pip install 'goldrank[http]', "
            f"{BESIDE}"
        ) from error
    return httpx
