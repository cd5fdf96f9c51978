"""What the diagnosis knows of the units that one chunker's systems rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.diagnosis.forms import Phrased
from goldrank.diagnosis.headers import Headers, headers_of
from goldrank.diagnosis.headings import Quality
from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.diagnosis.subjects import Subjects
from goldrank.diagnosis.vocabulary import TermSets, Vocabulary
from goldrank.rankers.vector import normalised
from goldrank.running.indexing import Indexed
from goldrank.running.pools import whole_documents
from goldrank.text.intervals import subtract, union
from goldrank.types import Chunk, Span
from goldrank.window.coverage import evidence_spans, held_evidence, window_spans

BETWEEN_TEXTS = "\n\n"


@dataclass(frozen=True, eq=False)
class Units:
    """The ranked units, chunks or documents, by position.

    `places` are the chunks themselves (for documents, their bodies). `header` is what stands above each,
    `header_terms` are the terms of its breadcrumb, `dense` and `lexical` of what each representation
    indexes, on the vector side only what the window read. `vectors` are of length 1, shape
    (units, dimensions), of one encoder: of the raw texts where those are encoded, else of the first
    representation; `None` where there are none, or where documents are ranked. `read` is what each
    representation's vector holds of each chunk; empty where documents are ranked. `unknown` is what
    windows hold of each unit and the tokenizer does not know.
    """

    ids: Sequence[str]
    places: Sequence[Chunk]
    header: Headers
    header_terms: TermSets
    dense: Mapping[str, TermSets]
    lexical: Mapping[str, TermSets]
    vectors: NDArray[np.float32] | None
    read: Mapping[str, Sequence[Sequence[Span]]]
    unknown: Mapping[str, Sequence[Sequence[Span]]]

    @property
    def own(self) -> TermSets:
        """The terms of each unit's own text."""
        return self.header.own

    @property
    def words(self) -> Vocabulary:
        """The terms of all units' own texts."""
        return self.header.words

    @property
    def language(self) -> Language:
        """The language of the corpus and of the queries."""
        return self.header.language

    @cached_property
    def subjects(self) -> Subjects:
        """What tells queries that name a subject."""
        return Subjects.of(self.words, self.language, self.own.tokenize)

    @property
    def quality(self) -> Sequence[Quality]:
        """What each unit's breadcrumb tells."""
        return self.header.quality

    def section_of(self, position: int) -> list[int]:
        """The other chunks of the narrowest section around a chunk that has any; else none.

        A section is one chunk, often, so the sections around it are asked in turn, up to the
        whole document.
        """
        first, last = self._document_of(position)
        path = self.header.paths[position]
        for depth in range(len(path), -1, -1):
            others = [
                p
                for p in range(first, last)
                if p != position and self.header.paths[p][:depth] == path[:depth]
            ]
            if others:
                return others
        return []

    def _document_of(self, position: int) -> tuple[int, int]:
        doc_id = self.places[position].doc_id
        first = last = position
        while first > 0 and self.places[first - 1].doc_id == doc_id:
            first -= 1
        while last < len(self.places) and self.places[last].doc_id == doc_id:
            last += 1
        return first, last


def units_of(
    indexed: Indexed,
    corpus: Corpus,
    by_document: bool,
    tokenize: Tokenize,
    queries: Sequence[str] = (),
) -> Units:
    """The units of one chunker; `by_document` where documents are ranked."""
    places = _whole(corpus) if by_document else indexed.chunks
    header = headers_of(places, corpus, tokenize, queries)
    read, stem = Phrased(tokenize), header.language.stem
    return Units(
        ids=[p.doc_id if by_document else p.chunk_id for p in places],
        places=places,
        header=header,
        header_terms=TermSets(header.breadcrumbs, read, stem),
        dense={
            name: TermSets(text, read, stem)
            for name, text in _dense_texts(indexed, places, by_document).items()
        },
        lexical={
            name: TermSets(text, read, stem)
            for name, text in _lexical_texts(indexed, places, by_document).items()
        },
        vectors=None if by_document else vectors_of(indexed, ""),
        read={} if by_document else _read(indexed),
        unknown=_unknown(indexed, places, by_document),
    )


def _whole(corpus: Corpus) -> list[Chunk]:
    """Every document as one place, also one without a body."""
    bodies = {chunk.doc_id: chunk for chunk in whole_documents(corpus)}
    return [bodies.get(d.doc_id, Chunk(d.doc_id, 0, max(len(d.text), 1))) for d in corpus.documents]


def _dense_texts(
    indexed: Indexed, places: Sequence[Chunk], by_document: bool
) -> dict[str, list[str]]:
    read = {
        name: [reading.pieces(text.text) for text, reading in zip(s.texts, s.possible, strict=True)]
        for name, s in indexed.sides.items()
    }
    if not by_document:
        return read
    return {
        name: _joined(texts, indexed.sides[name].chunks, places) for name, texts in read.items()
    }


def _lexical_texts(
    indexed: Indexed, places: Sequence[Chunk], by_document: bool
) -> dict[str, list[str]]:
    texts = {name: [t.text for t in every] for name, every in indexed.lexical_texts.items()}
    if not by_document:
        return texts
    pool = indexed.pools.by_side["lexical"]
    return {name: _joined(every, pool, places) for name, every in texts.items()}


def _joined(texts: Sequence[str], chunks: Sequence[Chunk], places: Sequence[Chunk]) -> list[str]:
    """The texts of each document together."""
    by_document: dict[str, list[str]] = {}
    for text, chunk in zip(texts, chunks, strict=True):
        by_document.setdefault(chunk.doc_id, []).append(text)
    return [BETWEEN_TEXTS.join(by_document.get(p.doc_id, [])) for p in places]


def vectors_of(indexed: Indexed, encoder: str) -> NDArray[np.float32] | None:
    """An encoder's vectors of length 1: of the raw texts where it encodes those, else of its first."""
    mine = [side for side in indexed.sides.values() if side.variant.encoder == encoder]
    side = next((s for s in mine if s.variant.dense == "raw"), next(iter(mine), None))
    return None if side is None else normalised(side.embedded.vectors)[0]


def _unknown(
    indexed: Indexed, places: Sequence[Chunk], by_document: bool
) -> dict[str, list[list[Span]]]:
    """What windows hold of each unit and the tokenizer does not know; only where there is any."""
    found = {}
    for name, side in indexed.sides.items():
        if not any(reading.unknown for reading in side.possible):
            continue
        window: dict[str, list[Span]] = {}
        held: dict[str, list[Span]] = {}
        for row in zip(side.chunks, side.texts, side.possible, strict=True):
            unit = row[0].doc_id if by_document else row[0].chunk_id
            window.setdefault(unit, []).extend(window_spans(*row))
            held.setdefault(unit, []).extend(evidence_spans(*row))
        ids = [place.doc_id if by_document else place.chunk_id for place in places]
        found[name] = [subtract(union(window.get(n, ())), union(held.get(n, ()))) for n in ids]
    return found


def _read(indexed: Indexed) -> dict[str, list[tuple[Span, ...]]]:
    # What is not shown to be unread: a cause is said of what is.
    return {
        name: held_evidence(side.chunks, side.texts, side.possible)
        for name, side in indexed.sides.items()
    }
