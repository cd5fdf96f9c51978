"""Precision and recall over characters as LegalBench-RAG computes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goldrank.types import Span


class PrecisionRecall(NamedTuple):
    """Of the snippets that were retrieved and of those that were judged."""

    precision: float
    recall: float


def legalbench(read: Sequence[Span], judged: Sequence[Span]) -> PrecisionRecall:
    """What each retrieved snippet shares with each judged one, of the sizes of either.

    Snippets that overlap count what they share each time, so recall may exceed 1. Source: N. Pipitone
    and G. Houir Alami, "LegalBench-RAG", arXiv:2408.10343, and its `run_benchmark.py`.

    >>> legalbench([Span(0, 10), Span(5, 15)], [Span(8, 12)])
    PrecisionRecall(precision=0.3, recall=1.5)
    """
    shared = sum(
        max(0, min(one.end, other.end) - max(one.start, other.start))
        for one in read
        for other in judged
    )
    return PrecisionRecall(_ratio(shared, read), _ratio(shared, judged))


def _ratio(shared: int, spans: Sequence[Span]) -> float:
    size = sum(span.end - span.start for span in spans)
    return shared / size if size else 0.0
