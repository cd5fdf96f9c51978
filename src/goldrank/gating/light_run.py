"""A run as lightly as a gate needs it: gold ranks and coverage, without diagnosis or reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.progress import Progress
from goldrank.records.fingerprints import fingerprints_of
from goldrank.results import Work
from goldrank.run import work_through
from goldrank.suites.suite import Suite
from goldrank.tables import corpus as tabulate_corpus
from goldrank.tables import coverage as tabulate_coverage
from goldrank.tables import ranks as tabulate
from goldrank.types import Query


class Ranked(Protocol):
    """What a baseline is made of; a `Run` is one, a `LightRun` too. The tables are those of `Run`."""

    @property
    def name(self) -> str:
        """The suite's name."""
        ...

    @property
    def needs(self) -> pd.DataFrame:
        """One row per system and need."""
        ...

    @property
    def measurements(self) -> pd.DataFrame:
        """One row per system and query."""
        ...

    @property
    def coverage(self) -> pd.DataFrame:
        """One row per chunker and encoded representation."""
        ...

    @property
    def documents(self) -> pd.DataFrame:
        """One row per document."""
        ...

    @property
    def queries(self) -> pd.DataFrame:
        """One row per query."""
        ...

    @property
    def evidence(self) -> pd.DataFrame:
        """One row per span of evidence."""
        ...

    @property
    def window(self) -> Mapping[str, Any]:
        """The measured window; empty where nothing is encoded."""
        ...

    @property
    def fingerprints(self) -> Mapping[str, Any]:
        """One for each thing that can change."""
        ...


@dataclass(frozen=True, slots=True)
class LightRun:
    """The tables of a run that a baseline is made of."""

    name: str
    needs: pd.DataFrame
    measurements: pd.DataFrame
    coverage: pd.DataFrame
    documents: pd.DataFrame
    queries: pd.DataFrame
    evidence: pd.DataFrame
    window: Mapping[str, Any]
    fingerprints: Mapping[str, Any]


def run_light(
    suite: Suite,
    cache_folder: Path,
    progress: Progress | None = None,
    asking: Callable[[Suite, Corpus], list[Query]] | None = None,
) -> LightRun:
    """Run a suite for its gold ranks; `asking` locates the evidence where `ask` is not to."""
    work = work_through(suite, cache_folder, progress, 1, asking)
    shown = work.parts.encoded()
    return LightRun(
        name=suite.name,
        needs=pd.concat([_needs(work, n) for n in range(len(work.results))], ignore_index=True),
        measurements=pd.concat(
            [
                tabulate.measurements_table(
                    result.ranked, result.gold, work.queries, work.parts.measures
                )
                for result in work.results
            ],
            ignore_index=True,
        ),
        coverage=pd.concat(
            [tabulate_coverage.coverage_table(r.indexed, shown) for r in work.results],
            ignore_index=True,
        ),
        documents=tabulate_corpus.documents_table(work.corpus),
        queries=tabulate_corpus.queries_table(work.queries, suite.queries.cluster),
        evidence=tabulate_corpus.evidence_table(work.queries),
        window=work.window.to_json() if work.window else {},
        fingerprints=fingerprints_of(work.prepared, work.queries, work.chunks),
    )


def _needs(work: Work, number: int) -> pd.DataFrame:
    result = work.results[number]
    dense_of = {variant.name: variant.dense for variant in work.parts.variants}
    states = tabulate_coverage.window_states(result.indexed, work.corpus, result.gold, work.queries)
    needs, _ = tabulate.needs_tables(
        result.indexed, result.ranked, result.gold, work.queries, result.unit_ids, states, dense_of
    )
    return needs
