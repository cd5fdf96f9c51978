"""What a format promises: the text of a file's bytes, and the outline of that text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldrank.outline import Outline


@dataclass(frozen=True, slots=True)
class Parsed:
    """The outline of a text, and what it says of itself: title, abstract, metadata."""

    outline: Outline
    values: Mapping[str, Any] = field(default_factory=dict)


def decode(data: bytes, encoding: str = "utf-8") -> str:
    """The text of a file: no byte-order mark, U+FFFD for NUL, and nothing else changed."""
    return data.decode(encoding).removeprefix("\ufeff").replace("\0", "\ufffd")


@dataclass(frozen=True, slots=True)
class Reader:
    """One format, called `format`; a new one is a file with a reader and a line in the registry.

    Files that end with one of `suffixes` are read by default, those with one of `also` where a
    pattern of `include` names them. `parse` takes the text that `text` makes of a file's bytes in
    an encoding; every offset counts code points of that text. `text` may raise an error of
    decoding, and the file is skipped.
    """

    format: str
    suffixes: tuple[str, ...]
    parse: Callable[[str], Parsed]
    text: Callable[[bytes, str], str] = decode
    also: tuple[str, ...] = ()
