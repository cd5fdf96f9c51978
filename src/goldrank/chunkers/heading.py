"""One chunk per section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldrank.chunkers.base import Budget
from goldrank.chunkers.breaks import BlockBreaks
from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.room import Room
from goldrank.chunkers.settings import Limits, Reserve, Unit, check_flag, check_name, check_room
from goldrank.chunkers.windows import windows
from goldrank.outline import Outline, Section
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class HeadingChunker:
    r"""One chunk per section, its heading line first; a section over the limit is cut at blocks.

    `include_heading = False` leaves the heading line out, as pipelines do that consume headings.
    A section without body is one chunk, its heading line, unless there are sections below it:
    those carry the title in their paths. `limit` is in `unit`, by default the window in tokens;
    `reserve` is what stays free of it, by default what the chunk's own breadcrumb takes.

    >>> from goldrank.outline import parse_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("leave.md", "# Leave\n\n## Notice\n\nIt is 30 days.\n", "Leave")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> HeadingChunker("heading")(document, parse_outline(document.text), budget)
    [Chunk(doc_id='leave.md', start=9, end=34)]
    """

    name: str
    limit: int | None = None
    unit: Unit = "tokens"
    reserve: Reserve = "breadcrumb"
    include_heading: bool = True

    def __post_init__(self) -> None:
        check_name("heading", self.name)
        check_room(self.name, self.limit, self.unit, self.reserve)
        check_flag(self.name, "include_heading", self.include_heading)

    @property
    def limits(self) -> Limits:
        """The settings of that name."""
        return Limits(self.limit, self.unit, self.reserve)

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        room = Room(document, outline, budget, self.limits)
        return [
            Chunk(document.doc_id, *piece)
            for index, section in enumerate(outline.sections)
            if (span := self._span(document.text, section, _is_parent(outline, index)))
            for piece in cut_blocks(room, span)
        ]

    def _span(self, text: str, section: Section, is_parent: bool) -> Span | None:
        body = trim(text, section.body_start, section.end)
        if body:
            return trim(text, section.start, section.end) if self.include_heading else body
        if is_parent or section.heading is None or not section.heading.text:
            return None
        return trim(text, section.start, section.body_start)


def cut_blocks(room: Room, span: Span) -> Iterator[Span]:
    """`span` if it fits, else its pieces: cut at blocks, within a block only where one is over."""
    if room.fits(*span):
        yield span
    else:
        yield from windows(room, *span, BlockBreaks.of(room, *span))


def _is_parent(outline: Outline, index: int) -> bool:
    this, *below = outline.sections[index : index + 2]
    return bool(
        below and this.heading and below[0].heading and below[0].heading.level > this.heading.level
    )
