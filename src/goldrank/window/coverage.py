"""Which part of a corpus is inside some vector: a union of intervals, never clamped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.errors import GoldrankError
from goldrank.representations.base import Represented
from goldrank.text.intervals import Counted, union
from goldrank.types import Chunk, Document, Span

EvidenceState = Literal["inside", "straddling", "outside"]


class Uncovered(NamedTuple):
    """A stretch of a document's body that no vector holds."""

    doc_id: str
    start: int
    end: int


@dataclass(frozen=True)
class Coverage:
    """How much of the corpus one variant of one chunker puts inside vectors.

    Characters are body characters: no front matter, heading lines or white space. `share` is NaN
    where there is no body. A cut chunk loses some of its own text. `prefix_tokens` is the mean
    over chunks, `prefix_share` that mean as a share of the window (`None` without a window), and
    `pushed_out` counts the body characters that are read without the prefix and not with it.
    `documents` has one row a document: doc_id, body_characters, covered_characters, share,
    chunks, cut_chunks, skipped. `at_most` is `None` where the encoder's tokens are known; else the
    covered characters are those shown to be read, and `at_most` those not shown to be unread.
    `unknown` counts body characters that windows hold as the tokenizer's unknown token alone:
    they are not covered.
    """

    body_characters: int
    covered_characters: int
    chunks: int
    cut_chunks: int
    prefix_tokens: float
    prefix_share: float | None
    pushed_out: int
    documents: pd.DataFrame
    uncovered: tuple[Uncovered, ...]
    at_most: int | None = None
    unknown: int = 0

    @property
    def unknown_share(self) -> float:
        """The share of the body that windows hold as the unknown token alone, from 0 to 1."""
        return _share(self.unknown, self.body_characters)

    @property
    def share(self) -> float:
        """The share of the body that is inside at least one vector, from 0 to 1."""
        return _share(self.covered_characters, self.body_characters)

    @property
    def cut_rate(self) -> float:
        """The share of chunks that lose something."""
        return _share(self.cut_chunks, self.chunks)

    @property
    def prefix_dominates(self) -> bool:
        """Whether the prefix takes more than half of the window."""
        return self.prefix_share is not None and self.prefix_share > 0.5


def covered_span(chunk: Chunk, represented: Represented, reading: Reading) -> tuple[Span, ...]:
    """The stretches of the document that this chunk's vector holds; mostly one, or none.

    >>> from goldrank.types import Chunk, Span
    >>> text = Represented("Leave\\n\\nat least 30 days", Span(7, 23))
    >>> covered_span(Chunk("a.md", 100, 116), text, Reading(5, 3, 15, b""))
    (Span(start=100, end=108),)
    """
    body = represented.body
    if body.end - body.start != chunk.end - chunk.start:
        raise GoldrankError(
            f"chunk {chunk.chunk_id}: expected its own {chunk.end - chunk.start} characters in "
            f"its representation, got {body.end - body.start}; a representation keeps the text"
        )
    return _in_document(chunk, body, reading.spans)


def window_spans(chunk: Chunk, represented: Represented, reading: Reading) -> tuple[Span, ...]:
    """The stretches of the document that the window holds, known to the tokenizer or not."""
    return _in_document(chunk, represented.body, reading.in_window)


def evidence_spans(chunk: Chunk, represented: Represented, reading: Reading) -> tuple[Span, ...]:
    """`covered_span`, and the unknown signs in it that are no words: evidence is held without them.

    >>> text = Represented("30 days 🎉", Span(0, 9))
    >>> reading = Reading(3, 3, 9, b"", unknown=(Span(8, 9),), unknown_tokens=1)
    >>> evidence_spans(Chunk("a.md", 0, 9), text, reading)
    (Span(start=0, end=9),)
    """
    held = covered_span(chunk, represented, reading)
    signs = [s for s in reading.unknown if not _has_word(represented.text[s.start : s.end])]
    return tuple(union([*held, *_in_document(chunk, represented.body, signs)])) if signs else held


