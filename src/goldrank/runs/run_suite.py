"""One `bench run`: corpus and queries in, tables out, along one straight line."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed
from goldrank.errors import GoldrankError
from goldrank.filters.allowed import Allowed
from goldrank.filters.rules import Flags
from goldrank.frames.schema import SCHEMA
from goldrank.progress import Progress
from goldrank.rankers.base import QueryBlock
from goldrank.running.cutting import Cut, cut_corpus, owners_of
from goldrank.running.estimate import caches_of, estimates, metered, refuse_beyond_caps
from goldrank.running.indexing import counted, first_units, index_chunker
from goldrank.running.prepared import Prepared, prepare
from goldrank.running.ranking import Kept, rank_systems
from goldrank.running.work import Result, Work
from goldrank.runs.collect import collect
from goldrank.runs.run import Run
from goldrank.suites.inputs import ask, sight_of
from goldrank.suites.suite import Suite
from goldrank.text.trec import DEPTH
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

    `depth` is how many units of each ranking are kept to be exported, `None` for all.
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
    with caches_of(prepared.parts.encoders, cache_folder) as caches:
        prepared = _measured(prepared, [query.text for query in queries], caches)
        cuts = cut_corpus(prepared, queries)
        asked = _asked(prepared, queries, caches)
        allowed = sight_of(suite, prepared.corpus).of_all(queries)
        read = _read_queries(prepared, asked.texts, caches)
        results = [
            _one_chunker(prepared, cut, _seeing(asked, allowed, prepared, cut), caches, depth)
            for cut in cuts
        ]
        damage = list(
            dict.fromkeys(notice for cache in caches.values() for notice in cache.notices)
        )
    seconds = time.perf_counter() - started
    return Work(prepared, queries, results, damage, seconds, read)


def _measured(
    prepared: Prepared, queries: Sequence[str], caches: Mapping[str, VectorCache]
) -> Prepared:
    """With the windows of all encoders: what costs money is said, and refused, before it is sent."""
    paid = metered(prepared)
    if not paid:
        return prepared.measured(_windows(prepared, caches, list(prepared.parts.encoders)))
    free = [name for name in prepared.parts.encoders if name not in paid]
    windows = _windows(prepared, caches, free)
    found = estimates(prepared.measured(windows), queries, caches)
    for each in found:
        if each.tokens:
            prepared.progress.say(each.line)
    refuse_beyond_caps(prepared, found)
    prepared = prepared.measured({**windows, **_windows(prepared, caches, paid)})
    if any(each.probing for each in found):
        # What was measured is another window than was thought, and so are the chunks.
        refuse_beyond_caps(prepared, estimates(prepared, queries, caches))
    return prepared


def _windows(
    prepared: Prepared, caches: Mapping[str, VectorCache], names: Sequence[str]
) -> dict[str, Window | None]:
    """The windows by encoder: they set how long chunks are, so they are the same whatever ranks."""
    parts = prepared.parts
    if not parts.needs_window():
        return dict.fromkeys(names)
    return {name: _window(prepared, name, caches[name]) for name in names}


def _window(prepared: Prepared, name: str, cache: VectorCache) -> Window | None:
    parts = prepared.parts
    texts = [document.text for document in prepared.corpus.documents]
    try:
        with prepared.progress.stage(f"measure window {name}".rstrip(), 0, "probes"):
            return window_of(parts.encoders[name], cache, texts)
    except GoldrankError as error:
        if parts.dense_names():
            raise
        raise GoldrankError(
            f"no vector is ranked, but the window of the encoder is the limit of the chunkers "
            f"{', '.join(parts.cut_by_window())}, and it could not be measured: {error}; give them "
            "a limit of their own, or name an encoder that is there"
        ) from error


def _read_queries(
    prepared: Prepared, texts: Sequence[str], caches: Mapping[str, VectorCache]
) -> dict[str, list[Reading]]:
    """What each encoder whose vectors are ranked by reads of each query."""
    readers = {name: prepared.reader(name) for name in prepared.parts.encoding()}
    return {
        name: read_queries(reader.encoder, reader.window, texts, caches[name])
        for name, reader in readers.items()
    }


def _asked(
    prepared: Prepared, queries: Sequence[Query], caches: Mapping[str, VectorCache]
) -> QueryBlock:
    """The queries, with the vectors of every encoder whose vectors are ranked by."""
    texts = [query.text for query in queries]
    vectors = {
        name: _query_vectors(prepared, name, texts, caches[name])
        for name in prepared.parts.encoding()
    }
    first = vectors.pop("", np.zeros((len(queries), 0), dtype=np.float32))
    return QueryBlock([query.query_id for query in queries], texts, first, others=vectors)


def _query_vectors(
    prepared: Prepared, name: str, texts: Sequence[str], cache: VectorCache
) -> NDArray[np.float32]:
    reader, label = prepared.reader(name), f"encode queries {name}".rstrip()
    with prepared.progress.stage(label, len(texts), "queries") as advance:
        return embed(
            reader.encoder,
            texts,
            "query",
            reader.content,
            cache,
            Batching(
                counted(advance),
                prepared.suite.deterministic,
                check=lambda readings, missing: check_queries(
                    reader.encoder, reader.window, texts, readings, cache
                ),
            ),
        ).vectors


def _seeing(asked: QueryBlock, allowed: Flags | None, prepared: Prepared, cut: Cut) -> QueryBlock:
    """The queries, with what each may see of one chunker's units."""
    if allowed is None:
        return asked
    by_document = prepared.suite.unit == "document"
    owners = owners_of(cut.chunks, prepared.corpus, by_document)
    return replace(asked, allowed=Allowed(allowed, owners))


def _one_chunker(
    prepared: Prepared,
    cut: Cut,
    asked: QueryBlock,
    caches: Mapping[str, VectorCache],
    depth: int | None,
) -> Result:
    indexed, suite = index_chunker(prepared, cut, caches), prepared.suite
    systems = prepared.parts.systems_of(cut.chunker)
    kept = Kept(
        min(depth or len(cut.unit_ids), len(cut.unit_ids)),
        first_units(cut.chunks) if suite.unit == "chunk" else None,
        suite.deterministic,
    )
    with prepared.progress.stage(f"rank {cut.chunker}", len(asked.ids), "queries") as advance:
        ranked, seconds = rank_systems(indexed.fitted, asked, systems, cut.gold, kept, advance)
    every = [asked.vectors, *asked.others.values()]
    zero = max(int((~vectors.any(axis=1)).sum()) if vectors.shape[1] else 0 for vectors in every)
    return Result(
        indexed, cut.gold, ranked, cut.unit_ids, seconds, zero, cut.unreserved, asked.allowed
    )
