"""Whether a chunk begins its section."""

from __future__ import annotations

from goldrank.chunkers.graphemes import trim
from goldrank.outline import Outline
from goldrank.types import Chunk


def is_continuation(outline: Outline, chunk: Chunk, text: str) -> bool:
    r"""Whether text of its section's body stands before the chunk; white space does not count.

    `text` is the document's. The heading line is no part of the body, so a chunk that leaves it
    out begins its section all the same.

    >>> from goldrank.outline import parse_outline
    >>> text = "# A\n\none\n\ntwo\n"
    >>> [is_continuation(parse_outline(text), Chunk("a.md", at, at + 3), text) for at in (5, 10)]
    [False, True]
    """
    section = outline.section_at(chunk.start)
    return section is not None and trim(text, section.body_start, chunk.start) is not None
