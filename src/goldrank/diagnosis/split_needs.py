"""What a split need is split into: the chunks that hold its parts, and how few of them cover it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.types import Chunk, Evidence, Span


@dataclass(frozen=True, slots=True)
class Cover:
    """The fewest chunks that together hold as much of the evidence as all chunks do.

    `positions` are in order of place; `share` is how much of the evidence's characters (white
    space does not count) they hold, below 1 where a chunker left something out.
    """

    positions: tuple[int, ...]
    share: float


def smallest_cover(text: str, evidence: Span, parts: Mapping[int, Span]) -> Cover:
    """The smallest set of `parts` (position to place) that covers `evidence` of `text`.

    From the first character that is not covered yet, always take the part that reaches furthest:
    for stretches of a line that is the fewest there can be.

    >>> smallest_cover("one two three", Span(0, 13), {4: Span(0, 5), 5: Span(4, 9), 6: Span(2, 13)})
    Cover(positions=(4, 6), share=1.0)
    """
    solid = [n for n in range(evidence.start, evidence.end) if not text[n].isspace()]
    chosen: list[int] = []
    held, reach = 0, evidence.start
    for place in solid:
        if place >= reach:
            holding = [p for p, span in parts.items() if span.start <= place < span.end]
            if not holding:
                continue
            best = max(holding, key=lambda p: (parts[p].end, -p))
            chosen.append(best)
            reach = parts[best].end
        held += 1
    return Cover(tuple(chosen), held / len(solid) if solid else 0.0)


def cover_of(
    evidence: Sequence[Evidence],
    texts: Mapping[str, str],
    chunks: Sequence[Chunk],
    parts: Sequence[int],
) -> Cover:
    """The best cover among alternative stretches of evidence: most held, then fewest chunks.

    `parts` are the positions of the chunks that touch any of them.
    """
    covers = [
        smallest_cover(
            texts[e.doc_id],
            Span(e.start or 0, e.end or 0),
            {
                p: Span(chunks[p].start, chunks[p].end)
                for p in parts
                if chunks[p].doc_id == e.doc_id
            },
        )
        for e in evidence
        if e.is_span
    ]
    return min(covers, key=lambda c: (-c.share, len(c.positions)), default=Cover((), 0.0))
