"""What a run holds: its tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from goldrank.above import above
from goldrank.running.work import Rankings
from goldrank.suites.suite import Suite
from goldrank.tables.decision import Decision, decide
from goldrank.tables.decision_words import decision_lines
from goldrank.text.unsafe import printable

if TYPE_CHECKING:
    from goldrank.inspection.values import Inspection
    from goldrank.inspection.what_if import WhatIf


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """The results of one run. Every table is pandas; `needs` is the primary one.

    `suite` is what was asked: its variants, its baseline, its tokenizer. `rankings` is `None` in a
    run that was loaded from its folder; `opened` keeps what was opened to inspect it. `happened` is
    what a person should know of this run that is not of its results, such as a damaged cache that
    was set aside.
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
    standings: pd.DataFrame
    document_sizes: pd.DataFrame
    top_scores: pd.DataFrame
    answerability: pd.DataFrame
    refusals: pd.DataFrame
    contexts: pd.DataFrame
    context_needs: pd.DataFrame
    engines: pd.DataFrame
    filters: pd.DataFrame
    filtering: pd.DataFrame
    hidden: pd.DataFrame
    spans: pd.DataFrame
    span_queries: pd.DataFrame
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
            above("show_tables_as_text")()

    def __repr__(self) -> str:
        best = self.systems.RR.max() if len(self.systems) else float("nan")
        return (
            f"<Run {self.name}: {len(self.systems)} systems, {len(self.queries)} queries, "
            f"{len(self.chunks)} chunks, best MRR {best:.3f}; tables: systems, needs, coverage, …>"
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In a notebook it says first what to ship."""
        printer.text("\n".join([repr(self), *(printable(line) for line in self.decided)]))

    @property
    def settings(self) -> dict[str, Any]:
        """The suite as it is written down: every setting, defaults too."""
        return self.suite.model_dump(mode="json", exclude_none=True)

    @property
    def decision(self) -> Decision:
        """What to ship of it, how sure that is, and what else it could be."""
        return decide(self.standings, self.suite.queries.cluster)

    @property
    def decided(self) -> tuple[str, ...]:
        """The decision in sentences, the headline first."""
        return decision_lines(self.decision)

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
        seen: Inspection = above("inspect")(self, query_id, **options)
        return seen

    def what_if(self, query_id: str, prefix: str, **options: Any) -> WhatIf:
        """The ranks that another header would have given; see `goldrank.inspection.what_if`.

        `run.what_if("q17", prefix="Leave > Parental leave")`. Options: need, chunker, variant,
        cache, corpus.
        """
        answer: WhatIf = above("what_if")(self, query_id, prefix, **options)
        return answer
