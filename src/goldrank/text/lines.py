"""Where lines begin and end in a text. Only LF, CR and CRLF end a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one text, numbered from 0; all offsets are code points of that text.

    A text that ends with a line end has no further, empty line (CommonMark 0.31.2, section 2.1).
    """

    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, first: int = 0) -> Lines:
        r"""The lines of `text` from the offset `first`, which begins one.

        >>> Lines.of("a\r\nb\u2028c\rd").starts
        (0, 3, 7, 8)
        """
        starts = [first, *(match.end() for match in LINE_END.finditer(text, first))]
        # One start beyond the last line, so that every line has a next one.
        return cls(text, tuple(starts) if starts[-1] == len(text) else (*starts, len(text)))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def start(self, line: int) -> int:
        """Where `line` begins; the end of the text for every line beyond the last."""
        return self.starts[min(line, len(self))]

    def end(self, line: int) -> int:
        r"""Where the text of `line` ends, its line end excluded.

        >>> lines = Lines.of("a\r\nb")
        >>> lines.end(0), lines.end(1)
        (1, 4)
        """
        start, end = self.starts[line], self.starts[line + 1]
        if end > start and self.text[end - 1] == "\n":
            end -= 1
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return end

    def at(self, offset: int) -> int:
        r"""The line that holds the place `offset`; their number for the end of the text.

        >>> [Lines.of("a\r\nb").at(offset) for offset in (0, 2, 3, 4)]
        [0, 0, 1, 2]
        """
        return bisect_right(self.starts, offset) - 1

    def is_blank(self, line: int) -> bool:
        """Whether `line` holds nothing but white space."""
        start, end = self.starts[line], self.starts[line + 1]
        return start == end or self.text[start:end].isspace()
