"""The tables of a whole run, each made from the others when it is asked for, and once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import pandas as pd

from goldrank.diagnosis.advice import advice_table
from goldrank.diagnosis.repairs import with_repairs
from goldrank.frames.schema import SCHEMA
from goldrank.frames.schema.engines import ENGINES
from goldrank.frames.unknown import filled
from goldrank.running.work import Work
from goldrank.tables import corpus as tabulate_corpus
from goldrank.tables import ranks as tabulate
from goldrank.tables.by_chunker import ByChunker
from goldrank.tables.claims import Claims
from goldrank.tables.contexts import context_sizes, contexts_table
from goldrank.tables.derived import DERIVED
from goldrank.tables.engines import engines_table
from goldrank.tables.filtering import filtering_table, hidden_table
from goldrank.tables.held_by_all import with_held
from goldrank.tables.known_depth import depths_of, with_depths
from goldrank.tables.query_readings import with_read
from goldrank.tables.repeats import own_units, with_here
from goldrank.tables.reranked import with_reach
from goldrank.tables.spans import spans_table


@dataclass(frozen=True)
class ByRun:
    """The tables of a run; without `counts` no token of a chunk is counted.

    Each is checked against its schema when it is made.
    """

    work: Work
    counts: bool = True
    _made: dict[str, pd.DataFrame] = field(default_factory=dict)

    def __getitem__(self, name: str) -> pd.DataFrame:
        """The table of that name."""
        if name not in self._made:
            self._made[name] = self._make(name)
            SCHEMA[name].check(self._made[name])
        return self._made[name]

    def _make(self, name: str) -> pd.DataFrame:
        if name in DERIVED:
            return DERIVED[name](self, self.work.prepared.suite)
        return BY_RUN[name](self) if name in BY_RUN else self.stacked(name)

    def stacked(self, name: str) -> pd.DataFrame:
        """The tables of all chunkers, one below the other; an empty one keeps its columns."""
        tables = [each.table(name) for each in self._chunkers]
        return pd.concat([t for t in tables if len(t)] or tables[:1], ignore_index=True)

    @cached_property
    def claims(self) -> Claims:
        """What may be claimed of its means."""
        depths = depths_of(self.work.parts.rankers)
        return Claims.of(self["measurements"], self["queries"], self["evidence"], depths)

    @cached_property
    def _chunkers(self) -> Sequence[ByChunker]:
        return [ByChunker(self.work, result, self.counts) for result in self.work.results]


def _systems(of: ByRun) -> pd.DataFrame:
    work = of.work
    units = {result.indexed.chunker: len(result.unit_ids) for result in work.results}
    ranked = {s: r for result in work.results for s, r in work.ranked_judged(result).items()}
    baseline = work.prepared.suite.baseline_variant
    systems = tabulate.systems_table(of["needs"], of["measurements"], ranked, units, baseline)
    held = with_held(systems, of["needs"])
    here = with_here(held, of["needs"], of["gold"], own_units(work))
    return with_reach(with_depths(here, work), of["needs"], work)


def _advice(of: ByRun) -> pd.DataFrame:
    suite = of.work.prepared.suite
    return advice_table(
        of["diagnoses"], of["needs"], of["fusion"], suite.ranker_graph, suite.found_at
    )


def _queries(of: ByRun) -> pd.DataFrame:
    work = of.work
    cluster = work.prepared.suite.queries.cluster
    return with_read(tabulate_corpus.queries_table(work.queries, cluster), work.read.get("", ()))


def _contexts(of: ByRun) -> pd.DataFrame:
    budgets = of.work.prepared.suite.budgets
    return contexts_table(of["context_needs"], context_sizes(of.work), budgets)


def _engines(of: ByRun) -> pd.DataFrame:
    some = depths_of(of.work.parts.rankers)
    return engines_table(of.work, of.claims) if some else ENGINES.empty()


BY_RUN: Final[Mapping[str, Callable[[ByRun], pd.DataFrame]]] = {
    "systems": _systems,
    "coverage": lambda of: filled(of.stacked("coverage")),
    "documents": lambda of: tabulate_corpus.documents_table(of.work.corpus),
    "queries": _queries,
    "evidence": lambda of: tabulate_corpus.evidence_table(of.work.queries),
    "skipped": lambda of: tabulate_corpus.skipped_table(of.work.corpus),
    "diagnoses": lambda of: with_repairs(
        of.stacked("diagnoses"), of["needs"], of.work.parts.rankers
    ),
    "advice": _advice,
    "contexts": _contexts,
    "spans": lambda of: spans_table(of["span_queries"]),
    "engines": _engines,
    "filtering": lambda of: filtering_table(of.work),
    "hidden": lambda of: hidden_table(of.work),
}
"""How each table is made that is neither derived nor a stack of the chunkers' own."""
