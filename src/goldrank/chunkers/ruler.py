"""Where the tokens of a document stand, read once, so that no cut has to count the rest."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass

from goldrank.chunkers.graphemes import boundary_before
from goldrank.text.tokens import TokenCounter

# Tokenizers need memory in proportion to their input; a megabyte at once is too much for some.
SEGMENT = 1 << 16


@dataclass(frozen=True, slots=True)
class Ruler:
    """Starts and ends of all tokens, in code points, both in ascending order.

    Counts read off it are estimates: a piece that is tokenized by itself may count otherwise.
    """

    starts: array[int]
    ends: array[int]

    def after(self, place: int) -> int:
        """The index of the first token that ends after `place`."""
        return bisect_right(self.ends, place)

    def between(self, start: int, end: int) -> int:
        """About how many tokens `[start, end)` holds."""
        return self.after(end) - self.after(start)


def read_ruler(text: str, start: int, counter: TokenCounter) -> Ruler:
    """The ruler of `text[start:]`, tokenized in segments that end at white space.

    >>> from goldrank.text.tokens import WordCounter
    >>> read_ruler("it is so", 3, WordCounter()).ends.tolist()
    [5, 8]
    """
    ruler = Ruler(array("q"), array("q"))
    while start < len(text):
        end = _segment_end(text, start)
        for span in counter.spans(text[start:end]):
            ruler.starts.append(start + span.start)
            ruler.ends.append(start + span.end)
        start = end
    return ruler


def _segment_end(text: str, start: int) -> int:
    end = start + SEGMENT
    if end >= len(text):
        return len(text)
    for space in "\n ":
        found = text.rfind(space, start + 1, end)
        if found > 0:
            return found
    return max(boundary_before(text, start, end), start + 1)
