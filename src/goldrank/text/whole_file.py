"""A file that is written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from goldrank.errors import GoldrankError


def write_whole(path: Path, data: bytes) -> None:
    """Replace what `path` holds in one step, so that a kill at any moment leaves the old or the new.

    The bytes are on the disk when it returns; a file that was there keeps its mode. Raises
    `GoldrankError` where it cannot be written; the file is then as it was.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise GoldrankError(f"cannot write {path}: {error.strerror}; it is as it was") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_usual_mode() if mode is None else mode)
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise GoldrankError(f"cannot write {path}: {error}; it is as it was") from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
