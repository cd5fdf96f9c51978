"""Every chunker's chunks and the gold among them: known before anything is encoded."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.given import GivenChunker
from goldrank.chunkers.room import unreserved
from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed, gold_chunks, gold_documents
from goldrank.running.prepared import Prepared
from goldrank.text.tokens import RememberingCounter
from goldrank.types import Chunk, Query


@dataclass(frozen=True, slots=True)
class Cut:
    """What one chunker made of the corpus.

    `unit_ids` name what is ranked, the chunks or the documents, and `gold` the places of the gold
    among them. `unreserved` counts the chunks whose breadcrumb would leave them less than half of
    the limit, so that no room is kept for it.
    """

    chunker: str
    chunks: Sequence[Chunk]
    unit_ids: Sequence[str]
    gold: Sequence[GoldNeed]
    unreserved: int
    seconds: float


def chunk_corpus(prepared: Prepared, chunker: Chunker) -> list[Chunk]:
    """Every chunk of the corpus, in corpus order."""
    corpus, budget = prepared.corpus, prepared.budget(chunker.name)
    chunks: list[Chunk] = []
    if isinstance(chunker, GivenChunker):
        chunker.check([document.doc_id for document in corpus.documents])
    with prepared.progress.stage(
        f"chunk {chunker.name}", len(corpus.documents), "documents"
    ) as advance:
        for document in corpus.documents:
            chunks += chunker(document, corpus.outlines[document.doc_id], budget)
            advance(1)
    if not chunks:
        raise GoldrankError(
            f"chunker {chunker.name}: no chunk in {len(corpus.documents)} documents; is the corpus "
            "empty below its front matter?"
        )
    return chunks


def cut_corpus(prepared: Prepared, queries: Sequence[Query]) -> list[Cut]:
    """What each chunker of a suite makes of the corpus: all are tried before any is ranked."""
    cuts = []
    for chunker in prepared.parts.chunkers:
        since = time.perf_counter()
        chunks = chunk_corpus(prepared, chunker)
        seconds = time.perf_counter() - since
        unit_ids, gold = gold_units(prepared, queries, chunks)
        lacking = _unreserved(prepared, chunker, chunks)
        cuts.append(Cut(chunker.name, chunks, unit_ids, gold, lacking, seconds))
    return cuts


def _unreserved(prepared: Prepared, chunker: Chunker, chunks: Sequence[Chunk]) -> int:
    corpus, budget = prepared.corpus, prepared.budget(chunker.name)
    starts: dict[str, list[int]] = {}
    for chunk in chunks:
        starts.setdefault(chunk.doc_id, []).append(chunk.start)
    remembering = replace(budget, counter=RememberingCounter(budget.counter))
    return sum(
        unreserved(
            document,
            corpus.outlines[document.doc_id],
            remembering,
            chunker.limits,
            starts.get(document.doc_id, ()),
        )
        for document in corpus.documents
    )


def owners_of(chunks: Sequence[Chunk], corpus: Corpus, by_document: bool) -> NDArray[np.int64]:
    """The document that each ranked unit is of, by its place in the corpus.

    The units are `chunks`, or where `by_document` says so the documents themselves.
    """
    if by_document:
        return np.arange(len(corpus.documents))
    place = {document.doc_id: n for n, document in enumerate(corpus.documents)}
    return np.array([place[chunk.doc_id] for chunk in chunks], dtype=np.int64)


def gold_units(
    prepared: Prepared, queries: Sequence[Query], chunks: Sequence[Chunk]
) -> tuple[list[str], list[GoldNeed]]:
    """The ids of what is ranked, chunks or documents, and where the gold is among it."""
    documents = {document.doc_id: document for document in prepared.corpus.documents}
    if prepared.suite.unit == "document":
        return list(documents), gold_documents(queries, list(documents))
    gold = gold_chunks(queries, chunks, documents, prepared.parts.rule)
    return [chunk.chunk_id for chunk in chunks], gold
