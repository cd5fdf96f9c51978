"""From one chunker's chunks to everything that ranks them, and what the window holds of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, Embedded, embed
from goldrank.measuring.similarity import mean_similarity
from goldrank.progress import Stage
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import Fitted, rests_on
from goldrank.rankers.hits import Places
from goldrank.representations.base import Representation, Represented
from goldrank.running.cutting import Cut
from goldrank.running.measured_encoder import MeasuredEncoder
from goldrank.running.pools import Pools, pools_of
from goldrank.running.prepared import Prepared
from goldrank.text.tokens import RememberingCounter, TokenCounter
from goldrank.types import Chunk, Span, Variant
from goldrank.window.coverage import Coverage, bounded, coverage, held_evidence
from goldrank.window.input_checks import check_inputs
from goldrank.window.readings import BoundedReadings, HoldOnce


@dataclass(frozen=True, slots=True)
class DenseTexts:
    """One representation of one chunker's chunks on the vector side.

    `chunks` may hold more than the chunker's: a whole-document chunk each, where a document's
    own vector joins the pool. `variant` is the first that has this vector side. `readings` say what is read of each, `possible` what is not shown to
    be unread: they differ where the encoder's tokens are not known.
    """

    variant: Variant
    chunks: Sequence[Chunk]
    texts: Sequence[Represented]
    readings: Sequence[Reading]
    possible: Sequence[Reading]
    coverage: Coverage
    covered: Mapping[str, Sequence[Span]]
    possibly_covered: Mapping[str, Sequence[Span]]
    embedded: Embedded
    similarity: float


@dataclass(frozen=True, slots=True)
class Indexed:
    """One chunker: its chunks, its vector sides by name, and the fitted rankers.

    `lexical_texts` are, for each representation, of the chunks of the lexical pool.
    """

    chunker: str
    chunks: Sequence[Chunk]
    pools: Pools
    sides: Mapping[str, DenseTexts]
    lexical_texts: Mapping[str, Sequence[Represented]]
    fitted: Fitted
    seconds: Mapping[str, float] = field(default_factory=dict)


def represent(
    representation: Representation, corpus: Corpus, chunks: Sequence[Chunk], counter: TokenCounter
) -> list[Represented]:
    """The text to be indexed of every chunk."""
    documents = {document.doc_id: document for document in corpus.documents}
    remembering = RememberingCounter(counter)
    return [
        representation(documents[c.doc_id], corpus.outlines[c.doc_id], c, remembering)
        for c in chunks
    ]


def index_chunker(prepared: Prepared, cut: Cut, caches: Mapping[str, VectorCache]) -> Indexed:
    """Represent, encode and index the chunks of one chunker; `caches` are by encoder."""
    parts, corpus, suite = prepared.parts, prepared.corpus, prepared.suite
    chunks, seconds = cut.chunks, {"chunk": cut.seconds}
    pools = pools_of(chunks, corpus, suite)
    at_work = {
        name: _AtWork(
            prepared.reader(name),
            caches[name],
            HoldOnce(reader.encoder, reader.window, caches[name]),
        )
        for name in parts.encoding()
        for reader in [prepared.reader(name)]
    }
    sides = {
        name: _side(
            prepared, variant, cut.chunker, pools.by_side["dense"], at_work[variant.encoder]
        )
        for name, variant in parts.dense().items()
    }
    seconds["encode"] = sum(side.embedded.seconds for side in sides.values())
    since = time.perf_counter()
    units = pools.by_side["lexical"]
    lexical = {
        name: represent(parts.representations[name], corpus, units, parts.encoder.counter)
        for name in parts.lexical_names()
    }
    fitted = Fitted(
        parts.rankers,
        _Units(
            ranked_places(prepared, cut.unit_ids, chunks, caches[""].folder),
            sides,
            lexical,
            pools.folds,
        ),
        parts.ranked_by,
    )
    for system, variant in parts.systems_of(cut.chunker):
        for ranker in rests_on(system.ranker, parts.rankers):
            fitted.index(ranker, variant)
    seconds["index"] = time.perf_counter() - since
    return Indexed(cut.chunker, chunks, pools, sides, lexical, fitted, seconds)


def ranked_places(
    prepared: Prepared, ids: Sequence[str], chunks: Sequence[Chunk], cache_folder: Path
) -> Places:
    """What is ranked, and where it stands."""
    texts = {document.doc_id: document.text for document in prepared.corpus.documents}
    return Places(ids, chunks, texts, prepared.suite.unit == "document", cache_folder)


@dataclass(frozen=True, slots=True)
class _Units:
    """What the rankers of one chunker are fitted on."""

    ranked: Places
    sides: Mapping[str, DenseTexts]
    lexical: Mapping[str, Sequence[Represented]]
    folds: Mapping[str, Fold]

    @property
    def count(self) -> int:
        """How many units are ranked."""
        return len(self.ranked.ids)

    def vectors(self, representation: str) -> NDArray[np.float32]:
        """The vectors of what is encoded."""
        return self.sides[representation].embedded.vectors

    def texts(self, representation: str) -> list[str]:
        """What the lexical side counts."""
        return [text.text for text in self.lexical[representation]]

    def fold(self, side: str) -> Fold | None:
        """How a side's scores fold to documents, where these are ranked."""
        return self.folds.get(side)


