"""A JSONL file to which one line at a time is appended, so that a kill loses no line before it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from goldrank.errors import GoldrankError

T = TypeVar("T")


def append_line(path: Path, entry: Mapping[str, Any]) -> None:
    """Append one object; it is on the disk on return. Raises `GoldrankError` where it cannot be."""
    line = (json.dumps(entry, ensure_ascii=False) + "\n").encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            if file.tell() and not _ends_whole(file):
                line = b"\n" + line  # a kill cut the last line off
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise GoldrankError(f"cannot write {path}: {error.strerror}") from error


def read_lines(
    path: Path, read: Callable[[Any], T], begins: tuple[str, ...], expected: str
) -> list[T]:
    """What `read` makes of each line's object.

    A line that a kill cut off, which `begins` as one of ours and has no end, is left out. Raises `GoldrankError` for any other line that `read` refuses, with its number and what
    was `expected`.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except FileNotFoundError:
        raise GoldrankError(f"no such file: {path}; expected {expected}") from None
    except (OSError, UnicodeDecodeError) as error:
        what = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise GoldrankError(f"cannot read {path}: {what}") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(read(json.loads(line)))
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            if not line.startswith(begins) or line.endswith("}"):
                raise GoldrankError(f"{path}:{number}: expected {expected}") from None
    return found


def named_file(folder: Path, name: str, option: str) -> Path:
    """The file of a person, whose name must not lead anywhere else; `option` is where it was named.

    >>> named_file(Path("judgments"), "ana", "--judge").as_posix()
    'judgments/ana.jsonl'
    """
    if name in (".", "..") or set(name) & set("/\\") or not name.isprintable() or not name.strip():
        raise GoldrankError(f"{option}: expected a name, such as ana; got {name!r}")
    return folder / f"{name}.jsonl"


def _ends_whole(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")
