"""Archives of sets: unpacked inside their folder and nowhere else, and within bounds."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.fetching.listed import is_inside
from goldrank.fetching.verify import BLOCK

SUFFIX = ".zip"
MOST_FILES = 100_000
MOST_BYTES = 8 << 30
"""Bytes that an archive may unpack to: 8 GiB."""


def unpack(archive: Path, folder: Path) -> None:
    """Write the files of a zip archive under `folder`.

    Raises:
        GoldrankError: it is no zip archive, is damaged, or holds what no set may hold: a path
            outside it, a link, a name twice, too many files or bytes.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            for member in _checked(opened.infolist(), archive.name):
                _write(opened, member, folder / member.filename, archive.name)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        # RuntimeError is said of what is encrypted or packed in a way that is not known.
        said = " ".join(str(error).split())[:200]
        raise GoldrankError(f"{archive.name}: expected a zip archive, got {said}") from None


def _checked(members: list[zipfile.ZipInfo], archive: str) -> list[zipfile.ZipInfo]:
    """Those that are files, where all may be written."""
    seen: set[str] = set()
    for member in members:
        name = member.filename.removesuffix("/")
        # The name as it stands there: what a reader makes of it may be harmless by chance.
        if not is_inside(name) or member.orig_filename != member.filename:
            raise GoldrankError(
                f"{archive}: expected paths inside the set, got {member.orig_filename!r:.100}"
            )
        if stat.S_ISLNK(member.external_attr >> 16):
            raise GoldrankError(f"{archive}: expected files, got the link {name!r:.100}")
        if name.casefold() in seen:
            raise GoldrankError(f"{archive}: expected every path once, got {name!r:.100} again")
        seen.add(name.casefold())
    if len(members) > MOST_FILES:
        raise GoldrankError(
            f"{archive}: expected at most {MOST_FILES:,} files, got {len(members):,}"
        )
    if (size := sum(member.file_size for member in members)) > MOST_BYTES:
        raise GoldrankError(
            f"{archive}: expected at most {MOST_BYTES:,} bytes unpacked, got {size:,}"
        )
    return [member for member in members if not member.is_dir()]


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, place: Path, archive: str) -> None:
    # A reader stops at the size that the archive says, which was counted, and checks its CRC there.
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with opened.open(member) as packed, place.open("xb") as written:
            shutil.copyfileobj(packed, written, BLOCK)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise GoldrankError(
            f"{archive}: expected {member.filename!r:.100} to be a file or a folder, got both"
        ) from None
