"""How large a text is, by several measures: nobody knows which of them an encoder counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from goldrank.window.units import main_script, units_of

PIECE = re.compile(r"\w{1,3}|[^\w\s]")


class Sizes(NamedTuple):
    """Characters, bytes, words, and pieces of three letters and single marks."""

    characters: int
    bytes: int
    words: int
    pieces: int


def sizes_of(text: str) -> Sizes:
    """The size of a text by each measure.

    >>> sizes_of("Wärme, jetzt.")
    Sizes(characters=13, bytes=14, words=2, pieces=6)
    """
    pieces = len(PIECE.findall(text))
    return Sizes(len(text), len(text.encode("utf-8", "replace")), len(units_of(text)), pieces)


def smallest(sizes: Sequence[Sizes]) -> Sizes | None:
    """The least of each measure; `None` of nothing."""
    return Sizes(*(min(each) for each in zip(*sizes, strict=True))) if sizes else None


def largest_places(texts: Sequence[str], each: int) -> list[int]:
    """The places of the largest texts by each measure, and of the longest of each script.

    >>> largest_places(["aaaaaaaa", "a b c", "x", "д"], 1)
    [0, 1, 3]
    """
    sizes = [sizes_of(text) for text in texts]
    chosen: set[int] = set()
    for measure in range(len(Sizes._fields)):
        order = sorted(range(len(texts)), key=lambda n: (-sizes[n][measure], n))
        chosen.update(order[:each])
    longest: dict[str, int] = {}
    for n in sorted(range(len(texts)), key=lambda n: (-sizes[n].characters, n)):
        longest.setdefault(main_script(texts[n]), n)
    return sorted(chosen | set(longest.values()))
