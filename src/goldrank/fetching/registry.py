"""The registry of public sets: what each is, and the files of it by size and sha256."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from goldrank.errors import GoldrankError
from goldrank.exchange.files import text_of
from goldrank.suggest import unknown
from goldrank.suites.bundled import bundled_root

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_LINE = re.compile(r"(?P<sha256>[0-9a-f]{64}) (?P<size>\d{1,15}) (?P<path>\S.*)")


class Entry(BaseModel):
    """One public set, as `registry.toml` has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    source: str
    commit: str
    path: str
    licence: str
    documents: int
    queries: int
    gold: Literal["spans", "sections", "documents"]
    good_for: str
    beware: str
    pools: tuple[str, ...] = ()
    """Folders of the corpus that are searched apart, each with its `queries.POOL.jsonl`."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a set: where it lies in it, its bytes, and their sha256 in hex."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PublicSet:
    """A set by name, with its entry and its files."""

    name: str
    entry: Entry
    files: tuple[Listed, ...]

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(file.size for file in self.files)


def default_registry() -> Path:
    """The registry that comes with goldrank."""
    return bundled_root() / "datasets" / "registry.toml"


def read_registry(path: Path) -> Mapping[str, PublicSet]:
    """The sets of a registry, by name; the files of NAME are listed in `files/NAME.txt` beside it.

    Raises:
        GoldrankError: it cannot be read, or names what no set may hold, such as a path outside it.
    """
    try:
        tables = tomllib.loads(text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise GoldrankError(f"{path}: expected TOML, got {error}") from None
    return {name: _set_of(name, table, path) for name, table in tables.items()}


def named_set(name: str, registry: Path) -> PublicSet:
    """The set of that name."""
    sets = read_registry(registry)
    if name not in sets:
        raise GoldrankError(f"{registry}: {unknown('set', name, sets)}")
    return sets[name]


def _set_of(name: str, table: Any, registry: Path) -> PublicSet:
    if not NAME.fullmatch(name):
        raise GoldrankError(
            f"{registry}: expected a name of a-z, 0-9 and -, got {name!r:.100}; rename the set"
        )
    try:
        entry = Entry.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, (name, *first["loc"])))
        raise GoldrankError(f"{registry}: {where}: {first['msg']}") from None
    for pool in entry.pools:
        if not NAME.fullmatch(pool):
            raise GoldrankError(
                f"{registry}: {name}.pools: expected names of a-z, 0-9 and -, got {pool!r:.100}"
            )
    return PublicSet(name, entry, tuple(_listed(registry.parent / "files" / f"{name}.txt")))


def _listed(path: Path) -> list[Listed]:
    found: dict[str, Listed] = {}
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise GoldrankError(
                f"{path}:{number}: expected a sha256, a size and a path, got {line!r:.100}"
            )
        name = match["path"]
        if not is_inside(name) or name in found:
            raise GoldrankError(
                f"{path}:{number}: expected a new path inside the set, as corpus/a.md, got "
                f"{name!r:.100}"
            )
        found[name] = Listed(name, int(match["size"]), match["sha256"])
    if not found:
        raise GoldrankError(f"{path}: expected at least one file, found none")
    return list(found.values())


def is_inside(path: str) -> bool:
    r"""Whether a path is relative, written in one way, and stays in its folder on every system.

    >>> [is_inside(path) for path in ("corpus/a.md", "../a", "/a", "a//b", "C:a", "a\\b")]
    [True, False, False, False, False, False]
    """
    parts = PurePosixPath(path).parts
    plain = path.isprintable() and not set(path) & set('\\:*?"<>|')
    return plain and "/".join(parts) == path and ".." not in parts and not path.startswith("/")
