"""The registry of public sets: what each is, and the files of it by size and sha256."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from goldrank.errors import GoldrankError
from goldrank.exchange.files import text_of
from goldrank.exchange.registry import FORMATS
from goldrank.fetching.listed import Listed, is_inside, read_list
from goldrank.suggest import unknown
from goldrank.suites.bundled import bundled_root

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
AS_THEY_ARE = "goldrank"
"""The format of files that a suite reads as they are."""
HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that may be asked without TLS: what is sent to them stays on this machine."""


class Entry(BaseModel):
    """One public set, as `registry.toml` has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = Field(min_length=1)
    source: str
    """The page of those who made it."""
    commit: str = ""
    path: str = ""
    """Where in the source, at that commit, its files are made from."""
    licence: str = Field(min_length=1)
    documents: int | None = Field(default=None, gt=0)
    """How many there are; none where nobody has said it."""
    queries: int = Field(gt=0)
    gold: Literal["spans", "sections", "documents"]
    good_for: str
    beware: str
    tried_on: Literal["its files", "files of its shape"]
    """What the tests read: the set itself, or small files that are written as it is."""
    address: str = ""
    """Where its files are fetched from: this and the path of each; empty where they are nowhere."""
    format: str = AS_THEY_ARE
    """How `bench convert` calls it."""
    reads: str = ""
    """What of the files that format reads: a file, or a folder of an archive; empty is all of them."""
    pools: tuple[str, ...] = ()
    """Folders of the corpus that are searched apart, each with its `queries.POOL.jsonl`."""

    @field_validator("address")
    @classmethod
    def _one_host(cls, address: str) -> str:
        if address and not _is_address(address):
            raise ValueError(
                f"expected an address as https://example.com/sets/, got {address!r:.100}"
            )
        return address

    @field_validator("format")
    @classmethod
    def _known(cls, format: str) -> str:
        if format not in FORMATS:
            raise ValueError(unknown("format", format, FORMATS))
        return format

    @field_validator("reads")
    @classmethod
    def _inside(cls, reads: str) -> str:
        if reads and not is_inside(reads):
            raise ValueError(f"expected a path inside the set, got {reads!r:.100}")
        return reads

    @field_validator("pools")
    @classmethod
    def _named(cls, pools: tuple[str, ...]) -> tuple[str, ...]:
        for pool in pools:
            if not NAME.fullmatch(pool):
                raise ValueError(f"expected names of a-z, 0-9 and -, got {pool!r:.100}")
        return pools


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

    @property
    def is_converted(self) -> bool:
        """Whether a suite reads something else than its files."""
        return self.entry.format != AS_THEY_ARE

    @property
    def host(self) -> str:
        """Who is asked for its files, empty where nobody can be."""
        return urlsplit(self.entry.address).netloc


def default_registry() -> Path:
    """The registry that comes with goldrank."""
    return bundled_root() / "datasets" / "registry.toml"


def read_registry(path: Path) -> Mapping[str, PublicSet]:
    """The sets of a registry, by name; the files of NAME are listed in `files/NAME.txt` beside it.

    Raises:
        GoldrankError: it cannot be read, or names what no set may hold, such as a path outside it.
    """
    text = text_of(path)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
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
    return PublicSet(name, entry, read_list(registry.parent / "files" / f"{name}.txt"))


def _is_address(address: str) -> bool:
    """Whether it is a folder of one host, asked over TLS or on this machine, and nothing is secret."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    secure = parts.scheme == "https" or (parts.scheme == "http" and host in HERE)
    plain = address.isascii() and address.isprintable() and " " not in address
    more = "@" in parts.netloc or parts.query or parts.fragment
    return bool(secure and host and plain and parts.path.endswith("/") and not more)
