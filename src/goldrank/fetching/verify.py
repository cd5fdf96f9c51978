"""The files of a set held against the registry, by size and sha256."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from goldrank.errors import GoldrankError
from goldrank.fetching.listed import Listed

BLOCK = 1 << 20
"""Bytes that are held at a time."""


def verify(folder: Path, file: Listed, copy: BinaryIO | None = None) -> None:
    """Read a file of `folder` once, hold it against the registry, and write it to `copy`.

    Raises:
        GoldrankError: it is not there, is a link that leads out of `folder`, or holds other bytes.
    """
    path = folder / file.path
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise GoldrankError(f"{path}: expected a file inside {folder}, got a link out of it")
        if not path.is_file():
            raise GoldrankError(f"{path}: expected a file of {file.size:,} bytes, found none")
        # Not read where its size says already that it is another, and however it grows meanwhile.
        if (size := path.stat().st_size) != file.size:
            raise GoldrankError(f"{path}: expected {file.size:,} bytes, found {size:,}")
        opened = path.open("rb")
    except (OSError, RuntimeError) as error:  # the second where links go round
        raise GoldrankError(f"cannot read {path}: {_reason(error)}") from None
    with opened:
        found = _copied(opened, path, file.size, copy)
    if found != file.sha256:
        raise GoldrankError(f"{path}: expected sha256 {file.sha256}, found {found}")


def _copied(opened: BinaryIO, path: Path, size: int, copy: BinaryIO | None) -> str:
    """The sha256 of the first bytes of a file, so many and one more, which are copied."""
    digest, left = hashlib.sha256(), size + 1
    while left:
        try:
            block = opened.read(min(BLOCK, left))
        except OSError as error:
            raise GoldrankError(f"cannot read {path}: {_reason(error)}") from None
        if not block:
            break
        digest.update(block)
        left -= len(block)
        if copy is not None:
            copy.write(block)
    return digest.hexdigest()


def sha256_of(path: Path) -> str:
    """The sha256 of a file, in hex."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def faults(folder: Path, files: Iterable[Listed]) -> list[str]:
    """What is wrong with these files in `folder`, one line each; none where all are right."""
    found = []
    for file in files:
        try:
            verify(folder, file)
        except GoldrankError as error:
            found.append(str(error))
    return found


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
