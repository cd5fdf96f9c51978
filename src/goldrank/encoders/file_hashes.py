"""The content of files by sha256, computed once for each path, size and time of change."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remembered_sha256(path: Path, folder: Path) -> str:
    """The sha256 of a file, remembered under `folder` until its size or time of change differs.

    A folder that cannot be written to costs time, never an answer.
    """
    stat = path.stat()
    name = str(path.resolve())
    identity = [name, stat.st_size, stat.st_mtime_ns]
    place = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    note = folder / "files" / f"{place}.json"
    known = _read(note)
    if known is not None and known[:3] == identity:
        return str(known[3])
    digest = sha256_of(path)
    with contextlib.suppress(OSError):
        _write(note, [*identity, digest])
    return digest


def _read(note: Path) -> list[object] | None:
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return known if isinstance(known, list) and len(known) == 4 else None


def _write(note: Path, known: list[object]) -> None:
    note.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and moved, so that another process reads the old note or the new one.
    handle, aside = tempfile.mkstemp(dir=note.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(known, file)
        Path(aside).replace(note)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
