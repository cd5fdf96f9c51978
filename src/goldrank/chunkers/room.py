"""How much of a document fits into one chunk at one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import boundary_after, boundary_before
from goldrank.chunkers.ruler import Ruler, read_ruler
from goldrank.chunkers.settings import Limits
from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.types import Document

# Text with more characters than this per token of the limit is looked up before it is counted.
LONG = 16
# A breadcrumb that takes more of the limit than this is not reserved for: it would shred the text.
MOST_RESERVED = 0.5


def breadcrumb_at(
    document: Document, outline: Outline, budget: Budget, limits: Limits, offset: int
) -> tuple[str, int]:
    """The breadcrumb of a place and its size in units of the limit, where one is reserved for."""
    bound = limits.in_force(budget.window)
    if limits.reserve != "breadcrumb" or bound is None:
        return "", 0
    prefix = budget.prefix_at(document, outline, offset)
    return prefix, len(prefix) if limits.unit == "characters" else budget.counter.count(prefix)


def unreserved(
    document: Document,
    outline: Outline,
    budget: Budget,
    limits: Limits | None,
    starts: Sequence[int],
) -> int:
    """How many chunks of a document have a breadcrumb that no room is kept for: it is too long."""
    bound = limits.in_force(budget.window) if limits else None
    if limits is None or bound is None:
        return 0
    sizes = {at: breadcrumb_at(document, outline, budget, limits, at)[1] for at in set(starts)}
    return sum(sizes[at] > MOST_RESERVED * bound for at in starts)


@dataclass(frozen=True)
class Room:
    """`limit - reserve`, in tokens or characters, for the chunks of one document.

    A breadcrumb that would leave the text less than half of the limit is not reserved for: what
    stands behind it is cut as if it had none, and where it is indexed the window cuts the text.
    """

    document: Document
    outline: Outline
    budget: Budget
    limits: Limits

    def __post_init__(self) -> None:
        if self.bound is not None and self._fixed >= self.bound:
            raise GoldrankError(
                f"the reserve of {self._fixed} {self.limits.unit} leaves nothing of the limit of "
                f"{self.bound}; make the reserve smaller"
            )

    @property
    def bound(self) -> int | None:
        """The limit in force, `None` where there is none."""
        return self.limits.in_force(self.budget.window)

    def fits(self, start: int, end: int) -> bool:
        """Whether the chunk `[start, end)` is within the limit: prefix and text counted as one.

        Tokens are not additive, so the string that is indexed is what is counted.
        """
        if self.bound is None:
            return True
        if end - start > LONG * self.bound and self._about(start, end) > 2 * self.bound:
            return False
        text = self._front(start)[0] + self.document.text[start:end]
        return self._size(text) + self._fixed <= self.bound

    def roughly_fits(self, start: int, end: int) -> bool:
        """Whether `[start, end)` is likely to fit; counts nothing but the prefix."""
        return self.bound is None or self._about(start, end) <= self._left(start)

    def reaches(self, start: int, stop: int) -> Iterator[int]:
        """Ends for a chunk that starts at `start`, the furthest first, down to one grapheme.

        The first is the estimate; each further one is for the case that the one before it did
        not fit when it was counted. They draw in ever faster, so there are few.
        """
        text, end = self.document.text, stop
        one = min(stop, boundary_after(text, start, start + 1))
        for place in self._places(start, stop):
            if start < (nearer := boundary_before(text, start, place)):
                end = nearer
                yield end
        while end > one:
            end = max(one, boundary_before(text, start, start + (end - start) // 2))
            yield end

    def back(self, start: int, end: int, overlap: int) -> int:
        """Where the chunk after `[start, end)` begins, so that both share `overlap` units.

        Where the prefix makes chunks so small that they would hardly advance, the overlap keeps
        its share of the limit instead.
        """
        if not overlap:
            return end
        held = self._about(start, end)
        if held <= 2 * overlap:
            overlap = held * overlap // max(held, self.bound or held)
        if self.limits.unit == "characters":
            return boundary_before(self.document.text, start, end - overlap)
        last = self.ruler.after(end)
        begin = self.ruler.starts[last - overlap] if 0 < overlap <= last else end
        return boundary_before(self.document.text, start, begin)

    @cached_property
    def ruler(self) -> Ruler:
        """Where the document's tokens stand."""
        return read_ruler(self.document.text, self.outline.body_start, self.budget.counter)

    @property
    def _fixed(self) -> int:
        return self.limits.reserve if isinstance(self.limits.reserve, int) else 0

    def _size(self, text: str) -> int:
        return len(text) if self.limits.unit == "characters" else self.budget.counter.count(text)

    def _about(self, start: int, end: int) -> int:
        return end - start if self.limits.unit == "characters" else self.ruler.between(start, end)

    def _front(self, start: int) -> tuple[str, int]:
        prefix, size = breadcrumb_at(self.document, self.outline, self.budget, self.limits, start)
        return (prefix, size) if size <= MOST_RESERVED * (self.bound or 0) else ("", 0)

    def _left(self, start: int) -> int:
        return (self.bound or 0) - self._fixed - self._front(start)[1]

    def _places(self, start: int, stop: int) -> Iterator[int]:
        if self.bound is None:
            yield stop
            return
        left = self._left(start)
        if self.limits.unit == "characters":
            yield min(stop, start + left)
            return
        first = self.ruler.after(start)
        held = self.ruler.after(stop) - first
        if held <= left:
            yield stop
        taken, step = min(left, held - 1), 1
        while taken > 0:
            yield self.ruler.ends[first + taken - 1]
            taken, step = taken - step, step * 2
