"""From a run's work to its tables: the last stretch of the straight line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from goldrank.diagnosis.advice import advice_table
from goldrank.diagnosis.repairs import with_repairs
from goldrank.diagnosis.tables import diagnosis_tables
from goldrank.evidence.gold import relevant_needs
from goldrank.indexing import Indexed
from goldrank.measuring.token_budget import chunk_tokens, tokens_to_gold
from goldrank.records.fingerprints import fingerprints_of
from goldrank.results import Rankings, Result, Run, Work
from goldrank.suites.suite import Suite
from goldrank.tables import corpus as tabulate_corpus
from goldrank.tables import coverage as tabulate_coverage
from goldrank.tables import ranks as tabulate
from goldrank.tables import texts as tabulate_texts
from goldrank.tables.asked import query_notices, with_query_read, with_read
from goldrank.tables.chunk_notices import chunk_notices
from goldrank.tables.claims import Claims
from goldrank.tables.held import held_sentence, with_held
from goldrank.tables.notices import best_of_many, left_over_contexts, notices_of, zero_queries
from goldrank.tables.repeats import own_units, repeats_sentence, with_here
from goldrank.tables.schema import checked
from goldrank.tables.sentences import queries_left_out, sentences_of, several_needs
from goldrank.tables.unknown import filled
from goldrank.types import Query


def collect(work: Work) -> Run:
    """The tables, sentences and notices of a run, from its work."""
    suite, queries, corpus = work.prepared.suite, work.queries, work.corpus
    tables = _stacked([_tables_of(suite, work, result) for result in work.results])
    tables["diagnoses"] = with_repairs(tables["diagnoses"], tables["needs"])
    tables["coverage"] = filled(tables["coverage"])
    tables["advice"] = advice_table(
        tables["diagnoses"], tables["needs"], suite.variants, suite.found_at
    )
    rankings = _rankings(work)
    units = {chunker: len(unit_ids) for chunker, unit_ids in rankings.unit_ids.items()}
    tables["systems"] = tabulate.systems_table(
        tables["needs"], tables["measurements"], rankings.ranked, units, suite.baseline_variant
    )
    tables["systems"] = with_here(
        with_held(tables["systems"], tables["needs"]),
        tables["needs"],
        tables["gold"],
        own_units(work),
    )
    tables["documents"] = tabulate_corpus.documents_table(corpus)
    listed = tabulate_corpus.queries_table(queries, suite.queries.cluster)
    tables["queries"] = with_read(listed, work.read)
    tables["evidence"] = tabulate_corpus.evidence_table(queries)
    tables["skipped"] = tabulate_corpus.skipped_table(corpus)
    return Run(
        name=suite.name,
        window=work.window.to_json() if work.window else {},
        sentences=_sentences(tables, queries, suite),
        notices=_notices(suite, work, tables),
        suite=suite,
        fingerprints=fingerprints_of(work.prepared, queries, work.chunks),
        sources={document.doc_id: document.source_uri for document in corpus.documents},
        happened=work.damage,
        timings=_timings(work.results, len(queries), work.seconds),
        rankings=rankings,
        **checked(tables),
    )


def _tables_of(suite: Suite, work: Work, result: Result) -> dict[str, pd.DataFrame]:
    """The tables of one chunker."""
    corpus, queries, parts, indexed = work.corpus, work.queries, work.parts, result.indexed
    dense_of = {variant.name: variant.dense for variant in parts.variants}
    shown = parts.encoded()
    states = tabulate_coverage.window_states(indexed, corpus, result.gold, queries)
    needs, gold = tabulate.needs_tables(
        indexed, result.ranked, result.gold, queries, result.unit_ids, states, dense_of
    )
    needs = with_query_read(needs, [query.query_id for query in queries], work.read)
    tokens = chunk_tokens(indexed.chunks, corpus, parts.encoder.counter)
    needs["tokens_to_gold"] = tokens_to_gold(
        needs,
        result.ranked,
        [query.query_id for query in queries],
        _unit_tokens(indexed, tokens, result.unit_ids),
    )
    diagnosed = diagnosis_tables(
        indexed, corpus, queries, result.gold, result.ranked, needs, parts, suite, work.read
    )
    top = tabulate.top_table(result.ranked, result.unit_ids, queries)
    seen = tabulate_texts.shown_chunks(needs, top, diagnosed["diagnoses"])
    return {
        "needs": needs,
        "gold": gold,
        "measurements": tabulate.measurements_table(
            result.ranked, result.gold, queries, parts.measures
        ),
        "coverage": tabulate_coverage.coverage_table(indexed, shown),
        "document_coverage": tabulate_coverage.document_coverage_table(indexed, shown),
        "uncovered": tabulate_coverage.uncovered_table(indexed, shown, corpus),
        "chunks": tabulate_corpus.chunks_table(indexed, corpus, tokens),
        "top": top,
        "texts": tabulate_texts.texts_table(indexed, seen),
        **diagnosed,
    }


def _rankings(work: Work) -> Rankings:
    results = work.results
    return Rankings(
        {result.indexed.chunker: result.unit_ids for result in results},
        {result.indexed.chunker: result.gold for result in results},
        [query.query_id for query in work.queries],
        {system: answers for result in results for system, answers in result.ranked.items()},
    )


def _notices(suite: Suite, work: Work, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    indexes = [result.indexed for result in work.results]
    by_document = suite.unit == "document"
    window = work.window if work.parts.dense_names() else None
    return [
        *work.parts.imported,
        *(getattr(work.parts.encoder, "remarks", ()) if work.parts.dense_names() else ()),
        *notices_of(work.corpus, work.queries, tables["systems"], indexes, window),
        *chunk_notices(work),
        *query_notices(work.queries, work.read),
        *zero_queries(work.results[0].zero_queries),
        *left_over_contexts(work.parts, indexes),
        *(best_of_many(tables["top"], tables["chunks"]) if by_document else []),
    ]


def _sentences(
    tables: Mapping[str, pd.DataFrame], queries: Sequence[Query], suite: Suite
) -> list[str]:
    scored = sum(bool(relevant_needs(query)) for query in queries)
    listed = tabulate_corpus.queries_table(queries, suite.queries.cluster)
    claims = Claims.of(tables["measurements"], listed, tabulate_corpus.evidence_table(queries))
    said = sentences_of(
        tables["systems"], tables["coverage"], tables["needs"], suite.baseline_variant, claims
    )
    systems, baseline = tables["systems"], suite.baseline_variant
    rest = [
        repeats_sentence(systems, queries, baseline),
        several_needs(queries),
        queries_left_out(queries, scored),
    ]
    held = held_sentence(systems, baseline)  # where chunkers are compared, they come first
    return [sentence for sentence in (*said[:1], held, *said[1:], *rest) if sentence]


def _unit_tokens(indexed: Indexed, tokens: Sequence[int], unit_ids: Sequence[str]) -> list[int]:
    """The tokens of what is ranked: of each chunk, or of all chunks of each document."""
    by_unit = dict.fromkeys(unit_ids, 0)
    for chunk, count in zip(indexed.chunks, tokens, strict=True):
        by_unit[chunk.chunk_id if chunk.chunk_id in by_unit else chunk.doc_id] += count
    return list(by_unit.values())


def _stacked(each: Sequence[Mapping[str, pd.DataFrame]]) -> dict[str, pd.DataFrame]:
    """The tables of all chunkers, one below the other; an empty one keeps its columns."""
    whole: dict[str, pd.DataFrame] = {}
    for name in each[0]:
        tables = [one[name] for one in each]
        whole[name] = pd.concat([t for t in tables if len(t)] or tables[:1], ignore_index=True)
    return whole


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
