"""A document's headings, sections and blocks, with their places in the text.

CommonMark with GFM tables, read by markdown-it-py; front matter is cut first. Only LF, CR and
CRLF end a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldrank.types import Format, Span

BlockKind = Literal["heading", "paragraph", "fence", "code", "table", "list", "quote", "html", "rule"]


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading. `start` is where its line begins, `end` where the line after it begins."""

    level: int
    text: str
    line: int
    start: int
    end: int
    containers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, up to the next; `heading` is `None` before the first.

    `start` is where the heading's line begins, `body_start` where the text after it begins.
    """

    path: tuple[str, ...]
    heading: Heading | None
    start: int
    body_start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block `[start, end)`; `end` is after its last line's text, line end excluded."""

    kind: BlockKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """What a document is made of. Sections tile `[body_start, len(text))` without gaps."""

    body_start: int
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()

    def section_at(self, offset: int) -> Section | None:
        """The section that holds the place `offset`."""
        raise NotImplementedError

    def path_at(self, offset: int) -> tuple[str, ...]:
        """The section path of any place: the titles from the top to it."""
        raise NotImplementedError

    def blocks_in(self, start: int, end: int) -> tuple[Block, ...]:
        """The top-level blocks that begin in `[start, end)`."""
        raise NotImplementedError

    def body_spans(self, text: str) -> list[Span]:
        """The stretches that count as body: no front matter, heading lines or white space."""
        raise NotImplementedError


def parse_outline(text: str, format: Format = "markdown") -> Outline:
    """Read the outline of `text`."""
    raise NotImplementedError
