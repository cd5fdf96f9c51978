"""Markdown, with front matter."""

from __future__ import annotations

from goldrank.corpus.reader import Parsed, Reader
from goldrank.outline import parse_outline
from goldrank.text.front_matter import read_front_matter


def _parse(text: str) -> Parsed:
    return Parsed(parse_outline(text), read_front_matter(text).values)


MARKDOWN = Reader(
    "markdown",
    suffixes=(".md", ".markdown"),
    parse=_parse,
    also=(".mdown", ".mkd", ".mkdn", ".qmd", ".rmd"),
)
