"""What a format of documents promises: the bytes of a file to Markdown, and what is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from goldrank.errors import GoldrankError

Mark = tuple[int, str]
"""Where a text begins, in code points, that stands at a place of the original, as `page 3`."""

LONGEST = 16 << 20
"""Code points: what a file is converted to may have no more, however small the file is."""


class UnreadableError(GoldrankError):
    """A file cannot be converted; the message says why, without the file's name."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A Markdown text, the places of the original in it, and what is not in it, counted.

    `marks` are in order; a place holds up to the next. `dropped` is how many of each kind are not
    read, each named in the plural. `values` say of the document what front matter says.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """One format: which files are in it, what converts them, and what it needs for that.

    `convert` takes a file's bytes and the encoding that the corpus has, and is a function of these
    alone. It raises `UnreadableError` for bytes that are not in the format, `UnicodeDecodeError`
    for a text in another encoding, `ImportError` where a package is missing. `version` counts the
    changes of our part that change a text; `packages` are the others' parts, `extra` is what
    installs them. A file of a `binary` format is compressed or holds pictures: it may have
    `ROOMIER` times as many bytes as a text.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    convert: Callable[[bytes, str], Converted]
    keeps: str
    drops: tuple[str, ...] = ()
    places: str = "lines"
    version: int = 1
    packages: tuple[str, ...] = ()
    extra: str = ""
    binary: bool = False

    @property
    def converter(self) -> str:
        """What converts, with the versions of all its parts: another one is another text."""
        parts = [f"{package} {_version(package)}" for package in self.packages]
        return ", ".join([f"{self.name} {self.version}", *parts])

    @property
    def missing(self) -> str:
        """What to say where a package is missing; empty where all are there."""
        missing = [each for each in self.packages if _version(each) == "none"]
        if not missing:
            return ""
        return (
            f"{self.title} needs {' and '.join(missing)}; install with pip install "
            f"'goldrank[{self.extra}]'"
        )


ROOMIER = 32


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
