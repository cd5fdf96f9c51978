"""A JSONL file of which one line at a time is written, beside whatever else is in it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.text.stand_ins import stand_in
from goldrank.text.whole_file import write_whole

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None


@dataclass(slots=True)
class LineFile:
    """The lines of a query file by their `query_id`, as this session knows them.

    Every `put` reads the file anew, so that what another program has written since stays; only
    where it has changed the very line that is to be written, nothing is.
    """

    path: Path
    known: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> LineFile:
        """The file as it is; a file that is not there has no lines."""
        return cls(
            path, {query_id: line for query_id, line in _ids(path, _lines(path)) if query_id}
        )

    def put(self, query_id: str, entry: dict[str, Any] | None) -> None:
        """Write the line of a query, or take it out with `None`; it is on the disk on return.

        Raises `GoldrankError` where another program has changed that line, or the file cannot be
        written.
        """
        line = b"" if entry is None else _dumped(entry)
        with _alone(self.path.parent):
            lines = _lines(self.path)
            place, now = self._found(query_id, lines)
            if now != self.known.get(query_id):
                raise GoldrankError(
                    f"{self.path}: another program has changed the line of query {query_id} "
                    "meanwhile, so this answer was not written over it; look at the file, then "
                    "run the same command again"
                )
            if lines and not lines[-1].endswith(b"\n"):
                lines[-1] += b"\n"
            lines[place : place + (now is not None)] = [line] if line else []
            write_whole(self.path, b"".join(lines))
        self.known.pop(query_id, None)
        if line:
            self.known[query_id] = line

    def _found(self, query_id: str, lines: list[bytes]) -> tuple[int, bytes | None]:
        for place, (other, line) in enumerate(_ids(self.path, lines)):
            if other == query_id:
                return place, line
        return len(lines), None


def _dumped(entry: dict[str, Any]) -> bytes:
    return (json.dumps(entry, ensure_ascii=False) + "\n").encode()


def _lines(path: Path) -> list[bytes]:
    try:
        if (reason := stand_in(path)) is not None:
            raise GoldrankError(f"{path}: expected a query file to write into, got {reason}")
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise GoldrankError(f"cannot read {path}: {error.strerror}") from error
    return [line + b"\n" for line in data.split(b"\n")[:-1]] + [data.rpartition(b"\n")[2]] * (
        not data.endswith(b"\n") and bool(data)
    )


def _ids(path: Path, lines: list[bytes]) -> Iterator[tuple[str | None, bytes]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip(b"\xef\xbb\xbf \t\r\n"):
            yield None, line
            continue
        try:
            entry = json.loads(line.decode("utf-8-sig"))
            named = entry.get("query_id", entry.get("_id", entry.get("id")))
        except (ValueError, RecursionError, AttributeError):
            raise GoldrankError(
                f"{path}:{number}: expected one query a line, got something else; mend the line, or "
                "name another file with --out"
            ) from None
        yield None if named is None else str(named), line


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other session writes into the folder meanwhile, where the system has locks."""
    if fcntl is None:
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise GoldrankError(f"cannot write into {folder}: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
