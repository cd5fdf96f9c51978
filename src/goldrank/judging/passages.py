"""What a person is shown to judge: passages of whole documents, cut by their outline alone.

No chunker has a part in it: what is judged later must not have chosen what it is judged by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from goldrank.corpus.corpus import Corpus
from goldrank.outline import Outline, Section
from goldrank.text.quotes import trimmed
from goldrank.types import Document, Span

ENOUGH = 600
"""Characters: blocks of one section are shown together until there are so many."""
MOST = 2_000
"""Characters of a passage at most; a longer block is cut at a line's, a sentence's or a word's end."""

_ENDS = (re.compile(r"\n"), re.compile(r"[.!?。！？]\s"), re.compile(r"\s"))
_LIST_ITEM = r"[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]"
_SENTENCE_END = re.compile(
    rf"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])|\n[ \t]*\n\s*|\n(?={_LIST_ITEM})"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch `[start, end)` of one document, without white space at its ends.

    `titles` is the section path where it begins, `title` the document's.
    """

    doc_id: str
    start: int
    end: int
    text: str
    title: str = ""
    titles: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """Its place in the document."""
        return Span(self.start, self.end)

    @property
    def sentences(self) -> list[Span]:
        """Its sentences, list items and rows of tables, as places in the document."""
        return [
            Span(self.start + span.start, self.start + span.end) for span in sentences(self.text)
        ]

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """Each sentence behind what stands between it and the one before.

        >>> Passage("a.md", 10, 24, "Ask.  Or wait.").pieces
        [('', 'Ask.'), ('  ', 'Or wait.')]
        """
        spans = sentences(self.text)
        ends = [0, *(span.end for span in spans)]
        return [
            (self.text[end : span.start], self.text[span.start : span.end])
            for end, span in zip(ends, spans, strict=False)
        ]


def passages_of(corpus: Corpus) -> Iterator[Passage]:
    """All passages of a corpus in its order; headings are in none of them."""
    for document in corpus.documents:
        yield from passages_in(document, corpus.outlines[document.doc_id])


def passages_in(document: Document, outline: Outline) -> Iterator[Passage]:
    r"""The passages of one document.

    >>> from goldrank.corpus.corpus import parse_document
    >>> parsed = parse_document("a.md", b"# Leave\n\nAsk.\n\nWait.\n\n## Sick\n\nCall.\n")
    >>> [(" > ".join(each.titles), each.text) for each in passages_in(*parsed)]
    [('Leave', 'Ask.\n\nWait.'), ('Leave > Sick', 'Call.')]
    """
    for section in outline.sections:
        for span in _pieces(document.text, outline, section):
            text = document.text[span.start : span.end]
            yield Passage(document.doc_id, *span, text, document.title, section.titles)


def _pieces(text: str, outline: Outline, section: Section) -> Iterator[Span]:
    start: int | None = None
    end = section.body_start
    for block in outline.blocks_in(section.body_start, section.end):
        last = min(block.end, section.end)
        if start is not None and last - start > MOST:
            yield from _cut(text, start, end)
            start = None
        start = block.start if start is None else start
        end = last
        if end - start >= ENOUGH:
            yield from _cut(text, start, end)
            start = None
    if start is not None:
        yield from _cut(text, start, end)


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    """`[start, end)` in stretches of at most `MOST` characters; none is of white space alone."""
    while start < end:
        stop = end if end - start <= MOST else _break(text, start, start + MOST)
        span = trimmed(text, start, stop)
        if span.start < span.end:
            yield span
        start = stop


def _break(text: str, start: int, limit: int) -> int:
    """The last good place to cut in the second half of `[start, limit)`; `limit` where is none."""
    half = start + (limit - start) // 2
    for ending in _ENDS:
        found = [match.end() for match in ending.finditer(text, half, limit)]
        if found:
            return found[-1]
    return limit


def sentences(text: str) -> list[Span]:
    r"""Where the sentences of `text` stand, and its list items and rows of tables.

    A help for the eye and for trimming: an abbreviation ends a sentence here.

    >>> text = 'Ask early. "At once!" It is\nbetter.\n\n- one\n- two'
    >>> [text[span.start : span.end] for span in sentences(text)]
    ['Ask early.', '"At once!"', 'It is\nbetter.', '- one', '- two']
    """
    found: list[Span] = []
    at = 0
    for match in _SENTENCE_END.finditer(text):
        found.append(trimmed(text, at, _closed(match)))
        at = match.end()
    found.append(trimmed(text, at, len(text)))
    return [span for span in found if span.start < span.end]


def _closed(match: re.Match[str]) -> int:
    """The end of a sentence, with the quotation marks and brackets that close behind it."""
    return match.start() + len(match[0].rstrip())
