"""The exact string that is indexed, marked: prefix, chunk, evidence, and what is never read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from goldrank.representations.base import Represented
from goldrank.text.intervals import joined
from goldrank.types import Chunk, Evidence, Span

Kind = Literal["prefix", "chunk", "evidence"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of an indexed string; `read` says whether the encoder reads it.

    `left_out` is said of what is not read though reading goes on behind it.
    """

    text: str
    kind: Kind
    read: bool = True
    left_out: bool = False


def mark(
    represented: Represented,
    end: int | None = None,
    evidence: Iterable[Span] = (),
    left_out: Sequence[Span] = (),
) -> tuple[Stretch, ...]:
    """Cut an indexed string where its kind changes; joined, the stretches are the string again.

    `end` is the offset after the last character that is read, `None` where everything is;
    `evidence` and `left_out`, what is not read before that end, are spans of the indexed string.

    >>> text = Represented("Leave\\n\\nIn writing.", Span(7, 18))
    >>> [(s.text, s.kind, s.read) for s in mark(text, 10)]
    [('Leave\\n\\n', 'prefix', True), ('In ', 'chunk', True), ('writing.', 'chunk', False)]
    """
    text, body = represented.text, represented.body
    read = len(text) if end is None else end
    spans = [Span(max(s.start, body.start), min(s.end, body.end)) for s in evidence]
    gaps = [s for s in joined(left_out, text) if text[s.start : s.end].strip()]
    edges = {0, body.start, body.end, read, len(text), *(e for s in (*spans, *gaps) for e in s)}
    cuts = sorted(edge for edge in edges if 0 <= edge <= len(text))
    stretches = []
    for start, stop in pairwise(cuts):
        is_gap = start < read and any(s.start <= start < s.end for s in gaps)
        kind = _kind(start, body, spans)
        stretches.append(Stretch(text[start:stop], kind, start < read and not is_gap, is_gap))
    return tuple(stretches)


def _kind(offset: int, body: Span, evidence: Sequence[Span]) -> Kind:
    if not body.start <= offset < body.end:
        return "prefix"
    return "evidence" if any(s.start <= offset < s.end for s in evidence) else "chunk"


def within(represented: Represented, chunk: Chunk, evidence: Iterable[Evidence]) -> list[Span]:
    """Where evidence stands in the indexed string of `chunk`; what lies outside it is left out.

    >>> text = Represented("Leave\\n\\nIn writing.", Span(7, 18))
    >>> within(text, Chunk("a.md", 100, 111), [Evidence("a.md", 103, 110, "writing")])
    [Span(start=10, end=17)]
    """
    shift = represented.body.start - chunk.start
    spans = [
        Span(max(e.start, chunk.start) + shift, min(e.end, chunk.end) + shift)
        for e in evidence
        if e.doc_id == chunk.doc_id and e.start is not None and e.end is not None
    ]
    return [span for span in spans if span.start < span.end]
