"""A folder of the cache that is built once: what is in it would come out otherwise another time."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from goldrank.encoders.folders import default_cache_folder

DIGEST = "digest"
"""The file that says what the folder held when it was built."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Kept:
    """A folder, and the digest of what it holds; `seconds` is what the building took.

    `seconds` is `None` where it was there already. `damaged` says that one was there and was not
    what had been built, `lost` that the cache cannot be written: it ends with this value.
    """

    path: Path
    digest: str
    seconds: float | None = None
    damaged: bool = False
    lost: bool = False


def kept_folder(cache: Path | None, name: str, build: Callable[[Path], None]) -> Kept:
    """The folder `indexes/NAME` of a cache, built by `build` where it is not there.

    A folder appears whole or not at all, and the first stays: of two processes that build one at a
    time, both use the first. One that is not as it was built is built again.
    """
    root = (default_cache_folder() if cache is None else cache) / "indexes"
    place = root / name
    found = _sound(place)
    if found:
        return Kept(place, found)
    since, damaged = time.perf_counter(), place.exists()
    new, lost = _new_folder(root, name)
    try:
        build(new)
        digest = digest_of(new)
        (new / DIGEST).write_text(digest, encoding="utf-8")
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    seconds = time.perf_counter() - since
    if lost:
        kept = Kept(new, digest, seconds, damaged, lost)
        weakref.finalize(kept, shutil.rmtree, new, ignore_errors=True)
        return kept
    _put(new, place, damaged)
    return Kept(place, _sound(place) or digest, seconds, damaged)


def digest_of(folder: Path) -> str:
    """The first 16 hexadecimal digits of the sha256 of the names and bytes of all files."""
    whole = hashlib.sha256()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in files:
        name = path.relative_to(folder).as_posix()
        if name != DIGEST:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            whole.update(f"{name}\0{content}\n".encode())
    return whole.hexdigest()[:16]


def _sound(place: Path) -> str:
    """The digest of a folder that is as it was built; empty for any other."""
    try:
        said = (place / DIGEST).read_text(encoding="utf-8")
        return said if said == digest_of(place) else ""
    except (OSError, ValueError):
        return ""


def _new_folder(root: Path, name: str) -> tuple[Path, bool]:
    """A new folder beside the place, and whether it had to be elsewhere."""
    new = root / f".{name}-{os.getpid()}-{time.time_ns()}"
    try:
        new.mkdir(parents=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="goldrank-")), True
    return new, False


def _put(new: Path, place: Path, damaged: bool) -> None:
    """Move a folder to its place; where another process was first, that one stays."""
    if damaged:
        shutil.rmtree(place, ignore_errors=True)
    try:
        new.rename(place)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        if not place.is_dir():
            raise
