"""A folder that appears whole or not at all, whatever ends the process that writes it.

It is written hidden, beside its place, and takes its name last. Its writer holds a lock on the
hidden folder itself, which the system lets go of with the process: what nobody holds was left by
one that was killed, and the next writer removes it.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from goldrank.errors import GoldrankError

try:
    import fcntl
except ImportError:  # there is none on Windows: nothing is locked, and nothing is removed
    fcntl = None  # type: ignore[assignment]

UNFINISHED, REPLACED = "unfinished", "replaced"
LEFT = re.compile(rf"\.(?P<name>.+)\.(?P<kind>{UNFINISHED}|{REPLACED})-[a-z0-9_]{{8}}", re.DOTALL)
LONGEST_NAME = 200  # bytes; file systems take 255, and the hidden name is longer


@contextmanager
def whole_folder(folder: Path, replace: bool = False) -> Iterator[Path]:
    """A hidden folder to write to, which becomes `folder` when the block has ended well.

    With `replace`, a `folder` that exists makes room for it at that moment and not before.

    Raises:
        GoldrankError: it cannot be written, or exists and must not be replaced; nothing is left.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        put_right(folder.parent)
        unfinished, lock = _begun(folder)
    except OSError as error:
        raise GoldrankError(
            f"cannot write to {folder.parent}: {_reason(error)}; choose another folder"
        ) from error
    try:
        yield unfinished
        unfinished.chmod(0o755)
        _take_name(unfinished, folder, replace)
    except OSError as error:
        raise GoldrankError(
            f"cannot write {folder}: {_reason(error)}; nothing was left there: make room, or "
            "choose another folder"
        ) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
        unlock(lock)


def put_right(parent: Path) -> None:
    """Remove what killed writers left hidden in `parent`, and put back what they had set aside.

    What a living writer holds stays, and so does everything where the system has no locks.
    """
    with suppress(OSError):
        for place in sorted(parent.iterdir()):
            found = LEFT.fullmatch(place.name)
            if (
                found is None
                or place.is_symlink()
                or (lock := lock_folder(place, wait=False)) is None
            ):
                continue
            with suppress(OSError):
                named = parent / found["name"]
                if found["kind"] == REPLACED and not named.exists():
                    place.rename(named)
                else:
                    shutil.rmtree(place)
            unlock(lock)


def _begun(folder: Path) -> tuple[Path, int | None]:
    """A new hidden folder, and the lock on it where the system has locks."""
    while True:
        place = Path(tempfile.mkdtemp(prefix=f".{folder.name}.{UNFINISHED}-", dir=folder.parent))
        lock = lock_folder(place, wait=True)
        # Between the two lines above it was nobody's, and another run may have removed it.
        if lock is None or _is_at(lock, place):
            return place, lock
        unlock(lock)


def _take_name(unfinished: Path, folder: Path, replace: bool) -> None:
    if replace and folder.exists():
        _replace(unfinished, folder)
        return
    try:
        unfinished.rename(folder)
    except OSError:
        if not folder.exists():
            raise
        raise GoldrankError(
            f"{folder} exists by now: another run has written it; choose another --name, or "
            "--replace it"
        ) from None


def _replace(unfinished: Path, folder: Path) -> None:
    lock = lock_folder(folder, wait=True)
    old = folder.with_name(unfinished.name.replace(f".{UNFINISHED}-", f".{REPLACED}-"))
    try:
        folder.rename(old)
        unfinished.rename(folder)
    finally:
        if old.exists() and not folder.exists():
            old.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
        unlock(lock)


def lock_folder(place: Path, wait: bool) -> int | None:
    """A lock on a folder that ends with the process; `None` where another holds it, or none can be."""
    if fcntl is None:
        return None
    try:
        handle = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(handle)
        return None
    return handle


def unlock(lock: int | None) -> None:
    """Let go of a lock; of none, nothing."""
    if lock is not None:
        os.close(lock)


def _is_at(lock: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), place.stat())
    except OSError:
        return False


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
