"""What a converted set was made from and what was written: the record that it is verified by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.fetching.listed import Listed, read_list, write_list
from goldrank.fetching.registry import PublicSet
from goldrank.fetching.verify import faults, sha256_of

RECORDS = "sha256"
"""The folder of both lists."""
ORIGINALS, WRITTEN = f"{RECORDS}/originals.txt", f"{RECORDS}/written.txt"


def record(folder: Path, wanted: PublicSet, names: Iterable[str]) -> None:
    """List what the files of `names` were made from, and what they are now."""
    (folder / RECORDS).mkdir()
    write_list(folder / ORIGINALS, wanted.files)
    now = [(name, folder / name) for name in names]
    written = [Listed(name, path.stat().st_size, sha256_of(path)) for name, path in now]
    write_list(folder / WRITTEN, written)


def files_of(folder: Path, wanted: PublicSet) -> tuple[Listed, ...]:
    """The files that a set has in `folder`, as they should be.

    Raises:
        GoldrankError: it was converted, and there is no record of it, or one of other originals.
    """
    if not wanted.is_converted:
        return wanted.files
    originals, written = read_list(folder / ORIGINALS), read_list(folder / WRITTEN)
    if set(originals) != set(wanted.files):
        raise GoldrankError(
            f"{folder}: expected what is made of the files of the registry, found what was made of "
            f"others; see {ORIGINALS}, and get {wanted.name} again"
        )
    return written


def set_faults(folder: Path, wanted: PublicSet) -> tuple[list[str], int]:
    """What is wrong with a set in `folder`, one line each, and how many files it should have."""
    if not folder.is_dir():
        raise GoldrankError(
            f"no such folder: {folder}; bench datasets get {wanted.name} makes it, or name another "
            "with --in"
        )
    files = files_of(folder, wanted)
    return faults(folder, files), len(files)
