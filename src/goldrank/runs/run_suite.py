"""One `bench run`: corpus and queries in, tables out, along one straight line."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed
from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.measuring.trec import DEPTH
from goldrank.progress import Progress
from goldrank.rankers.base import QueryBlock
from goldrank.running.cutting import Cut, cut_corpus
from goldrank.running.indexing import counted, first_units, index_chunker
from goldrank.running.prepared import Prepared, prepare
from goldrank.running.ranking import Kept, rank_systems
from goldrank.running.work import Result, Work
from goldrank.runs.collect import collect
from goldrank.runs.run import Run
from goldrank.suites.inputs import ask
from goldrank.suites.suite import Suite
from goldrank.types import Query
from goldrank.window.input_checks import check_queries
from goldrank.window.measured import Window, window_of
from goldrank.window.query_readings import read_queries


def run_suite(
    suite: Suite,
    cache_folder: Path | None = None,
    progress: Progress | None = None,
    depth: int | None = DEPTH,
    asking: Callable[[Suite, Corpus], list[Query]] | None = None,
    tables: Collection[str] = tuple(SCHEMA),
) -> Run:
    """Run `suite`; vectors go into the cache as they are made, and a second run encodes nothing.
    They are kept in `cache_folder`, or in the default one.

    `depth` is how many units of each ranking are kept for the exported runs, `None` for all.
    `asking` locates the queries' evidence, where that is not to be done by `ask`; `tables` names
    the tables that are made, as in `collect`.
    """
    return collect(work_through(suite, cache_folder, progress, depth, asking), tables)


def work_through(
    suite: Suite,
    cache_folder: Path | None,
    progress: Progress | None = None,
    depth: int | None = DEPTH,
    asking: Callable[[Suite, Corpus], list[Query]] | None = None,
) -> Work:
    """Everything up to the gold ranks, before any table is made of it.

    `asking` locates the queries' evidence, where that is not to be done by `ask`.
    """
    started = time.perf_counter()
    prepared = prepare(suite, progress)
    queries = (asking or ask)(suite, prepared.corpus)
    with VectorCache.open(cache_folder, prepared.encoder.fingerprint) as cache:
        prepared = prepared.measured(_window(prepared, cache))
        cuts = cut_corpus(prepared, queries)
        vectors = _query_vectors(prepared, queries, cache)
        asked = QueryBlock([q.query_id for q in queries], [q.text for q in queries], vectors)
        read = _read_queries(prepared, asked.texts, cache)
        results = [_one_chunker(prepared, cut, asked, cache, depth) for cut in cuts]
        damage = list(cache.notices)
    seconds = time.perf_counter() - started
    return Work(prepared, queries, results, damage, seconds, read)


def _window(prepared: Prepared, cache: VectorCache) -> Window | None:
    """The encoder's window: it sets how long chunks are, so it is the same whatever ranks."""
    parts = prepared.parts
    if not parts.needs_window():
        return None
    texts = [document.text for document in prepared.corpus.documents]
    try:
        with prepared.progress.stage("measure window", 0, "probes"):
            return window_of(parts.encoder, cache, texts)
    except GoldrankError as error:
        if parts.dense_names():
            raise
        raise GoldrankError(
            f"no vector is ranked, but the window of the encoder is the limit of the chunkers "
            f"{', '.join(parts.cut_by_window())}, and it could not be measured: {error}; give them "
            "a limit of their own, or name an encoder that is there"
        ) from error


def _read_queries(prepared: Prepared, texts: Sequence[str], cache: VectorCache) -> list[Reading]:
    """What the encoder reads of each query; nothing where no vector is ranked by."""
    if not prepared.parts.dense_names():
        return []
    return read_queries(prepared.encoder, prepared.window, texts, cache)


def _query_vectors(
    prepared: Prepared, queries: Sequence[Query], cache: VectorCache
) -> NDArray[np.float32]:
    if not prepared.parts.dense_names():
        return np.zeros((len(queries), 0), dtype=np.float32)
    texts = [query.text for query in queries]
    with prepared.progress.stage("encode queries", len(queries), "queries") as advance:
        return embed(
            prepared.encoder,
            texts,
            "query",
            prepared.content,
            cache,
            Batching(
                counted(advance),
                prepared.suite.deterministic,
                check=lambda readings, missing: check_queries(
                    prepared.encoder, prepared.window, texts, readings, cache
                ),
            ),
        ).vectors


def _one_chunker(
    prepared: Prepared, cut: Cut, asked: QueryBlock, cache: VectorCache, depth: int | None
) -> Result:
    indexed = index_chunker(prepared, cut, cache)
    suite, vectors = prepared.suite, asked.vectors
    systems = prepared.parts.systems_of(cut.chunker)
    kept = Kept(
        min(depth or len(cut.unit_ids), len(cut.unit_ids)),
        first_units(cut.chunks) if suite.unit == "chunk" else None,
        suite.deterministic,
    )
    with prepared.progress.stage(f"rank {cut.chunker}", len(asked.ids), "queries") as advance:
        ranked, seconds = rank_systems(indexed.fitted, asked, systems, cut.gold, kept, advance)
    zero = int((~vectors.any(axis=1)).sum()) if vectors.shape[1] else 0
    return Result(indexed, cut.gold, ranked, cut.unit_ids, seconds, zero, cut.unreserved)
