"""The tables that a run keeps of its diagnosis."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
from pandas.api.extensions import ExtensionArray

from goldrank.corpus.corpus import Corpus
from goldrank.diagnosis.causes import WORD_FORM
from goldrank.diagnosis.diagnose import diagnose
from goldrank.diagnosis.document_size import size_leans
from goldrank.diagnosis.headers import Headers, headers_of
from goldrank.diagnosis.languages import Tokenize
from goldrank.diagnosis.need_facts import Needs
from goldrank.diagnosis.one_form import OneForm, Stemmed
from goldrank.diagnosis.units import units_of, vectors_of
from goldrank.encoders.base import Reading
from goldrank.evidence.gold import GoldNeed
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.rankers.base import Ranker
from goldrank.rankers.graph import rests_on
from goldrank.rankers.rerank import Rerank
from goldrank.rankers.search import Search
from goldrank.rankers.trec_run import TrecRun
from goldrank.running.work import Result, Work
from goldrank.suites.languages import Stated, stated_languages
from goldrank.types import Chunk, System, Variant


def diagnosis_tables(work: Work, result: Result, needs: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The tables `diagnoses`, `competitors`, `headings` and `size_leans` of one chunker.

    `needs` is its table of needs; nothing here reads a query's tags, but for the one that states
    its language where the suite says so.
    """
    indexed, ranked, queries = result.indexed, result.ranked, work.queries
    parts, suite = work.parts, work.prepared.suite
    texts_asked = [query.text for query in work.judged]
    by_document = suite.unit == "document"
    stated = stated_languages(suite, queries)
    units = units_of(indexed, work.corpus, by_document, parts.tokenizer, texts_asked, stated)
    variants = dict(parts.systems_of(indexed.chunker))
    systems = {system: (variants[system], answers) for system, answers in ranked.items()}
    texts = {document.doc_id: document.text for document in work.corpus.documents}
    read: Mapping[str, Sequence[Reading]] = work.read or {"": ()}
    facts = {
        name: Needs(
            units
            if name == "" or by_document
            else replace(units, vectors=vectors_of(indexed, name)),
            queries,
            result.gold,
            texts,
            each,
            stated.by_query,
        )
        for name, each in read.items()
    }
    found = diagnose(facts, systems, needs, suite.found_at, parts.rankers)
    by_id = {(queries[need.query].query_id, need.need): need for need in result.gold}
    form = OneForm(parts.tokenizer, units.language)
    stemmed = Stemmed(indexed.fitted, queries, form, result.allowed)
    return {
        "diagnoses": found.diagnoses.assign(
            stemmed_rank=_stemmed_ranks(found.diagnoses, stemmed, by_id, variants),
            language=units.language.name,
        ),
        "competitors": found.competitors,
        "headings": headings_table(indexed.chunker, units.places, units.header),
        "size_leans": size_leans(
            work.ranked_judged(result),
            [p.doc_id for p in units.places],
            [c.doc_id for c in indexed.chunks],
        ),
    }


def _stemmed_ranks(
    diagnoses: pd.DataFrame,
    stemmed: Stemmed,
    gold: Mapping[tuple[str, int], GoldNeed],
    variants: Mapping[System, Variant],
) -> ExtensionArray:
    """The ranks of the needs named `word form`, whose words were stemmed; the others' are missing."""
    ranks: list[int | None] = []
    rows = diagnoses[[*NEED_KEY, "diagnosis"]].itertuples(index=False, name=None)
    for *names, query_id, number, diagnosis in rows:
        system, rank = System(*names), None
        if diagnosis == WORD_FORM and not asks_others(system.ranker, stemmed.fitted.rankers):
            rank = stemmed.rank(gold[query_id, number], system, variants[system])
        ranks.append(rank)
    return pd.array(ranks, dtype="Int64")


def asks_others(name: str, rankers: Mapping[str, Ranker[Any, Any]]) -> bool:
    """Whether a ranker rests on code or a model that is asked with texts as they are, or not at all."""
    return any(
        isinstance(rankers[each], Search | Rerank | TrecRun) for each in rests_on(name, rankers)
    )


def headings_of(
    chunker: str,
    chunks: Sequence[Chunk],
    corpus: Corpus,
    tokenize: Tokenize,
    stated: Stated | None = None,
) -> pd.DataFrame:
    """The table of headings of a corpus that has been cut and not indexed."""
    headers = headers_of(chunks, corpus, tokenize, stated=stated)
    return headings_table(chunker, chunks, headers)


def headings_table(chunker: str, places: Sequence[Chunk], headers: Headers) -> pd.DataFrame:
    """One row per section path, the least telling first: its breadcrumb, chunks and bits.

    `alike` is how many chunks carry all its telling terms; `why` says what an empty one is made of.
    """
    first: dict[tuple[str, tuple[str, ...]], int] = {}
    counts: Counter[int] = Counter()
    for n, place in enumerate(places):
        counts[first.setdefault((place.doc_id, headers.paths[n]), n)] += 1
    quality = [headers.quality[n] for n in counts]
    table = pd.DataFrame(
        {
            "chunker": chunker,
            "doc_id": [places[n].doc_id for n in counts],
            "section_path": [json.dumps(headers.paths[n], ensure_ascii=False) for n in counts],
            "breadcrumb": [headers.breadcrumbs[n] for n in counts],
            "chunks": list(counts.values()),
            "bits": [each.bits for each in quality],
            "title_bits": [each.title_bits for each in quality],
            "heading_bits": [each.heading_bits for each in quality],
            "alike": [each.alike for each in quality],
            "empty": [each.is_empty for each in quality],
            "why": [each.why for each in quality],
        }
    )
    return table.sort_values("bits", kind="stable", ignore_index=True)
