"""The files of a set held against the registry, by size and sha256."""

from __future__ import annotations

import hashlib
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.fetching.registry import Listed, PublicSet

REMEDY = "take the set again from its source, at the commit of the registry"


def verified_bytes(folder: Path, file: Listed) -> bytes:
    """The bytes of one file of a set in `folder`, which are those of the registry.

    Raises:
        GoldrankError: it is not there, is a link that leads out of `folder`, or holds other bytes.
    """
    path = folder / file.path
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise GoldrankError(f"{path}: expected a file inside {folder}, got a link out of it")
        if not path.is_file():
            raise GoldrankError(
                f"{path}: expected a file of {file.size:,} bytes, found none; {REMEDY}"
            )
        # Not read where its size says already that it is another, and however it grows meanwhile.
        if (size := path.stat().st_size) != file.size:
            raise GoldrankError(f"{path}: expected {file.size:,} bytes, found {size:,}; {REMEDY}")
        with path.open("rb") as opened:
            data = opened.read(file.size + 1)
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror or error}") from None
    found = hashlib.sha256(data).hexdigest()
    if found != file.sha256:
        raise GoldrankError(f"{path}: expected sha256 {file.sha256}, found {found}; {REMEDY}")
    return data


def faults(folder: Path, wanted: PublicSet) -> list[str]:
    """What is wrong with the files of a set in `folder`, one line each; none where all are right."""
    found = []
    for file in wanted.files:
        try:
            verified_bytes(folder, file)
        except GoldrankError as error:
            found.append(str(error))
    return found
