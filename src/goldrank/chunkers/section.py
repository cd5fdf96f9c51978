"""Sections of a readable size: small ones merged, large ones cut."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.heading import cut_blocks
from goldrank.chunkers.room import Room
from goldrank.chunkers.settings import Limits, Reserve, check_name, check_number, check_reserve
from goldrank.errors import GoldrankError
from goldrank.outline import Outline, Section
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class SectionChunker:
    """Cut at level-2 headings and deeper; a level-1 heading restates the title and cuts nothing.

    A section under `min_characters` is merged with the one after it, unless the two together
    were over `max_characters`; a section over that is cut at blocks. Heading lines stay in.
    `reserve` counts characters of `max_characters` that stay free.
    """

    name: str
    min_characters: int = 200
    max_characters: int = 1200
    reserve: Reserve = 0

    def __post_init__(self) -> None:
        check_name("section", self.name)
        check_number(self.name, "min_characters", self.min_characters, 0)
        check_number(self.name, "max_characters", self.max_characters, 1)
        check_reserve(self.name, self.reserve)
        if self.min_characters > self.max_characters:
            raise GoldrankError(
                f"chunker {self.name!r}: min_characters: expected at most max_characters "
                f"({self.max_characters}), got {self.min_characters}"
            )

    @property
    def limits(self) -> Limits:
        """`max_characters`, and what is reserved of them."""
        return Limits(self.max_characters, "characters", self.reserve)

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Cut `document`."""
        room = Room(document, outline, budget, self.limits)
        stretches = [
            span
            for start, end in _stretches(outline.sections)
            if (span := trim(document.text, start, end))
        ]
        return [
            Chunk(document.doc_id, *piece)
            for span in self._merged(room, stretches)
            for piece in cut_blocks(room, span)
        ]

    def _merged(self, room: Room, stretches: list[Span]) -> list[Span]:
        merged: list[Span] = []
        for span in stretches:
            last = merged[-1] if merged else span
            is_short = last.end - last.start < self.min_characters
            if merged and is_short and room.fits(last.start, span.end):
                merged[-1] = Span(last.start, span.end)
            else:
                merged.append(span)
        return merged


def _stretches(sections: tuple[Section, ...]) -> list[Span]:
    found: list[Span] = []
    for section in sections:
        if found and (section.heading is None or section.heading.level == 1):
            found[-1] = Span(found[-1].start, section.end)
        else:
            found.append(Span(section.start, section.end))
    return found
