"""Quotes and the texts they are taken from; any run of white space matches any other."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldrank.types import Span

CANDIDATES = 5  # blocks that are compared word by word
LONGEST = 2_000  # words of a block that are compared
ALIKE = 0.4  # of difflib's ratio on words: below it, nothing in a document is like the quote

_BLOCK = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_WORD = re.compile(r"\S+")


def occurrences(text: str, quote: str) -> list[Span]:
    r"""Where `quote` stands in `text`, any run of white space matching any other.

    Places may overlap: each is one that a reader could mean.

    >>> occurrences("Run  make.\nRun\nmake.", "Run make.")
    [Span(start=0, end=10), Span(start=11, end=20)]
    >>> occurrences("no no no", "no no")
    [Span(start=0, end=5), Span(start=3, end=8)]
    """
    words = quote.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    found: list[Span] = []
    match = pattern.search(text)
    while match is not None:
        found.append(Span(*match.span()))
        match = pattern.search(text, match.start() + 1)
    return found


def stands_alone(text: str, span: Span) -> bool:
    """Whether no word goes on beyond either end of `span`.

    >>> stands_alone("after 130 days", Span(7, 14)), stands_alone("30 days.", Span(0, 7))
    (False, True)
    """
    return not any(
        0 < at < len(text) and (text[at - 1] + text[at]).replace("_", "a").isalnum() for at in span
    )


def fold(text: str) -> str:
    """`text` with each run of white space as one space."""
    return " ".join(text.split())


def trimmed(text: str, start: int, end: int) -> Span:
    """`[start, end)` without the white space at both ends."""
    part = text[start:end]
    return Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))


def short(text: str, width: int = 70) -> str:
    """`text` on one line, quoted, cut at `width` characters."""
    line = fold(text)
    return f'"{line}"' if len(line) <= width else f'"{line[: width - 1]}…"'


def paste(**members: Any) -> str:
    """Members of an entry of a query file, as they are pasted there.

    >>> paste(section=["Leave", "Adoption"], start=4)
    '"section": ["Leave", "Adoption"], "start": 4'
    """
    return json.dumps(members, ensure_ascii=False)[1:-1]


@dataclass(frozen=True, slots=True)
class Near:
    """The stretch of a text that is most like a quote; `ratio` is difflib's, 1 where it is it."""

    span: Span
    ratio: float


def nearest(text: str, quote: str) -> Near | None:
    r"""The stretch of `text` that shares most words with `quote`, `None` where none is like it.

    >>> text = "# Leave\n\nAsk early. It must be requested 30 days in advance.\n"
    >>> near = nearest(text, "It must be requested 21 days in advance.")
    >>> text[near.span.start : near.span.end]
    'It must be requested 30 days in advance.'
    >>> nearest(text, "Badges open doors until 19:00.") is None
    True
    """
    words = quote.casefold().split()
    wanted = set(words)
    blocks = [(match, set(match[0].casefold().split())) for match in _BLOCK.finditer(text)]
    likely = sorted(blocks, key=lambda pair: -len(wanted & pair[1]))[:CANDIDATES]
    found = [_aligned(block, words) for block, shared in likely if wanted & shared]
    best = max(found, key=lambda near: near.ratio, default=None)
    return best if best is not None and best.ratio >= ALIKE else None


def _aligned(block: re.Match[str], words: Sequence[str]) -> Near:
    """The part of a block that the quote lies along, unmatched words at its ends included."""
    places = list(_WORD.finditer(block[0]))[:LONGEST]
    tokens = [place[0].casefold() for place in places]
    first, last = _along(tokens, words)
    ratio = difflib.SequenceMatcher(None, words, tokens[first:last], autojunk=False).ratio()
    return Near(
        Span(block.start() + places[first].start(), block.start() + places[last - 1].end()), ratio
    )


def _along(tokens: Sequence[str], words: Sequence[str]) -> tuple[int, int]:
    at = _densest(tokens, words)
    low, high = max(0, at - len(words)), min(len(tokens), at + 2 * len(words))
    matcher = difflib.SequenceMatcher(None, words, tokens[low:high], autojunk=False)
    matches = [match for match in matcher.get_matching_blocks() if match.size]
    if not matches:
        return at, min(len(tokens), at + len(words))
    first = low + matches[0].b - matches[0].a
    end = matches[-1]
    last = low + end.b + end.size + len(words) - (end.a + end.size)
    return max(0, first), min(len(tokens), max(last, first + 1))


def _densest(tokens: Sequence[str], words: Sequence[str]) -> int:
    wanted = set(words)
    size = min(len(words), len(tokens))
    held = sum(token in wanted for token in tokens[:size])
    best, at = held, 0
    for start in range(1, len(tokens) - size + 1):
        held += (tokens[start + size - 1] in wanted) - (tokens[start - 1] in wanted)
        if held > best:
            best, at = held, start
    return at
