"""A document's headings, sections and blocks, with their places in the text.

CommonMark with GFM tables, read by markdown-it-py; front matter is cut first. Only LF, CR and
CRLF end a line. All offsets are code points of the text that was given.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

from markdown_it.token import Token

from goldrank.text.front_matter import read_front_matter
from goldrank.text.lines import LINE_END, Lines
from goldrank.text.markdown import References, parse_blocks, parse_title, plain_text
from goldrank.text.unclosed import unclosed_blocks
from goldrank.types import Span

BlockKind = Literal[
    "heading", "paragraph", "fence", "code", "table", "list", "quote", "html", "rule"
]

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "fence": "fence",
    "code_block": "code",
    "table_open": "table",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "quote",
    "html_block": "html",
    "hr": "rule",
}
_CONTAINERS = {"blockquote": "blockquote", "list_item": "list_item"}
_ANCHOR = re.compile(
    r"(?:^|[ \t]+)\{:?[ \t]*(?:\.[\w-]+[ \t]+)*#(\w[\w:.-]*)(?:[ \t][^{}]*)?\}[ \t]*$"
)
_SPECIAL_SPACE = re.compile(r"^[ \t]*#{1,6}([\u00a0\u2007\u202f\u3000])", re.MULTILINE)
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading. `start` is where its line begins, `end` where the line after it begins.

    `text` is plain inline text. `line` counts from 1 in the file, front matter included. `anchor`
    is the id of a trailing `{#id}`, which stays in `text` and is no part of `title`. `containers` names the quotes and list
    items around it, outermost first; with any, it starts no section.
    """

    level: int
    text: str
    line: int
    start: int
    end: int
    containers: tuple[str, ...] = ()
    anchor: str | None = None

    @property
    def title(self) -> str:
        """`text` without the anchor."""
        return self.text if self.anchor is None else plain_title(self.text)


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, up to the next; `heading` is `None` before the first.

    `start` is where the heading's line begins, `body_start` where the text after it begins.
    `path` is of titles; `written` is the same with the anchors that stand in the headings.
    """

    path: tuple[str, ...]
    heading: Heading | None
    start: int
    body_start: int
    end: int
    written: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """`path`, for people and models to read."""
        return self.path


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block `[start, end)`; `end` is after its last line's text, line end excluded.

    `start` is where its first line begins, indentation included. Link reference definitions are
    paragraphs here, so that every line that is not blank is in one block.
    """

    kind: BlockKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """What a document is made of. Sections tile `[body_start, len(text))` without gaps.

    `body_start` is where the first line that is not blank begins after the front matter.
    """

    body_start: int
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()

    def section_at(self, offset: int) -> Section | None:
        """The section that holds the place `offset`; the end of the text is in the last one."""
        at = bisect_right(self.sections, offset, key=lambda section: section.start) - 1
        if at < 0 or offset > self.sections[at].end:
            return None
        return self.sections[at]

    def path_at(self, offset: int) -> tuple[str, ...]:
        """The section path of any place: the titles from the top to it."""
        section = self.section_at(offset)
        return () if section is None else section.path

    def titles_at(self, offset: int) -> tuple[str, ...]:
        """`path_at`, for people and models to read."""
        return self.path_at(offset)

    def blocks_in(self, start: int, end: int) -> tuple[Block, ...]:
        """The top-level blocks that begin in `[start, end)`."""
        first = bisect_left(self.blocks, start, key=lambda block: block.start)
        last = bisect_left(self.blocks, end, lo=first, key=lambda block: block.start)
        return self.blocks[first:last]

    def body_spans(self, text: str) -> list[Span]:
        r"""The stretches that count as body: no front matter, heading lines or white space.

        A heading inside a quote or a list item is a part of its section's body.

        >>> text = "# A\n\nit is\n"
        >>> parse_outline(text).body_spans(text)
        [Span(start=5, end=7), Span(start=8, end=10)]
        """
        return [
            Span(*word.span())
            for section in self.sections
            for word in _WORD.finditer(text, section.body_start, section.end)
        ]


def plain_title(text: str) -> str:
    """`text` without a trailing `{#id}`.

    It sees text alone, so it also cuts an id that the author wrote as code; `Heading.title` and
    `Section.path` know better.

    >>> plain_title("Install {#setup-guide}")
    'Install'
    >>> plain_title("The {#id} syntax")
    'The {#id} syntax'
    """
    return _ANCHOR.sub("", text)


