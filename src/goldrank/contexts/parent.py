"""The section that a chunk begins in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.outline import Outline, Section
from goldrank.types import Chunk, Document, Span

NO_LEVEL = 7
"""Deeper than any heading."""


@dataclass(frozen=True, slots=True)
class Parent:
    r"""The section around the chunk's beginning, with its heading and what is under its subheadings.

    `up` goes so many headings further up, as far as there are any. What stands before the first
    heading is a section of its own. A chunk that goes beyond its section is read to its end.

    >>> from goldrank.outline import parse_outline
    >>> text = "# A\n\nlead\n\n## B\n\nit is\n"
    >>> chunks = [Chunk("a.md", 5, 9), Chunk("a.md", 17, 19)]
    >>> Parent("section")(Document("a.md", text, "A"), parse_outline(text), chunks)
    [Span(start=0, end=23), Span(start=11, end=23)]
    """

    name: str
    up: int = 0

    def __call__(self, document: Document, outline: Outline, chunks: Sequence[Chunk]) -> list[Span]:
        """The sections, as stretches of the document."""
        starts = [section.start for section in outline.sections]
        found = []
        for chunk in chunks:
            section = outline.section_at(chunk.start)
            if section is None:
                found.append(Span(chunk.start, chunk.end))
                continue
            around = _tree(outline.sections, starts.index(section.start), self.up)
            found.append(Span(min(around.start, chunk.start), max(around.end, chunk.end)))
        return found


def _tree(sections: Sequence[Section], at: int, up: int) -> Span:
    """The section that many headings up, to the end of what its heading stands above."""
    for _ in range(up):
        at = next(
            (n for n in range(at - 1, -1, -1) if _level(sections[n]) < _level(sections[at])), at
        )
    below = at + 1
    while below < len(sections) and _level(sections[below]) > _level(sections[at]):
        below += 1
    return Span(sections[at].start, sections[below - 1].end)


def _level(section: Section) -> int:
    """What stands before the first heading is above nothing and under nothing."""
    return section.heading.level if section.heading else NO_LEVEL
