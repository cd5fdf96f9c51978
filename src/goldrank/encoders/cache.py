"""Vectors kept between runs: computed once, then the same bytes for ever."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.base import Vectors
from goldrank.encoders.cache_file import CacheFile, in_one_transaction
from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError

AT_ONCE = 900  # keys in one statement; SQLite of old takes 999 parameters
SAME = "excluded.vector, checksum = excluded.checksum"
INSERT = (
    "INSERT INTO vectors (key, vector, checksum) VALUES (?, ?, ?) ON CONFLICT (key) "
    f"DO UPDATE SET vector = {SAME} WHERE NOT sound(vectors.key, vectors.vector, vectors.checksum)"
)


class VectorCache:
    """The vectors of one encoder, by the sha256 of their input.

    The first vector stored under a key stays: whoever stores another is given the first back, so
    two runs that race end with the same bytes. An entry whose checksum is wrong counts as missing
    and is replaced. What is stored in one `put` is stored whole, or not at all.

    >>> with VectorCache.in_memory("some encoder") as cache:
    ...     stored = cache.put([b"a"], np.array([[1.0, 0.0]], dtype=np.float32))
    ...     vectors, found = cache.get([b"a", b"b"])
    >>> vectors.tolist(), found.tolist()
    ([[1.0, 0.0], [0.0, 0.0]], [True, False])
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self._salt = hashlib.sha256(fingerprint.encode()).digest()
        self._file = CacheFile(path, self._sound)
        self._width = 0

    @classmethod
    def open(cls, folder: Path | None, fingerprint: str) -> Self:
        """Open the file of the encoder `fingerprint` in `folder`, or in the default folder.

        Raises:
            GoldrankError: there is no such file and none can be made; names the folder.
        """
        name = hashlib.sha256(fingerprint.encode()).hexdigest()[:32]
        where = default_cache_folder() if folder is None else folder
        cache = cls(where / "vectors" / f"{name}.sqlite", fingerprint)
        cache._file.run(lambda connection: None)
        return cache

    @classmethod
    def in_memory(cls, fingerprint: str) -> Self:
        """A cache that ends with the process."""
        return cls(Path(":memory:"), fingerprint)

    @property
    def folder(self) -> Path:
        """The folder of all caches that it lies in."""
        return self._file.path.parent.parent

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should be told, such as a damaged file that was set aside."""
        return tuple(self._file.notices)

    def get(self, keys: Sequence[bytes]) -> tuple[Vectors, NDArray[np.bool_]]:
        """The vectors of `keys`, shape (keys, dimensions), and which were found; others are 0."""
        places = dict(zip(keys, range(len(keys)), strict=True))
        rows = self._file.run(lambda connection: list(self._rows(connection, list(places))))
        where = np.array([places[key] for key, _ in rows], dtype=np.intp)
        vectors = np.zeros((len(keys), self._width), dtype=np.float32)
        found = np.zeros(len(keys), dtype=np.bool_)
        if rows:
            stored = np.frombuffer(b"".join(vector for _, vector in rows), dtype="<f4")
            vectors[where] = stored.reshape(len(rows), self._width)
            found[where] = True
        if len(places) < len(keys):
            last = np.array([places[key] for key in keys], dtype=np.intp)
            vectors, found = vectors[last], found[last]
        return vectors, found

    def put(self, keys: Sequence[bytes], vectors: Vectors) -> Vectors:
        """Store one batch and return what is stored under `keys` now.

        Raises:
            GoldrankError: not one vector a key, another width than before, or no room to write.
        """
        self._check(keys, vectors)
        self._check_writable(len(keys))
        for _ in range(2):
            self._file.run(lambda connection: self._insert(connection, keys, vectors))
            stored, found = self.get(keys)
            if found.all():
                return stored
            self._file.set_aside("an entry cannot be replaced")
        raise GoldrankError(
            f"the vector cache in {self._file.path.parent}: expected to read back what was "
            "written, got nothing; choose another folder with --cache or GOLDRANK_CACHE"
        )

    def note(self, name: str) -> Any:
        """What was remembered under `name`, or `None`; damaged notes count as missing."""
        row = self._file.run(
            lambda connection: connection.execute(
                "SELECT value, checksum FROM notes WHERE name = ?", (name,)
            ).fetchone()
        )
        if row is None or self._checksum(name.encode(), str(row[0]).encode()) != row[1]:
            return None
        return json.loads(row[0])

    def remember(self, name: str, value: Any) -> None:
        """Keep a value that JSON can hold; the last one stays. A cache that is only read forgets."""
        if self._file.only_read:
            return
        text = json.dumps(value, sort_keys=True)
        row = (name, text, self._checksum(name.encode(), text.encode()))
        self._file.run(
            lambda connection: connection.execute(
                "INSERT OR REPLACE INTO notes (name, value, checksum) VALUES (?, ?, ?)", row
            )
        )

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _rows(
        self, connection: sqlite3.Connection, keys: list[bytes]
    ) -> Iterator[tuple[bytes, bytes]]:
        for start in range(0, len(keys), AT_ONCE):
            block = keys[start : start + AT_ONCE]
            marks = ",".join("?" * len(block))
            wanted = set(block)
            query = f"SELECT key, vector, checksum FROM vectors WHERE key IN ({marks})"
            for key, vector, checksum in connection.execute(query, block):
                if key in wanted and self._sound(key, vector, checksum):
                    self._width = len(vector) // 4
                    yield key, vector

    def _insert(
        self, connection: sqlite3.Connection, keys: Sequence[bytes], vectors: Vectors
    ) -> None:
        rows = []
        for key, vector in zip(keys, np.asarray(vectors, dtype="<f4"), strict=True):
            stored = vector.tobytes()
            rows.append((key, stored, self._checksum(key, stored)))
        in_one_transaction(connection, lambda inside: inside.executemany(INSERT, rows))

    def _check(self, keys: Sequence[bytes], vectors: Vectors) -> None:
        if vectors.ndim != 2 or len(vectors) != len(keys):
            raise GoldrankError(
                f"the vector cache: expected {len(keys)} vectors, got shape {vectors.shape}"
            )
        if self._width == 0:
            self._file.run(self._find_width)
        if len(keys) and self._width not in (0, vectors.shape[1]):
            raise GoldrankError(
                f"the vector cache: expected vectors of {self._width} dimensions, as before, got "
                f"{vectors.shape[1]}; an encoder keeps its width"
            )

    def _check_writable(self, count: int) -> None:
        if self._file.only_read:
            raise GoldrankError(
                f"the vector cache in {self._file.path.parent} cannot be written, and {count} "
                "vectors are missing from it; choose another folder with --cache or GOLDRANK_CACHE "
                "(a copy of this one saves what it holds)"
            )

    def _find_width(self, connection: sqlite3.Connection) -> None:
        for row in connection.execute("SELECT key, vector, checksum FROM vectors LIMIT 100"):
            if self._sound(*row):
                self._width = len(row[1]) // 4
                return

    def _sound(self, key: bytes, vector: bytes, checksum: bytes) -> bool:
        return (
            isinstance(key, bytes)
            and isinstance(vector, bytes)
            and self._checksum(key, vector) == checksum
        )

    def _checksum(self, key: bytes, value: bytes) -> bytes:
        # The encoder is part of it: an entry that comes from another encoder's file is no entry.
        return hashlib.blake2b(key + value, digest_size=16, key=self._salt).digest()
