"""How much of its evidence a gold chunk's own vector did not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldrank.types import Chunk, Evidence, Span


def unread_share(
    chunk: Chunk, read: Sequence[Span], evidence: Sequence[Evidence], texts: Mapping[str, str]
) -> float:
    """The share of the evidence inside `chunk` that `read`, what its vector holds, leaves out.

    From 0 to 1, in characters without white space; of alternative spans the one that was read
    best. 0 where the chunk holds no evidence.

    >>> evidence = [Evidence("a.md", 0, 10)]
    >>> unread_share(Chunk("a.md", 4, 12), [Span(4, 7)], evidence, {"a.md": "abcdefghijkl"})
    0.5
    """
    shares = []
    for each in evidence:
        if each.doc_id != chunk.doc_id or not each.is_span:
            continue
        start, end = max(each.start or 0, chunk.start), min(each.end or 0, chunk.end)
        whole = _solid(texts[chunk.doc_id][start:end])
        if whole:
            held = sum(
                _solid(texts[chunk.doc_id][max(start, span.start) : min(end, span.end)])
                for span in read
                if span.start < end and span.end > start
            )
            shares.append((whole - held) / whole)
    return min(shares, default=0.0)


def _solid(text: str) -> int:
    return sum(not character.isspace() for character in text)
