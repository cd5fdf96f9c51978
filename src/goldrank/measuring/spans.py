"""Measures of the text that is read: how much of the evidence, and how much beside it.

All documents are laid on one line, so a place is a span of it, in characters or in tokens. What
is read twice is read once, and spans that touch share nothing. A need that has several
alternatives is met by the one of which most is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldrank.text.intervals import Counted, union
from goldrank.types import Span

Alternatives = Sequence[Span]
"""The places of which any meets a need."""


class Shares(NamedTuple):
    """Of what was to be read and of what was read; each from 0 to 1."""

    recall: float
    precision: float
    iou: float


def span_shares(read: Sequence[Span], needs: Sequence[Alternatives]) -> Shares:
    """Recall, precision and intersection over union of the places that were read.

    With E the evidence and R what was read, both as sets of places: recall is |E∩R| / |E|, precision
    |E∩R| / |R|, IoU |E∩R| / |E∪R| (B. Smith and A. Troynikov, "Evaluating Chunking Strategies for
    Retrieval", Chroma 2024). E holds of each need the alternative of which the largest share is
    read, the first of equals; what any other alternative holds is no miss, and no waste where it
    is read.

    >>> span_shares([Span(0, 10), Span(5, 15)], [[Span(10, 20)]])
    Shares(recall=0.5, precision=0.3333333333333333, iou=0.25)
    """
    seen = union(read)
    chosen = Counted([_most_read(alternatives, seen) for alternatives in needs])
    useful = Counted([span for alternatives in needs for span in alternatives]).characters_in(seen)
    size = sum(span.end - span.start for span in seen)
    both = Counted([*seen, *chosen.spans]).characters
    return Shares(
        _ratio(chosen.characters_in(seen), chosen.characters),
        _ratio(useful, size),
        _ratio(useful, both),
    )


def precision_omega(chunks: Chunks, needs: Sequence[Alternatives]) -> float:
    """The IoU of reading every chunk that holds some evidence: the best a chunker allows.

    What Chroma calls the precision at perfect recall. The evidence of a need is its first
    alternative, as it was judged.

    >>> precision_omega(Chunks.of([Span(0, 10), Span(10, 30)]), [[Span(5, 10)]])
    0.5
    """
    judged = [[alternatives[0]] for alternatives in needs]
    held = {position for (span,) in judged for position in chunks.sharing(span)}
    return span_shares([chunks.span(position) for position in held], judged).iou


class Chunks:
    """The chunks of a corpus on its line, ready to say which of them share text with a span."""

    def __init__(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        self._starts, self._ends = starts, ends

    @classmethod
    def of(cls, spans: Sequence[Span]) -> Chunks:
        """Of their places, in any order."""
        places = np.array(spans, dtype=np.int64).reshape(-1, 2)
        return cls(places[:, 0].copy(), places[:, 1].copy())

    def span(self, position: int) -> Span:
        """The place of one."""
        return Span(int(self._starts[position]), int(self._ends[position]))

    def sharing(self, span: Span) -> list[int]:
        """The positions of those that have text in common with `span`; touching is not enough.

        >>> Chunks.of([Span(0, 5), Span(5, 9)]).sharing(Span(5, 6))
        [1]
        """
        common = np.minimum(self._ends, span.end) > np.maximum(self._starts, span.start)
        return np.flatnonzero(common).tolist()

    def meeting(self, span: Span) -> list[int]:
        """The same, where touching is enough.

        >>> Chunks.of([Span(0, 5), Span(5, 9)]).meeting(Span(5, 6))
        [0, 1]
        """
        common = np.minimum(self._ends, span.end) >= np.maximum(self._starts, span.start)
        return np.flatnonzero(common).tolist()


def share_read(alternatives: Alternatives, seen: Sequence[Span]) -> float:
    """The largest share of one of the alternatives that is in `seen`, which is disjoint.

    >>> share_read([Span(0, 10), Span(20, 24)], [Span(5, 21)])
    0.5
    """
    return max(_share(span, seen) for span in alternatives)


def _most_read(alternatives: Alternatives, seen: Sequence[Span]) -> Span:
    return max(alternatives, key=lambda span: _share(span, seen))


def _share(span: Span, seen: Sequence[Span]) -> float:
    return _ratio(Counted([span]).characters_in(seen), span.end - span.start)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
