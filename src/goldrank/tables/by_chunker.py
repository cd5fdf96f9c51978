"""The tables of one chunker of a run, each made when it is asked for, and once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import pandas as pd

from goldrank.diagnosis.tables import diagnosis_tables
from goldrank.running.indexing import Indexed
from goldrank.running.work import Result, Work
from goldrank.tables import corpus as tabulate_corpus
from goldrank.tables import coverage as tabulate_coverage
from goldrank.tables import ranks as tabulate
from goldrank.tables import texts as tabulate_texts
from goldrank.tables.contexts import context_needs
from goldrank.tables.filtering import filters_table
from goldrank.tables.query_readings import with_query_read
from goldrank.tables.spans import span_queries
from goldrank.tables.token_budget import chunk_tokens, tokens_to_gold


@dataclass(frozen=True)
class ByChunker:
    """What one chunker's tables are made from; without `counts` no token is counted."""

    work: Work
    result: Result
    counts: bool = True

    def table(self, name: str) -> pd.DataFrame:
        """One of the tables of `BY_CHUNKER`."""
        return BY_CHUNKER[name](self)

    @cached_property
    def needs(self) -> pd.DataFrame:
        """The needs, with the tokens that are read up to their gold units where those are counted."""
        work, result = self.work, self.result
        query_ids = [query.query_id for query in work.queries]
        variants = {variant.name: variant for variant in work.parts.variants}
        judged, rankers = [query.query_id for query in work.judged], work.parts.rankers
        needs = with_query_read(self._ranks[0], judged, work.read_judged, variants, rankers)
        if not self.counts:
            return needs
        units = _unit_tokens(result.indexed, self.tokens, result.unit_ids)
        paid = tokens_to_gold(needs, result.ranked, query_ids, units)
        return needs.assign(tokens_to_gold=paid)

    @property
    def gold(self) -> pd.DataFrame:
        """Every gold unit."""
        return self._ranks[1]

    @cached_property
    def top(self) -> pd.DataFrame:
        """What ranks first."""
        return tabulate.top_table(self.result.ranked, self.result.unit_ids, self.work.queries)

    @cached_property
    def diagnosed(self) -> Mapping[str, pd.DataFrame]:
        """The tables of the diagnosis."""
        return diagnosis_tables(self.work, self.result, self.needs)

    @cached_property
    def tokens(self) -> list[int]:
        """The tokens of each chunk."""
        counter = self.work.parts.encoder.counter
        return chunk_tokens(self.result.indexed.chunks, self.work.corpus, counter)

    @cached_property
    def _ranks(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        work, result = self.work, self.result
        states = tabulate_coverage.window_states(
            result.indexed, work.corpus, result.gold, work.queries
        )
        return tabulate.needs_tables(work, result, states)


def _measurements(of: ByChunker) -> pd.DataFrame:
    measures = of.work.parts.measures
    return tabulate.measurements_table(of.result.ranked, of.result.gold, of.work.queries, measures)


def _coverage(of: ByChunker) -> pd.DataFrame:
    return tabulate_coverage.coverage_table(of.result.indexed, of.work.parts.encoded())


def _document_coverage(of: ByChunker) -> pd.DataFrame:
    encoded = of.work.parts.encoded()
    return tabulate_coverage.document_coverage_table(of.result.indexed, encoded)


def _uncovered(of: ByChunker) -> pd.DataFrame:
    encoded = of.work.parts.encoded()
    return tabulate_coverage.uncovered_table(of.result.indexed, encoded, of.work.corpus)


def _texts(of: ByChunker) -> pd.DataFrame:
    shown = tabulate_texts.shown_chunks(of.needs, of.top, of.diagnosed["diagnoses"])
    return tabulate_texts.texts_table(of.result.indexed, shown)


BY_CHUNKER: Final[Mapping[str, Callable[[ByChunker], pd.DataFrame]]] = {
    "needs": lambda of: of.needs,
    "gold": lambda of: of.gold,
    "measurements": _measurements,
    "coverage": _coverage,
    "document_coverage": _document_coverage,
    "uncovered": _uncovered,
    "chunks": lambda of: tabulate_corpus.chunks_table(of.result.indexed, of.work.corpus, of.tokens),
    "top": lambda of: of.top,
    "diagnoses": lambda of: of.diagnosed["diagnoses"],
    "competitors": lambda of: of.diagnosed["competitors"],
    "headings": lambda of: of.diagnosed["headings"],
    "size_leans": lambda of: of.diagnosed["size_leans"],
    "texts": _texts,
    "filters": lambda of: filters_table(of.work, of.result),
    "span_queries": lambda of: span_queries(of.work, of.result),
    "context_needs": lambda of: context_needs(of.work, of.result),
}
"""How each table is made that has rows of every chunker."""


def _unit_tokens(indexed: Indexed, tokens: Sequence[int], unit_ids: Sequence[str]) -> list[int]:
    """The tokens of what is ranked: of each chunk, or of all chunks of each document."""
    by_unit = dict.fromkeys(unit_ids, 0)
    for chunk, count in zip(indexed.chunks, tokens, strict=True):
        by_unit[chunk.chunk_id if chunk.chunk_id in by_unit else chunk.doc_id] += count
    return list(by_unit.values())