def parse_outline(text: str) -> Outline:
    r"""Read the outline of a Markdown `text`; the time is linear in its length.

    A heading of level n pops every open heading of level n or deeper from the path, then joins.

    >>> outline = parse_outline("# Leave\n\n### Parental\n\ntext\n\n### Sick\n")
    >>> [section.path for section in outline.sections]
    [('Leave',), ('Leave', 'Parental'), ('Leave', 'Sick')]
    """
    front = read_front_matter(text)
    lines = Lines.of(text, front.end)
    tokens, references = parse_blocks(text[front.end :])
    first_line = len(LINE_END.findall(text, 0, front.end)) + 1
    headings = tuple(_headings(tokens, references, lines, first_line))
    blocks = tuple(_blocks(tokens, lines))
    body_start = blocks[0].start if blocks else len(text)
    return Outline(
        body_start,
        headings,
        tuple(_sections(headings, body_start, len(text))),
        blocks,
        (*front.warnings, *_warnings(tokens, first_line)),
    )


def plain_outline(text: str, headings: Sequence[Heading] = ()) -> Outline:
    r"""The outline of a text whose headings somebody else has found, in order and line by line.

    What is no heading is paragraphs between blank lines.

    >>> [block.kind for block in plain_outline("One\n\ntwo\nlines\n").blocks]
    ['paragraph', 'paragraph']
    """
    lines = Lines.of(text)
    blocks: list[Block] = []
    line = 0
    for heading in headings:
        first, after = lines.at(heading.start), lines.at(heading.end)
        blocks += _gap(lines, line, first)
        blocks.append(Block("heading", heading.start, lines.end(after - 1)))
        line = after
    blocks += _gap(lines, line, len(lines))
    body_start = blocks[0].start if blocks else len(text)
    sections = tuple(_sections(headings, body_start, len(text)))
    return Outline(body_start, tuple(headings), sections, tuple(blocks))


def _headings(
    tokens: Sequence[Token], references: References, lines: Lines, first_line: int
) -> Iterator[Heading]:
    containers: list[str] = []
    for token, inline in pairwise(tokens):
        name = _CONTAINERS.get(token.type.rpartition("_")[0])
        if name is not None:
            containers.append(name) if token.nesting == 1 else containers.pop()
        elif token.type == "heading_open" and token.map is not None:
            start, end = token.map
            children = parse_title(inline.content, references)
            yield Heading(
                int(token.tag[1:]),
                plain_text(children),
                first_line + start,
                lines.start(start),
                lines.start(end),
                tuple(containers),
                _anchor(children),
            )


def _anchor(title: Sequence[Token]) -> str | None:
    if not title or title[-1].type != "text":
        return None
    found = _ANCHOR.search(title[-1].content)
    return None if found is None else found[1]


def _sections(headings: Sequence[Heading], start: int, end: int) -> Iterator[Section]:
    starting = [heading for heading in headings if not heading.containers]
    first = starting[0].start if starting else end
    if start < first:
        yield Section((), None, start, start, first)
    opened: list[Heading] = []
    ends = [*(heading.start for heading in starting[1:]), end]
    for heading, section_end in zip(starting, ends, strict=False):
        while opened and opened[-1].level >= heading.level:
            opened.pop()
        opened.append(heading)
        path = tuple(each.title for each in opened)
        written = tuple(each.text for each in opened)
        yield Section(path, heading, heading.start, heading.end, section_end, written)


def _blocks(tokens: Sequence[Token], lines: Lines) -> Iterator[Block]:
    line = 0
    for token in tokens:
        if token.level or token.map is None or token.nesting < 0 or token.type not in _KINDS:
            continue
        first, last = token.map
        yield from _gap(lines, line, first)
        line = last
        while last > first and lines.is_blank(last - 1):
            last -= 1
        if first < last:
            yield Block(_KINDS[token.type], lines.start(first), lines.end(last - 1))
    yield from _gap(lines, line, len(lines))


def _gap(lines: Lines, first: int, last: int) -> Iterator[Block]:
    """Paragraphs between blank lines: all of a plain text, link definitions in Markdown."""
    for blank, run in groupby(range(first, last), lines.is_blank):
        if not blank:
            numbers = list(run)
            yield Block("paragraph", lines.start(numbers[0]), lines.end(numbers[-1]))


def _warnings(tokens: Sequence[Token], first_line: int) -> Iterator[str]:
    yield from unclosed_blocks(tokens, first_line)
    for token in tokens:
        if token.map is None:
            continue
        line = first_line + token.map[0]
        if token.type == "inline":
            for found in _SPECIAL_SPACE.finditer(token.content):
                at = line + token.content.count("\n", 0, found.start())
                yield f"line {at}: U+{ord(found[1]):04X} after # makes no heading; use a space"
