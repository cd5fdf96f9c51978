"""One `bench run`: corpus and queries in, tables out, along one straight line."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.chunkers.base import Chunker
from goldrank.corpus.corpus import Corpus
from goldrank.diagnosis.advice import advice_table
from goldrank.diagnosis.sides_of_variants import sides_of_variants
from goldrank.diagnosis.tables import diagnosis_tables
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import embed
from goldrank.evidence.gold import GoldNeed, gold_chunks, gold_documents, relevant_needs
from goldrank.indexing import Indexed, counted, index_chunker
from goldrank.measuring.token_budget import chunk_tokens, tokens_to_gold
from goldrank.measuring.trec import DEPTH
from goldrank.progress import Progress, Silent
from goldrank.ranking import Asked, Ranked, Seconds, rank_systems
from goldrank.records.fingerprints import fingerprints_of
from goldrank.suites.inputs import ask, read
from goldrank.suites.parts import Parts, make_parts
from goldrank.suites.suite import Suite
from goldrank.tables import corpus as tabulate_corpus
from goldrank.tables import coverage as tabulate_coverage
from goldrank.tables import ranks as tabulate
from goldrank.tables import texts as tabulate_texts
from goldrank.tables.notices import best_of_many, left_over_contexts, notices_of, zero_queries
from goldrank.tables.sentences import queries_left_out, sentences_of
from goldrank.types import Query, System
from goldrank.window.measured import Window, window_of

if TYPE_CHECKING:
    from goldrank.inspection.values import Inspection
    from goldrank.inspection.what_if import WhatIf


@dataclass(frozen=True, slots=True)
class Rankings:
    """What the runs in TREC's format are written from: per chunker, unit ids and gold."""

    unit_ids: Mapping[str, Sequence[str]]
    gold: Mapping[str, Sequence[GoldNeed]]
    query_ids: Sequence[str]
    ranked: Mapping[System, Ranked]


@dataclass(frozen=True, slots=True)
class Result:
    """One chunker's indexes, and where its units ranked."""

    indexed: Indexed
    gold: Sequence[GoldNeed]
    ranked: Mapping[System, Ranked]
    unit_ids: Sequence[str]
    seconds: Seconds
    zero_queries: int