@dataclass(frozen=True, slots=True)
class _AtWork:
    """An encoder, its cache, and what it is known to read."""

    reader: MeasuredEncoder
    cache: VectorCache
    held_of: HoldOnce


def _side(
    prepared: Prepared, variant: Variant, chunker: str, chunks: Sequence[Chunk], at_work: _AtWork
) -> DenseTexts:
    reader, cache, held_of = at_work.reader, at_work.cache, at_work.held_of
    encoder, window, progress = reader.encoder, reader.window, prepared.progress
    representation, counter = (
        prepared.parts.representations[variant.dense],
        prepared.encoder.counter,
    )
    texts, label = (
        represent(representation, prepared.corpus, chunks, counter),
        f"{chunker}/{variant.encoded}",
    )
    inputs = [text.text for text in texts]
    with progress.stage(f"measure window {label}", 0, "probes"):
        held = held_of(inputs)
    with progress.stage(f"encode {label}", len(inputs), "chunks") as advance:
        embedded = embed(
            encoder,
            inputs,
            "document",
            reader.content,
            cache,
            Batching(
                counted(advance),
                prepared.suite.deterministic,
                check=lambda readings, missing: check_inputs(
                    encoder, window, inputs, readings, missing, cache
                ),
                # Where they are bounds, they are not what the encoder's own tokens say.
                readings=None if held.has_bounds else held.low,
            ),
        )
    measured = _measured(prepared.corpus, at_work, chunks, texts, held)
    similarity = mean_similarity(embedded.vectors, [chunk.doc_id for chunk in chunks])
    return DenseTexts(
        variant,
        chunks,
        texts,
        held.low,
        held.high,
        measured,
        _by_document(chunks, texts, held.low),
        _by_document(chunks, texts, held.high),
        embedded,
        similarity,
    )


def _by_document(
    chunks: Sequence[Chunk], texts: Sequence[Represented], readings: Sequence[Reading]
) -> dict[str, list[Span]]:
    covered: dict[str, list[Span]] = {}
    for chunk, spans in zip(chunks, held_evidence(chunks, texts, readings), strict=True):
        covered.setdefault(chunk.doc_id, []).extend(spans)
    return covered


def _measured(
    corpus: Corpus,
    at_work: _AtWork,
    chunks: Sequence[Chunk],
    texts: Sequence[Represented],
    held: BoundedReadings,
) -> Coverage:
    bodies = [text.text[text.body.start : text.body.end] for text in texts]
    alone = at_work.held_of(bodies) if any(text.prefix for text in texts) else None

    def measured(readings: Sequence[Reading], bare: Sequence[Reading] | None) -> Coverage:
        return coverage(corpus, chunks, texts, readings, bare, at_work.reader.limit)

    low = measured(held.low, alone.low if alone else None)
    if not held.has_bounds:
        return low
    return bounded(low, measured(held.high, alone.high if alone else None))


def counted(advance: Stage) -> Callable[[int, int], None]:
    """From "so many of so many are done" to "so many more are done"."""
    before = 0

    def told(done: int, total: int) -> None:
        nonlocal before
        advance(done - before)
        before = done

    return told


def first_units(chunks: Sequence[Chunk]) -> NDArray[np.int64]:
    """The position of each document's first chunk.

    >>> first_units([Chunk("a", 0, 1), Chunk("a", 1, 2), Chunk("b", 0, 1)]).tolist()
    [0, 2]
    """
    ids = [chunk.doc_id for chunk in chunks]
    firsts = [n for n in range(len(ids)) if n == 0 or ids[n] != ids[n - 1]]
    return np.array(firsts, dtype=np.int64)
