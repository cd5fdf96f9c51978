"""The document's title and the headings above a chunk, before the chunk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.outline import Outline, plain_title
from goldrank.representations.base import Represented
from goldrank.representations.prefix import Position, check_position, with_prefix
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, Document


def title_path(document: Document, outline: Outline, offset: int) -> list[str]:
    """The title, then the section path of `offset` without a level-1 heading that repeats it.

    Empty headings are left out here (never in the path itself), so that no separator dangles.
    """
    title = plain_title(document.title).strip()
    path = [part.strip() for part in outline.titles_at(offset)]
    if path and path[0] == title:
        path = path[1:]
    return [part for part in [title, *path] if part]


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """`title > heading > heading`, a blank line, then the chunk.

    `depth` is how many of the last headings are kept beside the title; `style` is `path`, or
    `prose` for one sentence; `position` is `lead`, or `tail` to show what truncation does to it.

    >>> Breadcrumb(depth=-1)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: representation breadcrumb: depth: expected a whole number of at \
least 0, got -1
    """

    name: str = "breadcrumb"
    depth: int = 3
    separator: str = " > "
    style: Literal["path", "prose"] = "path"
    position: Position = "lead"

    def __post_init__(self) -> None:
        _check(self.name, self.separator, self.position)
        if type(self.depth) is not int or self.depth < 0:
            raise GoldrankError(
                f"representation {self.name}: depth: expected a whole number of at least 0, got "
                f"{self.depth!r}"
            )
        if self.style not in ("path", "prose"):
            raise GoldrankError(
                f'representation {self.name}: style: expected "path" or "prose", got {self.style!r}'
            )

    def prefix_at(self, document: Document, outline: Outline, offset: int) -> str:
        """The breadcrumb of the place `offset`, without the blank line."""
        parts = title_path(document, outline, offset)
        if not parts:
            return ""
        parts = [parts[0], *parts[1:][max(0, len(parts) - 1 - self.depth) :]]
        return self._sentence(parts) if self.style == "prose" else self.separator.join(parts)

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """The breadcrumb of the place where `chunk` starts, then its text."""
        prefix = self.prefix_at(document, outline, chunk.start)
        return with_prefix(prefix, document.text[chunk.start : chunk.end], self.position)

    @staticmethod
    def _sentence(parts: list[str]) -> str:
        title, *headings = parts
        if not headings:
            return f"From {title}."
        own, *above = reversed(headings)
        under = "".join(f', under "{part}"' for part in above)
        return f'From the section "{own}"{under}, in {title}.'


@dataclass(frozen=True, slots=True)
class Title:
    """The title and the chunk's own heading."""

    name: str = "title"
    separator: str = " > "
    position: Position = "lead"

    def __post_init__(self) -> None:
        _check(self.name, self.separator, self.position)

    def __call__(
        self, document: Document, outline: Outline, chunk: Chunk, counter: TokenCounter
    ) -> Represented:
        """`title > own heading`, then the chunk's text."""
        crumb = Breadcrumb(depth=1, separator=self.separator)
        prefix = crumb.prefix_at(document, outline, chunk.start)
        return with_prefix(prefix, document.text[chunk.start : chunk.end], self.position)


def _check(name: str, separator: object, position: object) -> None:
    check_position(name, position)
    if not isinstance(separator, str):
        raise GoldrankError(f"representation {name}: separator: expected a text, got {separator!r}")
