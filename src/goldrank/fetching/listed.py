"""Lists of files: the sha256, the bytes and the path of each, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from goldrank.errors import GoldrankError
from goldrank.exchange.files import text_of

_LINE = re.compile(r"(?P<sha256>[0-9a-f]{64}) (?P<size>[0-9]{1,15}) (?P<path>\S.*)")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a set: where it lies in it, its bytes, and their sha256 in hex."""

    path: str
    size: int
    sha256: str


def read_list(path: Path) -> tuple[Listed, ...]:
    """The files that a list names.

    Raises:
        GoldrankError: it cannot be read, is empty, or names a path twice or outside the set.
    """
    found: dict[str, Listed] = {}
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise GoldrankError(
                f"{path}:{number}: expected a sha256, a size and a path, got {line!r:.100}"
            )
        name = match["path"]
        # Two names that differ in case are one file on some systems.
        if not is_inside(name) or name.casefold() in found:
            raise GoldrankError(
                f"{path}:{number}: expected a new path inside the set, as corpus/a.md, got "
                f"{name!r:.100}"
            )
        found[name.casefold()] = Listed(name, int(match["size"]), match["sha256"])
    if not found:
        raise GoldrankError(f"{path}: expected at least one file, found none")
    return tuple(found.values())


def write_list(path: Path, files: Iterable[Listed]) -> None:
    """A list that `read_list` reads."""
    text = "".join(f"{file.sha256} {file.size} {file.path}\n" for file in files)
    path.write_text(text, encoding="utf-8", newline="\n")


def is_inside(path: str) -> bool:
    r"""Whether a path is relative, written in one way, and stays in its folder on every system.

    >>> [is_inside(path) for path in ("corpus/a.md", "", "../a", "/a", "a//b", "C:a", "a\\b")]
    [True, False, False, False, False, False, False]
    """
    parts = PurePosixPath(path).parts
    plain = path.isprintable() and not set(path) & set('\\:*?"<>|')
    return (
        bool(parts)
        and plain
        and "/".join(parts) == path
        and ".." not in parts
        and not path.startswith("/")
    )
