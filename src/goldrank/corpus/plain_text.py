"""Plain text: paragraphs between blank lines, and no headings."""

from __future__ import annotations

from goldrank.corpus.reader import Parsed, Reader
from goldrank.outline import plain_outline


def _parse(text: str) -> Parsed:
    return Parsed(plain_outline(text))


TEXT = Reader("text", suffixes=(".txt",), parse=_parse, also=(".text",))
