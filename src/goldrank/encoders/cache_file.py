"""One SQLite file of the vector cache: opened, locked, and set aside when it is damaged."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from goldrank.errors import GoldrankError

T = TypeVar("T")
LAYOUT = 1  # raised when the tables change
PATIENCE = 60.0  # seconds to wait for another run that writes
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
REFUSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
HEADER = 100  # bytes at the start of a SQLite file
SHORT_READ = 522  # SQLITE_IOERR_SHORT_READ: the file ends too early
TABLES = (
    "CREATE TABLE IF NOT EXISTS vectors "
    "(key BLOB PRIMARY KEY, vector BLOB NOT NULL, checksum BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS notes "
    "(name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum BLOB NOT NULL)",
)
Sound = Callable[[bytes, bytes, bytes], bool]


class CacheFile:
    """A SQLite file that is always usable after `run`, or an error that names the folder.

    A file that is damaged, or no database, is renamed and kept; `notices` says so. Two processes
    may use one file at once. One that cannot be written, as on a read-only medium, is only read.
    """

    def __init__(self, path: Path, sound: Sound) -> None:
        self.path = path
        self.notices: list[str] = []
        self._sound = sound
        self._connection: sqlite3.Connection | None = None
        self._inode = 0
        self.only_read = False

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` on the connection; after damage once more, on an empty file."""
        try:
            return work(self._open())
        except sqlite3.Error as error:
            if not is_damage(error):
                raise self._unusable(error) from error
            self.set_aside(str(error))
        except OSError as error:
            raise self._unusable(error) from error
        try:
            return work(self._open())
        except (sqlite3.Error, OSError) as error:
            raise self._unusable(error) from error

    def set_aside(self, reason: str) -> None:
        """Rename the file, so that nothing is lost and the next use begins an empty one."""
        self.close()
        if _inode(self.path) != self._inode and self._inode:
            return  # another process has set it aside already: what lies there now is new
        stamp = f"{time.time_ns()}-{os.getpid()}"
        kept = self.path.with_name(f"{self.path.stem}.damaged-{stamp}{self.path.suffix}")
        try:
            # The log goes first: an old log beside a new file would be played into it.
            for ending in ("-wal", "-shm", ""):
                with contextlib.suppress(FileNotFoundError):
                    Path(f"{self.path}{ending}").rename(f"{kept}{ending}")
        except OSError as error:
            raise self._unusable(error) from error
        self.notices.append(
            f"the vector cache {self.path} is damaged ({reason}); it was renamed to {kept.name}, "
            "and its vectors are computed again"
        )

    def close(self) -> None:
        """Give the file back; a later `run` opens it again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None:
            return self._connection
        try:
            self._connection = self._writable()
        except (sqlite3.Error, OSError) as error:
            if not is_refusal(error) or not self.path.is_file():
                raise
            self._connection = self._read_only()
        self._inode = _inode(self.path)
        return self._connection

    def _writable(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._inode = _inode(self.path)
        # SQLite itself would open such a file, and fail at the first write.
        if self.path.is_file() and not os.access(self.path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))
        if ends_early(self.path):
            self.set_aside("the file ends in the middle of a page")
        return self._prepared(str(self.path))

    def _read_only(self) -> sqlite3.Connection:
        if not self.only_read:
            self.notices.append(f"the vector cache {self.path} cannot be written, only read")
        self.only_read = True
        place = self.path.resolve().as_uri()
        if Path(f"{self.path}-wal").exists():
            with contextlib.suppress(sqlite3.Error):
                return self._prepared(f"{place}?mode=ro", is_uri=True)
        # Without a log that can be followed, what another run has not yet moved from its log to
        # the file counts as missing; the checksums watch over the rest.
        return self._prepared(f"{place}?immutable=1", is_uri=True)

    def _prepared(self, place: str, is_uri: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, uri=is_uri)
        try:
            if is_uri:
                connection.execute("SELECT 1 FROM vectors, notes LIMIT 1")
            else:
                _prepare(connection, self._sound)
        except BaseException:
            connection.close()
            raise
        return connection

    def _unusable(self, error: Exception) -> GoldrankError:
        return GoldrankError(
            f"the vector cache in {self.path.parent}: expected a folder that can be read and "
            f"written, got: {error}; make room there, or choose another folder with --cache or "
            "GOLDRANK_CACHE"
        )


def ends_early(path: Path) -> bool:
    """Whether a file was cut where SQLite does not see it: it is whole pages, or empty.

    SQLite takes a file of one byte for an empty one, and the rest of a page for zeros. Source:
    "Database File Format", section 1.3 (the size of a page stands in bytes 16 and 17).
    """
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
            size = path.stat().st_size
    except FileNotFoundError:
        return False
    if 0 < len(header) < HEADER:
        return True
    if not header.startswith(b"SQLite format 3\0"):
        return False
    page = int.from_bytes(header[16:18], "big")
    return size % (65536 if page == 1 else max(page, 1)) != 0


def is_refusal(error: Exception) -> bool:
    """Whether the system lets nobody write there: the rights, or a read-only medium."""
    if isinstance(error, OSError):
        return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in REFUSED


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, not the disk, the rights or another process."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and (code & 0xFF in DAMAGED or code == SHORT_READ)


def in_one_transaction(
    connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]
) -> T:
    """All of `work` is stored, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _prepare(connection: sqlite3.Connection, sound: Sound) -> None:
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.create_function("sound", 3, sound, deterministic=True)
    if connection.execute("PRAGMA user_version").fetchone()[0] != LAYOUT:
        in_one_transaction(connection, _create)


def _create(connection: sqlite3.Connection) -> None:
    for table in TABLES:
        connection.execute(table)
    connection.execute(f"PRAGMA user_version = {LAYOUT}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    # SQLite does not wait for a lock when the journal mode changes, so the waiting is done here.
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > give_up:
                raise
            time.sleep(0.01)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0
