"""The same measures as the program of Chroma's chunking evaluation computes them.

It differs from its own definition in four ways, all kept here so that its published numbers can be
met: a chunk stands where its text first occurs, without a full stop at its end; spans that touch
overlap, by nothing; what two chunks share counts twice in what was read; and what two references
share counts twice in what was to be read. Source: `base_evaluation.py` of
github.com/brandonstarxel/chunking_evaluation at 23ee965.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.measuring.spans import Chunks, Shares
from goldrank.text.intervals import Counted, subtract, union
from goldrank.types import Span


def first_place(document: str, chunk: Span) -> Span:
    """Where that program finds a chunk: the first occurrence of its text in its document.

    A full stop at its end is left off.

    >>> first_place("It is. It is.", Span(7, 13))
    Span(start=0, end=5)
    """
    text = document[chunk.start : chunk.end].removesuffix(".")
    at = document.find(text)
    return Span(at, at + len(text))


def chroma_shares(read: Sequence[Span], references: Sequence[Span]) -> Shares:
    """Recall, precision and IoU of the chunks that were read, in order or not.

    >>> chroma_shares([Span(0, 10), Span(5, 15)], [Span(10, 20)])
    Shares(recall=0.5, precision=0.25, iou=0.2)
    """
    found, wanted = _found(read, references), _sizes(references)
    size = _sizes(read)
    left = _sizes([part for span in references for part in subtract([span], union(read))])
    return Shares(_ratio(found, wanted), _ratio(found, size), _ratio(found, size + left))


def chroma_omega(chunks: Chunks, references: Sequence[Span]) -> float:
    """The IoU of every chunk that meets a reference, be it only by touching it.

    >>> chroma_omega(Chunks.of([Span(0, 5), Span(5, 10)]), [Span(5, 10)])
    0.5
    """
    held = {position for span in references for position in chunks.meeting(span)}
    read = [chunks.span(position) for position in held]
    both = Counted([*read, *references]).characters
    return _ratio(_found(read, references), both)


def _found(read: Sequence[Span], references: Sequence[Span]) -> int:
    return Counted(references).characters_in(union(read))


def _sizes(spans: Sequence[Span]) -> int:
    return sum(span.end - span.start for span in spans)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
