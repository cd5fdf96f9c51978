"""What a run holds: first its work, then its tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.evidence.gold import GoldNeed
from goldrank.indexing import Indexed
from goldrank.prepared import Prepared
from goldrank.ranking import Ranked, Seconds
from goldrank.suites.parts import Parts
from goldrank.suites.suite import Suite
from goldrank.types import Chunk, Query, System
from goldrank.window.measured import Window

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
    unreserved: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A run before it is tables: what it started from, and one result for each chunker.

    `read` is what the encoder reads of each query; empty where no vector is ranked by.
    """

    prepared: Prepared
    queries: Sequence[Query]
    results: Sequence[Result]
    damage: Sequence[str]
    seconds: float
    read: Sequence[Reading] = ()

    @property
    def parts(self) -> Parts:
        """The working parts of the suite."""
        return self.prepared.parts

    @property
    def corpus(self) -> Corpus:
        """The documents."""
        return self.prepared.corpus

    @property
    def window(self) -> Window | None:
        """The encoder's window, where it was measured."""
        return self.prepared.window

    @property
    def chunks(self) -> dict[str, Sequence[Chunk]]:
        """What each chunker made."""
        return {result.indexed.chunker: result.indexed.chunks for result in self.results}


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """The results of one run. Every table is pandas; `needs` is the primary one.

    `suite` is what was asked: its variants, its baseline, its tokenizer. `rankings` is `None` in a
    run that was loaded from its folder; `opened` keeps what was opened to inspect it. `happened` is what a person should know of this run that is not of its results, such as a
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
    fusion: pd.DataFrame
    fusion_counts: pd.DataFrame
    gains: pd.DataFrame
    document_sizes: pd.DataFrame
    texts: pd.DataFrame
    window: Mapping[str, Any]
    sentences: Sequence[str]
    notices: Sequence[str]
    suite: Suite
    fingerprints: Mapping[str, Any]
    sources: Mapping[str, str] = field(default_factory=dict)
    timings: Mapping[str, Any] = field(default_factory=dict)
    rankings: Rankings | None = None
    happened: Sequence[str] = ()
    opened: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """In a notebook its tables are shown with their dollars."""
        if "IPython" in sys.modules:
            from goldrank.notebook import is_shown, show_text_as_text

            if is_shown():
                show_text_as_text()

    def __repr__(self) -> str:
        best = self.systems.RR.max() if len(self.systems) else float("nan")
        return (
            f"<Run {self.name}: {len(self.systems)} systems, {len(self.queries)} queries, "
            f"{len(self.chunks)} chunks, best MRR {best:.3f}; tables: systems, needs, coverage, …>"
        )

    @property
    def settings(self) -> dict[str, Any]:
        """The suite as it is written down: every setting, defaults too."""
        return self.suite.model_dump(mode="json", exclude_none=True)

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
