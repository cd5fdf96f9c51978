"""What an encoder may count: characters, bytes or words; and whether a text ends after so many."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from goldrank.text.tokens import WordCounter
from goldrank.types import Span
from goldrank.window.moves import Text
from goldrank.window.text_map import TextMap


def _bytes(text: str) -> list[int]:
    # A character counts at its last byte.
    made: list[int] = []
    for n, size in enumerate(len(letter.encode("utf-8", "replace")) for letter in text):
        made += [n] * (size - 1) + [n + 1]
    return made


UNITS: Mapping[str, Callable[[str], Sequence[int]]] = {
    "characters": lambda text: range(1, len(text) + 1),
    "bytes": _bytes,
    "words": lambda text: [m.end() for m in re.finditer(r"\w+", text)],
    "words and marks": lambda text: [span.end for span in WordCounter().spans(text)],
    "words between spaces": lambda text: [m.end() for m in re.finditer(r"\S+", text)],
}
"""For each unit the offsets at which one ends in a text, in order."""


def count(unit: str, text: str) -> int:
    """How many of a unit a text holds.

    >>> count("bytes", "naïve"), count("characters", "naïve")
    (6, 5)
    """
    return len(UNITS[unit](text))


def head_of(text: str, unit: str, size: int) -> TextMap:
    """The first `size` units of a text that holds more.

    >>> head_of("one two three", "words", 2).high
    (Span(start=0, end=7),)
    """
    head = (Span(0, UNITS[unit](text)[size - 1]),)
    return TextMap(head, head)


def ends_at(text: Text, unit: str, size: int) -> bool:
    """Whether a text is read up to its unit `size` and no further, by four of its vectors.

    What stands behind may be left away, or be other words; the last unit may not be left away.
    """
    ends = UNITS[unit](text.text)
    if len(ends) <= size or count(unit, text.text[: ends[size - 1]]) != size:
        return False
    head, shorter = text.text[: ends[size - 1]], text.text[: ends[size - 2] if size > 1 else 0]
    is_all, is_less = text.same([head, shorter])
    behind = next((n for n, u in enumerate(text.units) if u.start >= ends[size - 1]), None)
    return (
        is_all and not is_less and (behind is None or not text.block_moves(behind, len(text.units)))
    )