@dataclass(frozen=True, slots=True)
class Work:
    """A run before it is tables: its parts, what it read, and one result for each chunker."""

    parts: Parts
    corpus: Corpus
    queries: Sequence[Query]
    window: Window | None
    results: Sequence[Result]
    damage: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one run. Every table is pandas; `needs` is the primary one.

    `rankings` is `None` in a run that was loaded from its folder. `suite_folder` is the URI of
    the folder that its relative paths start from; `opened` keeps what was opened to inspect it.
    `happened` is what a person should know of this run that is not of its results, such as a
    damaged cache that was set aside.
    """

    name: str
    systems: pd.DataFrame
    needs: pd.DataFrame
    gold: pd.DataFrame
    measurements: pd.DataFrame
    coverage: pd.DataFrame
    document_coverage: pd.DataFrame
    uncovered: pd.DataFrame
    chunks: pd.DataFrame
    documents: pd.DataFrame
    queries: pd.DataFrame
    evidence: pd.DataFrame
    top: pd.DataFrame
    skipped: pd.DataFrame
    diagnoses: pd.DataFrame
    competitors: pd.DataFrame
    headings: pd.DataFrame
    size_leans: pd.DataFrame
    advice: pd.DataFrame
    texts: pd.DataFrame
    window: Mapping[str, Any]
    sentences: Sequence[str]
    notices: Sequence[str]
    settings: Mapping[str, Any]
    fingerprints: Mapping[str, Any]
    sources: Mapping[str, str] = field(default_factory=dict)
    timings: Mapping[str, Any] = field(default_factory=dict)
    rankings: Rankings | None = None
    suite_folder: str = ""
    happened: Sequence[str] = ()
    opened: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def cutoffs(self) -> list[int]:
        """The cutoffs of recall, smallest first."""
        names = [c for c in self.systems.columns if c.startswith("recall@")]
        return sorted(int(name.partition("@")[2]) for name in names)

    def inspect(self, query_id: str | None = None, **options: Any) -> Inspection:
        """Why one query's gold chunk ranks where it does; see `goldrank.inspection.inspect`.

        `run.inspect("q17")`, or `run.inspect(text="any question")`. In a notebook the result shows
        itself. Options: need, system, chunker, variant, ranker, expect, cache, corpus.
        """
        from goldrank.inspection.inspect import inspect

        return inspect(self, query_id, **options)

    def what_if(self, query_id: str, prefix: str, **options: Any) -> WhatIf:
        """The ranks that another header would have given; see `goldrank.inspection.what_if`.

        `run.what_if("q17", prefix="Leave > Parental leave")`. Options: need, chunker, variant,
        cache, corpus.
        """
        from goldrank.inspection.what_if import what_if

        return what_if(self, query_id, prefix, **options)


def run_suite(
    suite: Suite,
    cache_folder: Path | None = None,
    progress: Progress | None = None,
    depth: int | None = DEPTH,
) -> Run:
    """Run `suite`; vectors go into the cache as they are made, and a second run encodes nothing.
    They are kept in `cache_folder`, or in the default one.

    `depth` is how many units of each ranking are kept for the exported runs, `None` for all.
    """
    work = work_through(suite, cache_folder, progress, depth)
    return _collect(
        suite,
        work.parts,
        work.corpus,
        work.queries,
        work.window,
        work.results,
        work.damage,
        work.seconds,
    )


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
    shown = progress or Silent()
    started = time.perf_counter()
    parts = make_parts(suite)
    corpus = read(suite, shown)
    queries = (asking or ask)(suite, corpus)
    with VectorCache.open(cache_folder, parts.encoder.fingerprint) as cache:
        window = window_of(parts.encoder, cache) if parts.dense_names() else None
        vectors = _query_vectors(parts, queries, suite, window, cache, shown)
        results = [
            _one_chunker(
                chunker, corpus, queries, vectors, parts, suite, window, cache, shown, depth
            )
            for chunker in parts.chunkers
        ]
        damage = list(cache.notices)
    seconds = time.perf_counter() - started
    return Work(parts, corpus, queries, window, results, damage, seconds)


def _query_vectors(
    parts: Parts,
    queries: Sequence[Query],
    suite: Suite,
    window: Window | None,
    cache: VectorCache,
    progress: Progress,
) -> NDArray[np.float32]:
    if not parts.dense_names():
        return np.zeros((len(queries), 0), dtype=np.float32)
    with progress.stage("encode queries", len(queries), "queries") as advance:
        return embed(
            parts.encoder,
            [query.text for query in queries],
            "query",
            window.content_tokens if window else None,
            cache,
            counted(advance),
            deterministic=suite.deterministic,
        ).vectors


def _one_chunker(
    chunker: Chunker,
    corpus: Corpus,
    queries: Sequence[Query],
    vectors: NDArray[np.float32],
    parts: Parts,
    suite: Suite,
    window: Window | None,
    cache: VectorCache,
    progress: Progress,
    depth: int | None,
) -> Result:
    indexed = index_chunker(chunker, corpus, parts, suite, window, cache, progress)
    documents = {document.doc_id: document for document in corpus.documents}
    if suite.unit == "document":
        unit_ids = [document.doc_id for document in corpus.documents]
        gold = gold_documents(queries, unit_ids)
    else:
        unit_ids = [chunk.chunk_id for chunk in indexed.chunks]
        gold = gold_chunks(queries, indexed.chunks, documents, parts.rule)
    asked = Asked([q.query_id for q in queries], [q.text for q in queries], vectors)
    seconds = Seconds()
    systems = parts.systems_of(chunker.name)
    kept = min(depth or len(unit_ids), len(unit_ids))
    with progress.stage(f"rank {chunker.name}", len(queries), "queries") as advance:
        ranked = rank_systems(indexed.indexes, asked, systems, gold, kept, advance, seconds)
    zero = int((~vectors.any(axis=1)).sum()) if vectors.shape[1] else 0
    return Result(indexed, gold, ranked, unit_ids, seconds, zero)


def _collect(
    suite: Suite,
    parts: Parts,
    corpus: Corpus,
    queries: Sequence[Query],
    window: Window | None,
    results: Sequence[Result],
    damage: Sequence[str],
    seconds: float,
) -> Run:
    dense_of = {variant.name: variant.dense for variant in parts.variants}
    looking = {system.variant for system, _ in parts.systems if system.ranker in ("vector", "rrf")}
    shown = {v.dense: v.name for v in reversed(parts.variants) if v.name in looking}
    needs, gold, measurements, coverage, by_document, uncovered, chunks, top, texts = (
        [] for _ in range(9)
    )
    diagnosed: list[dict[str, pd.DataFrame]] = []
    for result in results:
        indexed = result.indexed
        states = tabulate_coverage.window_states(indexed, corpus, result.gold, queries)
        per_need, per_unit = tabulate.needs_tables(
            indexed, result.ranked, result.gold, queries, result.unit_ids, states, dense_of
        )
        tokens = chunk_tokens(indexed.chunks, corpus, parts.encoder.counter)
        sizes = _unit_tokens(indexed, tokens, result.unit_ids)
        per_need["tokens_to_gold"] = tokens_to_gold(
            per_need, result.ranked, [need.query for need in result.gold], sizes
        )
        diagnosed.append(
            diagnosis_tables(
                indexed, corpus, queries, result.gold, result.ranked, per_need, parts, suite
            )
        )
        needs.append(per_need)
        gold.append(per_unit)
        measurements.append(
            tabulate.measurements_table(result.ranked, result.gold, queries, parts.measures)
        )
        coverage.append(tabulate_coverage.coverage_table(indexed, shown))
        by_document.append(tabulate_coverage.document_coverage_table(indexed, shown))
        uncovered.append(tabulate_coverage.uncovered_table(indexed, shown, corpus))
        chunks.append(tabulate_corpus.chunks_table(indexed, corpus, tokens))
        top.append(tabulate.top_table(result.ranked, result.unit_ids, queries))
        ids = tabulate_texts.shown_chunks(per_need, top[-1], diagnosed[-1]["diagnoses"])
        texts.append(tabulate_texts.texts_table(indexed, ids))
    ranked = {system: answers for result in results for system, answers in result.ranked.items()}
    units = {result.indexed.chunker: len(result.unit_ids) for result in results}
    tables = {
        "needs": _stacked(needs),
        "gold": _stacked(gold),
        "measurements": _stacked(measurements),
        "coverage": _stacked(coverage),
        "document_coverage": _stacked(by_document),
        "uncovered": _stacked(uncovered),
        "chunks": _stacked(chunks),
        "top": _stacked(top),
        "texts": _stacked(texts),
        **{name: _stacked([each[name] for each in diagnosed]) for name in diagnosed[0]},
    }
    settings = suite.model_dump(mode="json", exclude_none=True)
    tables["advice"] = advice_table(
        tables["diagnoses"], tables["needs"], sides_of_variants(settings), suite.found_at
    )
    systems = tabulate.systems_table(
        tables["needs"], tables["measurements"], ranked, units, suite.baseline_variant
    )
    indexes = [result.indexed for result in results]
    return Run(
        name=suite.name,
        systems=systems,
        documents=tabulate_corpus.documents_table(corpus),
        queries=tabulate_corpus.queries_table(queries),
        evidence=tabulate_corpus.evidence_table(queries),
        skipped=tabulate_corpus.skipped_table(corpus),
        window=window.to_json() if window else {},
        sentences=_sentences(systems, tables, queries, suite),
        notices=[
            *parts.imported,
            *notices_of(corpus, queries, systems, indexes, window),
            *zero_queries(results[0].zero_queries),
            *left_over_contexts(parts, indexes),
            *(best_of_many(tables["top"], tables["chunks"]) if suite.unit == "document" else []),
        ],
        settings=settings,
        fingerprints=fingerprints_of(suite, parts, corpus, queries),
        sources={document.doc_id: document.source_uri for document in corpus.documents},
        suite_folder=suite.folder.resolve().as_uri(),
        happened=damage,
        timings=_timings(results, len(queries), seconds),
        rankings=Rankings(
            {result.indexed.chunker: result.unit_ids for result in results},
            {result.indexed.chunker: result.gold for result in results},
            [query.query_id for query in queries],
            ranked,
        ),
        **tables,
    )


def _sentences(
    systems: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    queries: Sequence[Query],
    suite: Suite,
) -> list[str]:
    scored = sum(bool(relevant_needs(query)) for query in queries)
    said = sentences_of(systems, tables["coverage"], tables["needs"], suite.baseline_variant)
    left_out = queries_left_out(queries, scored)
    return [*said, left_out] if left_out else said


def _unit_tokens(indexed: Indexed, tokens: Sequence[int], unit_ids: Sequence[str]) -> list[int]:
    """The tokens of what is ranked: of each chunk, or of all chunks of each document."""
    by_unit = dict.fromkeys(unit_ids, 0)
    for chunk, count in zip(indexed.chunks, tokens, strict=True):
        by_unit[chunk.chunk_id if chunk.chunk_id in by_unit else chunk.doc_id] += count
    return list(by_unit.values())


def _stacked(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    filled = [table for table in tables if len(table)] or list(tables[:1])
    return pd.concat(filled, ignore_index=True)


def _timings(results: Sequence[Result], queries: int, seconds: float) -> dict[str, Any]:
    """Seconds by chunker and stage, milliseconds a query by ranker, and the whole."""
    chunkers = {}
    for result in results:
        rankers = result.seconds.by_ranker
        chunkers[result.indexed.chunker] = {
            "seconds": {name: round(value, 4) for name, value in result.indexed.seconds.items()},
            "rank_seconds": {name: round(value, 4) for name, value in rankers.items()},
            "milliseconds_a_query": {
                name: round(1000 * value / max(queries, 1), 4) for name, value in rankers.items()
            },
            "encoded": {name: side.embedded.encoded for name, side in result.indexed.sides.items()},
            "from_cache": {
                name: side.embedded.cached for name, side in result.indexed.sides.items()
            },
        }
    return {"seconds": round(seconds, 3), "chunkers": chunkers}
