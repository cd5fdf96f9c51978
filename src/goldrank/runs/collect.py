"""From a run's work to its tables: the last stretch of the straight line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pandas as pd

from goldrank.evidence.gold import relevant_needs
from goldrank.frames.schema import SCHEMA
from goldrank.running.fingerprints import fingerprints_of
from goldrank.running.work import Rankings, Result, Work
from goldrank.runs.run import Run
from goldrank.runs.windows import written
from goldrank.suites.suite import Suite
from goldrank.tables.by_run import ByRun
from goldrank.tables.chunk_notices import chunk_notices
from goldrank.tables.encoder_notices import encoder_notices, manner_notices
from goldrank.tables.engines import build_lines, digests, engine_notices, engine_sentences
from goldrank.tables.filtering import filter_notices, filter_sentences
from goldrank.tables.held_by_all import held_sentence
from goldrank.tables.known_depth import depth_notices
from goldrank.tables.notices import (
    best_of_many,
    left_over_contexts,
    notices_of,
    other_tokenizers,
    zero_queries,
)
from goldrank.tables.origins import origin_notices
from goldrank.tables.query_readings import query_notices
from goldrank.tables.repeats import repeats_sentence
from goldrank.tables.reranked import cost_lines, rerank_notices, rerank_sentences
from goldrank.tables.sentences import answerability, queries_left_out, sentences_of, several_needs
from goldrank.tables.sentences.contexts import context_sentences
from goldrank.tables.sentences.encoders import encoder_sentences
from goldrank.types import Query, Variant


def collect(work: Work, tables: Collection[str] = tuple(SCHEMA)) -> Run:
    """The tables, sentences and notices of a run, from its work.

    `tables` names those that are asked for. The others are left empty; without `systems` nothing
    is said either, and without `chunks` no token is counted.
    """
    suite, made, says = work.prepared.suite, ByRun(work, "chunks" in tables), "systems" in tables
    return Run(
        name=suite.name,
        window=written(work.prepared),
        sentences=_sentences(made, work.judged, suite) if says else [],
        notices=_notices(suite, work, made) if says else [],
        suite=suite,
        fingerprints=fingerprints_of(work.prepared, work.queries, work.chunks, digests(work)),
        sources={document.doc_id: document.source_uri for document in work.corpus.documents},
        happened=[*work.damage, *build_lines(work), *cost_lines(work)],
        timings=_timings(work.results, len(work.queries), work.seconds),
        rankings=_rankings(work),
        **{n: made[n] if n in tables else SCHEMA[n].empty() for n in SCHEMA},
    )


def _rankings(work: Work) -> Rankings:
    results = work.results
    return Rankings(
        {result.indexed.chunker: result.unit_ids for result in results},
        {result.indexed.chunker: result.gold for result in results},
        [query.query_id for query in work.queries],
        {system: answers for result in results for system, answers in result.ranked.items()},
    )


def _notices(suite: Suite, work: Work, tables: ByRun) -> list[str]:
    indexes = [result.indexed for result in work.results]
    by_document = suite.unit == "document"
    encoding = work.parts.encoding()
    encoders = [work.parts.encoders[name] for name in encoding]
    windows = [work.prepared.reader(name).window for name in encoding]
    return [
        *work.parts.imported,
        *(remark for encoder in encoders for remark in encoder.about.remarks),
        *notices_of(work.corpus, work.queries, tables["systems"], indexes, windows),
        *manner_notices(work),
        *encoder_notices(work),
        *chunk_notices(work),
        *(said for read in work.read.values() for said in query_notices(work.queries, read)),
        *zero_queries(work.results[0].zero_queries),
        *left_over_contexts(work.parts, indexes),
        *(
            best_of_many(_judged(tables["top"], work), tables["chunks"], suite.ranker_graph)
            if by_document
            else []
        ),
        *other_tokenizers(suite.tokenizers),
        *origin_notices(work.judged, tables["measurements"], suite.baseline_variant),
        *depth_notices(work),
        *engine_notices(work),
        *filter_notices(work, tables["hidden"]),
        *rerank_notices(work, tables["needs"]),
    ]


def _judged(top: pd.DataFrame, work: Work) -> pd.DataFrame:
    return top[top.query_id.isin([query.query_id for query in work.judged])]


def _sentences(tables: ByRun, queries: Sequence[Query], suite: Suite) -> list[str]:
    scored = sum(bool(relevant_needs(query)) for query in queries)
    rankers, claims = suite.ranker_graph, tables.claims
    variants, baseline = suite.variants, suite.baseline_variant
    # What is said of headers is said under one encoder: what another brings is a sentence of its own.
    systems, coverage, needs = (
        _of_first_encoder(tables[name], variants) for name in ("systems", "coverage", "needs")
    )
    said = sentences_of(systems, coverage, needs, baseline, claims, rankers)
    if len(suite.encoder) > 1:
        said += encoder_sentences(tables["systems"], suite, claims)
    said += engine_sentences(tables["engines"], baseline)
    said += rerank_sentences(tables.work, claims)
    said += filter_sentences(tables["filters"], tables["filtering"], baseline)
    said += context_sentences(tables, suite, claims.cluster_of())
    rest = [
        repeats_sentence(systems, queries, baseline, rankers),
        several_needs(queries),
        queries_left_out(queries, scored),
        *answerability(tables["answerability"], tables["refusals"], systems),
    ]
    held = held_sentence(systems, baseline, rankers)  # where chunkers are compared, they come first
    return [sentence for sentence in (*said[:1], held, *said[1:], *rest) if sentence]


def _of_first_encoder(table: pd.DataFrame, variants: Mapping[str, Variant]) -> pd.DataFrame:
    first = [variant.name for variant in variants.values() if not variant.encoder]
    return table[table.variant.isin(first)]


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
