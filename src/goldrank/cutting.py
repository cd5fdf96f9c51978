"""Every chunker's chunks and the gold among them: known before anything is encoded."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldrank.chunkers.base import Budget, Chunker
from goldrank.chunkers.room import unreserved
from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Encoder
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed, GoldRule, gold_chunks, gold_documents
from goldrank.progress import Progress
from goldrank.representations.breadcrumb import Breadcrumb
from goldrank.representations.prefix import BETWEEN
from goldrank.suites.parts import Parts
from goldrank.suites.suite import Suite
from goldrank.text.tokens import RememberingCounter
from goldrank.types import Chunk, Query
from goldrank.window.measured import prompt_tokens


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


def budget_of(encoder: Encoder, window: int | None) -> Budget:
    """The budget of every chunker of a run, whatever ranks: `window` is in content tokens.

    The encoder's own prompt takes its part of the window, and the breadcrumb of a place must fit
    with its chunk.
    """
    crumb = Breadcrumb()

    def prefix_at(document: object, outline: object, offset: int) -> str:
        prefix = crumb.prefix_at(document, outline, offset)  # type: ignore[arg-type]
        return prefix + BETWEEN if prefix else ""

    left = None if window is None else max(1, window - prompt_tokens(encoder))
    return Budget(encoder.counter, left, prefix_at)


def chunk_corpus(
    corpus: Corpus, chunker: Chunker, budget: Budget, progress: Progress
) -> list[Chunk]:
    """Every chunk of the corpus, in corpus order."""
    chunks: list[Chunk] = []
    with progress.stage(f"chunk {chunker.name}", len(corpus.documents), "documents") as advance:
        for document in corpus.documents:
            chunks += chunker(document, corpus.outlines[document.doc_id], budget)
            advance(1)
    if not chunks:
        raise GoldrankError(
            f"chunker {chunker.name}: no chunk in {len(corpus.documents)} documents; is the corpus "
            "empty below its front matter?"
        )
    return chunks


def cut_corpus(
    parts: Parts,
    suite: Suite,
    corpus: Corpus,
    queries: Sequence[Query],
    budget: Budget,
    progress: Progress,
) -> list[Cut]:
    """What each chunker of a suite makes of the corpus: all are tried before any is ranked."""
    cuts = []
    for chunker in parts.chunkers:
        since = time.perf_counter()
        chunks = chunk_corpus(corpus, chunker, budget, progress)
        seconds = time.perf_counter() - since
        unit_ids, gold = gold_units(suite, parts.rule, corpus, queries, chunks)
        lacking = _unreserved(chunker, corpus, chunks, budget)
        cuts.append(Cut(chunker.name, chunks, unit_ids, gold, lacking, seconds))
    return cuts


def _unreserved(chunker: Chunker, corpus: Corpus, chunks: Sequence[Chunk], budget: Budget) -> int:
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


def gold_units(
    suite: Suite,
    rule: GoldRule,
    corpus: Corpus,
    queries: Sequence[Query],
    chunks: Sequence[Chunk],
) -> tuple[list[str], list[GoldNeed]]:
    """The ids of what is ranked, chunks or documents, and where the gold is among it."""
    if suite.unit == "document":
        doc_ids = [document.doc_id for document in corpus.documents]
        return doc_ids, gold_documents(queries, doc_ids)
    documents = {document.doc_id: document for document in corpus.documents}
    return [chunk.chunk_id for chunk in chunks], gold_chunks(queries, chunks, documents, rule)
