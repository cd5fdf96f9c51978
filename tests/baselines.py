"""Baselines as tests make them: one system, one need a query, ranks in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldrank.gating.baseline import Baseline, Covered, KnownQuery, known_evidence
from goldrank.gating.gate import gate
from goldrank.gating.gated_run import Gated, QueryPlace
from goldrank.gating.verdicts import GateResult
from goldrank.measuring.exact import Standing
from goldrank.suites.policy import policies_of
from goldrank.suites.suite_tables import GateSettings

SYSTEM = "heading/raw/vector"
PARTS = {
    "corpus": "c",
    "queries": "q",
    "encoder": "e",
    "gold": "g",
    "chunkers": {"heading": "1"},
    "variants": {"raw": "1"},
    "rankers": {"vector": "1"},
}


def baseline(
    ranks: Sequence[int | Standing | None] | Mapping[str, int | Standing | None],
    covered: int = 1000,
    **changes: Any,
) -> Baseline:
    """A baseline whose queries are q1, q2, ... unless they are named."""
    named = ranks if isinstance(ranks, Mapping) else {f"q{n}": r for n, r in enumerate(ranks, 1)}
    made = Baseline(
        suite="tiny",
        goldrank="0",
        fingerprints=PARTS,
        window=254,
        systems=(SYSTEM,),
        coverage={"heading/raw": Covered(1000, covered, 10, 0, 0.0)},
        documents={"a.md": "1"},
        queries={
            query: KnownQuery("t", ((known_evidence("a.md", 0, f"evidence of {query}"),),))
            for query in named
        },
        ranks={
            query: ((rank if isinstance(rank, Standing) else Standing(rank),),)
            for query, rank in named.items()
        },
    )
    return replace(made, **changes)


def gated(before: Baseline, after: Baseline, *policies: GateSettings, **places: Any) -> GateResult:
    """The verdict on one baseline against another; without a policy the default ones."""
    known = {
        query: QueryPlace(
            f"text of {query}",
            places.get("tags", {}).get(query, ()),
            "q.jsonl",
            n,
            places.get("clusters", {}).get(query, query),
        )
        for n, query in enumerate(after.queries, 1)
    }
    before = replace(before, tags=places.get("tags", before.tags))
    return gate(before, Gated(after, known), policies_of(policies), resamples=999)
