"""What the pages of this project say: their links, their anchors, and the commands that they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
PAGES = (ROOT / "README.md", *sorted(DOCS.glob("*.md")))

_MARKDOWN = MarkdownIt("commonmark").enable("table")


def links_of(page: Path) -> list[str]:
    """Where every link and picture of a page leads, as it is written there."""
    inline = [
        child for token in _tokens(page) for child in token.children or () if token.type == "inline"
    ]
    told = [child.attrGet("href") or child.attrGet("src") for child in inline]
    return [unquote(str(target)) for target in told if target]


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    made: set[str] = set()
    tokens = _tokens(page)
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            text = "".join(child.content for child in token.children or ())
            made.add(_free(re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-"), made))
    return made


def _free(slug: str, taken: set[str]) -> str:
    """A second heading of the same text gets a number."""
    numbered = (f"{slug}-{number}" for number in range(1, 1000))
    return slug if slug not in taken else next(each for each in numbered if each not in taken)


def blocks_of(page: Path, language: str) -> Iterator[str]:
    """The fenced blocks of a page that say they are of a language."""
    for token in _tokens(page):
        if token.type == "fence" and token.info.strip() == language:
            yield token.content


def _tokens(page: Path) -> list[Token]:
    return _MARKDOWN.parse(page.read_text(encoding="utf-8"))
