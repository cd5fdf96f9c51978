"""Gold with and without the repeats of evidence in other documents: what they do to MRR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, system_of, systems_of
from goldrank.rankers.graph import Graph, references
from goldrank.running.cutting import gold_units
from goldrank.running.work import Work
from goldrank.tables.held_by_all import NEED, mean_reciprocal
from goldrank.types import Query

Own = Mapping[tuple[str, str, int], frozenset[str]]


def with_here(
    systems: pd.DataFrame, needs: pd.DataFrame, gold: pd.DataFrame, own: Own
) -> pd.DataFrame:
    """`systems` with `RR_here`, the mean of RR without the repeats in other documents.

    `own` (by chunker, query and need) names the gold units of those needs that hold other evidence
    (see `own_units`).
    """
    means = mean_reciprocal(_without_repeats(needs, gold, own))
    return systems.assign(RR_here=[means.get(one, float("nan")) for one in systems_of(systems)])


def own_units(work: Work) -> dict[tuple[str, str, int], frozenset[str]]:
    """The gold units of the needs that have repeats in other documents, without those repeats."""
    queries = [without_elsewhere(q) for q in work.queries if any(n.elsewhere for n in q.needs)]
    if not queries:
        return {}
    found = {}
    for result in work.results:
        chunks = result.indexed.chunks
        unit_ids, gold = gold_units(work.prepared, queries, chunks)
        for need in gold:
            key = (result.indexed.chunker, queries[need.query].query_id, need.need)
            found[key] = frozenset(unit_ids[position] for position in need.gold)
    return found


def without_elsewhere(query: Query) -> Query:
    """A query whose evidence stands in the documents that were judged alone."""
    needs = tuple(replace(n, evidence=n.here, elsewhere=0) for n in query.needs)
    return replace(query, needs=needs)


def repeats_sentence(
    systems: pd.DataFrame, queries: Sequence[Query], baseline: str, rankers: Graph
) -> str:
    """What counting repeats in other documents does to MRR: with them and without."""
    needs = sum(bool(need.elsewhere) for query in queries for need in query.needs)
    if not needs:
        return ""
    mine = systems[(systems.variant == baseline) & ~systems.ranker.isin(references(rankers))]
    each = "; ".join(
        f"{system_of(row)} {row['RR']:.3f} with them and {row['RR_here']:.3f} without"
        for row in rows_of(mine)
    )
    return (
        f"The evidence of {needs:,} {'need' if needs == 1 else 'needs'} stands word for word in "
        f"other documents too, which count as alternatives: MRR {each}."
    )


def _without_repeats(needs: pd.DataFrame, gold: pd.DataFrame, own: Own) -> pd.DataFrame:
    if not own:
        return needs
    keys = zip(gold.chunker, gold.query_id, gold.need, gold.chunk_id, strict=True)
    kept = [unit in own.get((c, q, n), frozenset()) for c, q, n, unit in keys]
    best = gold[kept].groupby([*SYSTEM, *NEED])["rank"].min()
    rows = zip(*(needs[key] for key in [*SYSTEM, *NEED]), strict=True)
    changed = [
        best.get((c, v, r, q, n), pd.NA) if (c, q, n) in own else rank
        for (c, v, r, q, n), rank in zip(rows, needs["rank"], strict=True)
    ]
    return needs.assign(rank=pd.array(changed, dtype="Int64"))
