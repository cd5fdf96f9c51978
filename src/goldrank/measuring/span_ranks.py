"""Measures of where in a ranking the evidence is read: NDCG over spans, and AP over needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import log2

from goldrank.measuring.spans import Alternatives, share_read
from goldrank.text.intervals import union
from goldrank.types import Span


def span_ndcg(
    ranked: Mapping[int, Span], holding: Sequence[Span], needs: Sequence[Alternatives], k: int
) -> float:
    """NDCG at `k` where a rank gains what is read there of the evidence, and was not before.

    `ranked` are, by rank from 1, the chunks that hold some of the evidence; `holding` is every such
    chunk of the corpus, ranked or not. Each need counts the same, and by its alternative of which
    most is read; what is read again gains nothing, as in α-nDCG with α = 1 (C. Clarke and others, "Novelty
    and Diversity in Information Retrieval Evaluation", SIGIR 2008). The ideal is bounded from
    above: after i ranks nothing can be read but the i largest gains, and never more than all. It
    is the best ranking itself where chunks do not overlap, and the value never exceeds 1.

    >>> span_ndcg({2: Span(0, 10)}, [Span(0, 10)], [[Span(4, 8)]], k=5)
    0.6309297535714575
    """
    alone = sorted((_read([span], needs) for span in set(holding)), reverse=True)[:k]
    ideal = _discounted(dict(enumerate((min(1.0, s) for s in accumulate(alone)), start=1)))
    read: list[Span] = []
    after = {}
    for rank in sorted(rank for rank in ranked if rank <= k):
        read = union([*read, ranked[rank]])
        after[rank] = _read(read, needs)
    return min(1.0, _discounted(after) / ideal) if ideal else 0.0


def _read(seen: Sequence[Span], needs: Sequence[Alternatives]) -> float:
    return sum(share_read(alternatives, seen) for alternatives in needs) / len(needs)


def _discounted(after: Mapping[int, float]) -> float:
    """The sum of what each rank adds, where `after` says what is read after it."""
    total = before = 0.0
    for rank, read in after.items():
        total += (read - before) / log2(rank + 1)
        before = read
    return total


def evidence_ap(found: Sequence[int | None]) -> float:
    """Average precision over needs: `found` is the rank at which each is read whole, or `None`.

    The mean over all needs of the precision at that rank, 0 for one that is not found. The precision
    at a rank is the share of the ranks up to it at which some need is read whole for the first
    time: where each need has one gold chunk of its own, this is trec_eval's AP.

    >>> evidence_ap([1, 3, None])
    0.5555555555555555
    >>> evidence_ap([2, 2])
    0.5
    """
    nth = {rank: n for n, rank in enumerate(sorted({r for r in found if r is not None}), start=1)}
    return sum(nth[rank] / rank for rank in found if rank is not None) / len(found)
