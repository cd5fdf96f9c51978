"""The best place to cut: between blocks, else inside one at a line, sentence or word end."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import regex

from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.room import Room
from goldrank.outline import Block
from goldrank.types import Span

_PROSE = ("paragraph", "heading", "quote")
_KEPT = ("fence", "table")
_SENTENCE = regex.compile(r"""(?r)(?:[.!?…]["'”’»)\]]*(?=\s)|[。！？](?:["'”’」』）]*))""")
_SPACE = regex.compile(r"(?r)\s")


@dataclass(frozen=True, slots=True)
class BlockBreaks:
    """Chooses where to cut the stretch that ends at `stop` and is made of `blocks`.

    A fence or table that fits by itself is never cut. A heading is no block to cut after: a
    chunk of a heading alone says nothing.
    """

    room: Room
    stop: int
    blocks: tuple[Block, ...]

    @classmethod
    def of(cls, room: Room, start: int, stop: int) -> BlockBreaks:
        """The breaks of `[start, stop)`."""
        blocks = room.outline.blocks  # a block begins with its indentation, so maybe before start
        first = bisect_right(blocks, start, key=lambda block: block.end)
        last = bisect_left(blocks, stop, key=lambda block: block.start)
        return cls(room, stop, tuple(b for b in blocks[first:last] if b.kind != "heading"))

    def __call__(self, start: int, reach: int) -> int:
        """The best end in `(start, reach]`, or the end of a fence that fits after all."""
        if reach >= self.stop:
            return reach
        done = bisect_right(self.blocks, reach, key=lambda block: block.end)
        if done and self.blocks[done - 1].end > start:
            return self.blocks[done - 1].end
        if done == len(self.blocks):
            return break_inside(self.room.document.text, start, reach, prose=True)
        return self._inside(self.blocks[done], start, reach)

    def _inside(self, block: Block, start: int, reach: int) -> int:
        text = self.room.document.text
        body = trim(text, max(start, block.start), block.end) or Span(start, block.end)
        if block.kind in _KEPT and self.room.fits(body.start, block.end):
            return block.end if body.start == start else block.start
        floor = body.start if body.start < reach else start
        return break_inside(text, floor, reach, prose=block.kind in _PROSE)


def break_inside(text: str, floor: int, reach: int, prose: bool) -> int:
    """The last sentence, line or word end in `(floor, reach]`, else `reach`.

    Lines come before sentences where the lines mean something, as in code, tables and lists.

    >>> text = "It is so. It may be"
    >>> text[:break_inside(text, 0, 14, prose=True)]
    'It is so.'
    >>> text[:break_inside(text, 0, 7, prose=True)]
    'It is'
    """
    for find in (_sentence, _line, _word) if prose else (_line, _sentence, _word):
        end = find(text, floor, reach)
        if end > floor:
            return end
    return reach


# Each looks one character beyond `reach`: a line that ends exactly there is whole.
def _line(text: str, floor: int, reach: int) -> int:
    return max(text.rfind(end, floor, reach + 1) for end in "\n\r")


def _sentence(text: str, floor: int, reach: int) -> int:
    for stop in (reach + 1, reach):
        found = _SENTENCE.search(text, floor, stop)
        if found and found.end() <= reach:
            return int(found.end())
    return -1


def _word(text: str, floor: int, reach: int) -> int:
    found = _SPACE.search(text, floor, reach + 1)
    return int(found.start()) if found else -1
