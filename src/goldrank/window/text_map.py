"""Which stretches of one text an encoder reads: as far as that can be told from its vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldrank.text.intervals import union
from goldrank.types import Span
from goldrank.window.gaps import Gaps, find_gaps
from goldrank.window.moves import Text

CUTS = 48  # offsets behind the last word at which the text is cut off, one by one
MOST = 700  # probes of single words in one text


@dataclass(frozen=True, slots=True)
class TextMap:
    """`low` are the stretches of a text that are read, `high` those not shown to be unread.

    They are the same where it can be told. `smallest` is the smallest gap in words, if any.
    Where reading ends within the text, `sure` is the offset of the last word that is read: how
    many of its letters are is known only of an encoder whose unit is.
    """

    low: tuple[Span, ...]
    high: tuple[Span, ...]
    smallest: int | None = None
    sure: int | None = None

    def cautious(self) -> TextMap:
        """The same without the last word that is read."""
        if self.sure is None:
            return self
        low = tuple(Span(s.start, min(s.end, self.sure)) for s in self.low if s.start < self.sure)
        return replace(self, low=low, sure=None)

    @property
    def is_head(self) -> bool:
        """Whether one stretch from the beginning is read, and nothing else."""
        if not self.low or not self.high:
            return not self.high
        alone = len(self.low) == len(self.high) == 1 and self.smallest is None
        return alone and self.low[0].start == self.high[0].start == 0

    @property
    def end(self) -> int:
        """The offset after the last character that may be read."""
        return self.high[-1].end if self.high else 0


def whole(text: str) -> TextMap:
    """A text that is read to its end."""
    span = (Span(0, len(text)),)
    return TextMap(span, span)


def untold(text: str) -> TextMap:
    """A text of which nothing is known."""
    return TextMap((), (Span(0, len(text)),))


def map_text(text: Text, probes: int, step: int | None = None, finely: bool = True) -> TextMap:
    """Find what is read of `text`.

    The first and the last word that matter are found by halves: all words before, or behind, are
    put in others' place at once, so what lies outside is shown to be unread whatever the encoder
    is. Between them `probes` single words are changed (see `find_gaps`). The letters of the last
    word are asked only if `finely`.
    """
    count = len(text.units)
    if not count:
        return untold(text.text)
    first = 0 if text.block_moves(0, 1) else _first_that_moves(text)
    if first is None:
        return TextMap((), ())
    last = count - 1 if text.block_moves(count - 1, count) else _last_that_moves(text)
    gaps = find_gaps(text, first, last, probes, step, MOST)
    low_start, high_start = _start(text, first)
    low_end, high_end = _end(text, last, bool(gaps.found) or first > 0, finely)
    high = _without([Span(high_start, high_end)], _gap_spans(text, gaps))
    if not gaps.settled:
        return TextMap((), tuple(high), gaps.smallest or 1)
    low = _without([Span(low_start, low_end)], _wide_gap_spans(text, gaps))
    sure = text.units[last].start if high_end < len(text.text) or last + 1 < count else None
    return TextMap(tuple(low), tuple(high), gaps.smallest, sure)


def _first_that_moves(text: Text) -> int | None:
    """The last place whose words before it can all be others: the first that is read."""
    count = len(text.units)
    if not text.block_moves(0, count, tries=6):
        return None
    low, high = 0, count  # words [0, low) move nothing, words [0, high) do
    while high - low > 1:
        middle = (low + high) // 2
        if text.block_moves(0, middle):
            high = middle
        else:
            low = middle
    while low > 0 and text.one(low - 1, same_size=False) != "unread":
        low -= 1
    return low


def _last_that_moves(text: Text) -> int:
    count = len(text.units)
    low, high = 0, count  # the words from low on move something, those from high on nothing
    while high - low > 1:
        middle = (low + high) // 2
        if text.block_moves(middle, count):
            low = middle
        else:
            high = middle
    # Two tries may have chosen words that the encoder does not tell apart from the old ones.
    while high < count and text.block_moves(high, count, tries=6):
        low, high = high, high + 1
    return low


def _start(text: Text, first: int) -> tuple[int, int]:
    """Where reading begins, at the latest and at the earliest."""
    if first == 0:
        return (0 if text.has_room(in_front=True) else text.units[0].end), 0
    # Of the first word's own letters nothing is known: word parts are cut from its beginning.
    return text.units[first].end, text.units[first - 1].end


def _end(text: Text, last: int, is_cut_elsewhere: bool, finely: bool) -> tuple[int, int]:
    """Where reading ends, at the earliest and at the latest."""
    own, size = text.units[last], len(text.text)
    behind = text.units[last + 1].start if last + 1 < len(text.units) else size
    if last + 1 == len(text.units) and text.has_room():
        return size, size
    if is_cut_elsewhere:
        return own.start, behind
    cuts = _cuts(text.text, own.end, behind)
    same = [
        cut
        for cut, is_same in zip(cuts, text.same([text.text[:n] for n in cuts]), strict=True)
        if is_same
    ]
    if not same:
        return own.start, behind
    if same[0] > own.end:
        place = cuts.index(same[0])
        return (same[0] if place < CUTS - 1 else own.end), same[0]
    if not finely:
        return own.start, own.end
    tail = text.unread_tail(last)
    return tail, tail


def _cuts(text: str, start: int, end: int) -> list[int]:
    """The end of a word, and after each character behind it, up to the next word."""
    every = list(range(start, end + 1))
    return every if len(every) <= CUTS else [*every[: CUTS - 1], end]


def _gap_spans(text: Text, gaps: Gaps) -> list[Span]:
    return [Span(text.units[start].start, text.units[end - 1].end) for start, end in gaps.found]


def _wide_gap_spans(text: Text, gaps: Gaps) -> list[Span]:
    """The gaps with the words beside them, which may be read in part."""
    spans = []
    for start, end in gaps.found:
        left, right = max(start - 1, 0), min(end, len(text.units) - 1)
        spans.append(Span(text.units[left].start, text.units[right].end))
    return spans


def _without(spans: Sequence[Span], holes: Sequence[Span]) -> list[Span]:
    """The spans without the holes."""
    left = union(spans)
    for hole in union(holes):
        left = [
            part
            for span in left
            for part in (
                Span(span.start, min(span.end, hole.start)),
                Span(max(span.start, hole.end), span.end),
            )
            if part.start < part.end
        ]
    return left