def _has_word(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _in_document(chunk: Chunk, body: Span, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Stretches of an indexed text that lie in the chunk's own, as stretches of its document."""
    shift = chunk.start - body.start
    inside = [(max(s.start, body.start), min(s.end, body.end)) for s in spans]
    return tuple(Span(start + shift, end + shift) for start, end in inside if start < end)


def held_evidence(
    chunks: Sequence[Chunk], represented: Sequence[Represented], readings: Sequence[Reading]
) -> list[tuple[Span, ...]]:
    """`evidence_spans` of each chunk, in order."""
    return [evidence_spans(*row) for row in zip(chunks, represented, readings, strict=True)]


def covered_spans(
    chunks: Sequence[Chunk], represented: Sequence[Represented], readings: Sequence[Reading]
) -> list[tuple[Span, ...]]:
    """`covered_span` of each chunk, in order."""
    return [covered_span(*row) for row in zip(chunks, represented, readings, strict=True)]


def coverage(
    corpus: Corpus,
    chunks: Sequence[Chunk],
    represented: Sequence[Represented],
    readings: Sequence[Reading],
    unprefixed: Sequence[Reading] | None = None,
    window: int | None = None,
) -> Coverage:
    """Measure what the readings of the representations of `chunks` hold of the corpus.

    `represented` and `readings` belong to `chunks`, in order. `unprefixed` are the readings of the
    chunks' own texts (default: `readings`, for a representation without a prefix); `window` is in
    content tokens. What of the corpus could not be read is not covered.
    """
    alone = readings if unprefixed is None else unprefixed
    spans = covered_spans(chunks, represented, readings)
    bare = spans if unprefixed is None else [_bare(*row) for row in zip(chunks, alone, strict=True)]
    cut = [is_cut(row, reading) for row, reading in zip(represented, readings, strict=True)]
    of = _by_document(chunks, corpus.documents)
    rows, uncovered, pushed_out, unknown = [], [], 0, 0
    for document in corpus.documents:
        places = of[document.doc_id]
        body = Counted(corpus.outlines[document.doc_id].body_spans(document.text))
        held = union(span for n in places for span in spans[n])
        covered = body.characters_in(held)
        pushed_out += (
            body.characters_in(union([*held, *(span for n in places for span in bare[n])]))
            - covered
        )
        uncovered += [Uncovered(document.doc_id, *gap) for gap in body.gaps(held, document.text)]
        blind = [span for n in places for span in _unknown(chunks[n], represented[n], readings[n])]
        if blind:
            unknown += body.characters_in(union([*held, *blind])) - covered
        lost = sum(cut[n] for n in places)
        rows.append((document.doc_id, body.characters, covered, len(places), lost, False))
    skipped = {each.path: each.characters for each in corpus.skipped}
    rows += [(name, size or 0, 0, 0, 0, True) for name, size in sorted(skipped.items())]
    tokens = [with_.tokens - raw.tokens for with_, raw in zip(readings, alone, strict=True)]
    prefix_tokens = float(np.mean(tokens)) if tokens else 0.0
    table = _table(rows)
    return Coverage(
        body_characters=int(table["body_characters"].sum()),
        covered_characters=int(table["covered_characters"].sum()),
        chunks=len(chunks),
        cut_chunks=sum(cut),
        prefix_tokens=prefix_tokens,
        prefix_share=prefix_tokens / window if window else None,
        pushed_out=pushed_out,
        documents=table,
        uncovered=tuple(uncovered),
        unknown=unknown,
    )


def is_cut(represented: Represented, reading: Reading) -> bool:
    """Whether the window cuts some of the chunk's own text; white space is no loss."""
    body, at = represented.body, represented.body.start
    lost = ""
    for span in reading.in_window:
        lost += represented.text[at : min(max(at, span.start), body.end)]
        at = max(at, span.end)
    return bool((lost + represented.text[at : body.end]).strip())


def evidence_state(
    text: str, start: int, end: int, covered: Iterable[Span | None]
) -> EvidenceState:
    """Whether the stretch `[start, end)` of a document's `text` is inside the windows.

    `covered` are the covered spans of the chunks that matter: one chunk's, or all of the
    document's. White space does not count.

    >>> evidence_state("ab cd", 0, 5, [Span(0, 2)])
    'straddling'
    """
    body = Counted([Span(n, n + 1) for n in range(start, end) if not text[n].isspace()])
    inside = body.characters_in(union(covered))
    if inside == 0:
        return "outside"
    return "inside" if inside == body.characters else "straddling"


def bounded(low: Coverage, high: Coverage) -> Coverage:
    """What is covered at least, and at most; the uncovered stretches are those of which it is sure."""
    most = high.covered_characters
    return replace(low, at_most=most, uncovered=high.uncovered, unknown=high.unknown)


def _unknown(chunk: Chunk, represented: Represented, reading: Reading) -> tuple[Span, ...]:
    """What the window holds of the chunk's own text as the unknown token."""
    return _in_document(chunk, represented.body, reading.unknown)


def _bare(chunk: Chunk, reading: Reading) -> tuple[Span, ...]:
    """What the vector of the chunk's own text would hold."""
    return tuple(
        Span(chunk.start + span.start, min(chunk.end, chunk.start + span.end))
        for span in reading.spans
    )


def _by_document(chunks: Sequence[Chunk], documents: Sequence[Document]) -> dict[str, list[int]]:
    """The places of each document's chunks."""
    places: dict[str, list[int]] = {document.doc_id: [] for document in documents}
    for n, chunk in enumerate(chunks):
        if chunk.doc_id not in places:
            raise GoldrankError(
                f"chunk {chunk.chunk_id}: expected a document of the corpus, got one that is not "
                "in it; hand in the documents that were cut"
            )
        places[chunk.doc_id].append(n)
    return places


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _table(rows: Sequence[tuple[str, int, int, int, int, bool]]) -> pd.DataFrame:
    names = ["doc_id", "body_characters", "covered_characters", "chunks", "cut_chunks", "skipped"]
    table = pd.DataFrame(list(rows), columns=names)
    shares = [_share(covered, body) for _, body, covered, *_ in rows]
    table.insert(3, "share", pd.Series(shares, dtype="float64"))
    return table
