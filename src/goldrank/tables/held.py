"""Systems on equal terms: over the needs that every chunker holds, and without repeats elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from goldrank.cutting import gold_units
from goldrank.evidence.gold import relevant_needs
from goldrank.results import Work
from goldrank.suites.suite import Suite
from goldrank.tables.rows import rows_of
from goldrank.types import Query

SYSTEM = ["chunker", "variant", "ranker"]
NEED = ["query_id", "need"]

Own = Mapping[tuple[str, str, int], frozenset[str]]


def with_equal_terms(
    systems: pd.DataFrame, needs: pd.DataFrame, gold: pd.DataFrame, own: Own
) -> pd.DataFrame:
    """`systems` with `held`, `RR_held` and `RR_here`.

    `held` counts the needs that no chunker of the run splits, and `RR_held` is the mean of the
    reciprocal rank over their queries. `RR_here` is the mean without the repeats of evidence in
    other documents that count as alternatives; `own` (by chunker, query and need) names the gold
    units of those needs that hold other evidence.
    """
    held = held_by_all(needs)
    names = [tuple(row[key] for key in SYSTEM) for row in rows_of(systems)]
    on_held = mean_reciprocal(needs[held])
    here = mean_reciprocal(_without_repeats(needs, gold, own))
    nothing = float("nan")
    return systems.assign(
        held=len(needs[held][NEED].drop_duplicates()),
        RR_held=[on_held.get(name, nothing) for name in names],
        RR_here=[here.get(name, nothing) for name in names],
    )


def compares_chunkers(systems: pd.DataFrame) -> bool:
    """Whether a run has several chunkers, so that what each of them holds matters."""
    return "RR_held" in systems and systems.chunker.nunique() > 1


def held_by_all(needs: pd.DataFrame) -> pd.Series:
    """Of each row of the needs table: whether no chunker splits its need."""
    return ~needs.groupby(NEED)["split"].transform("any").astype(bool)


def mean_reciprocal(needs: pd.DataFrame) -> dict[tuple[str, ...], float]:
    """The mean over queries of 1 / the best rank of their needs, 0 for none; by system."""
    best = needs.groupby([*SYSTEM, "query_id"], sort=False)["rank"].min()
    values = (1.0 / best.astype("float64")).fillna(0.0)
    means = values.groupby(level=[0, 1, 2], sort=False).mean()
    return {tuple(map(str, name)): float(value) for name, value in means.items()}


def own_units(work: Work, suite: Suite) -> dict[tuple[str, str, int], frozenset[str]]:
    """The gold units of the needs that have repeats in other documents, without those repeats."""
    queries = [without_elsewhere(q) for q in work.queries if any(n.elsewhere for n in q.needs)]
    if not queries:
        return {}
    found = {}
    for result in work.results:
        chunks = result.indexed.chunks
        unit_ids, gold = gold_units(suite, work.parts.rule, work.corpus, queries, chunks)
        for need in gold:
            key = (result.indexed.chunker, queries[need.query].query_id, need.need)
            found[key] = frozenset(unit_ids[position] for position in need.gold)
    return found


def without_elsewhere(query: Query) -> Query:
    """A query whose evidence stands in the documents that were judged alone."""
    needs = tuple(replace(n, evidence=n.here, elsewhere=0) for n in query.needs)
    return replace(query, needs=needs)


def held_sentence(systems: pd.DataFrame, baseline: str) -> str:
    """How many needs each chunker splits, and how they compare on those that all of them hold."""
    if not compares_chunkers(systems):
        return ""
    first = systems.drop_duplicates("chunker")
    splits = ", ".join(f"{row['chunker']} {row['split']}" for row in rows_of(first))
    total, held = int(first.needs.max()), int(first.held.max())
    if held == total:
        return f"No chunker splits any of the {total:,} needs, so all are compared on the same."
    said = f"Needs that no single chunk holds, of {total:,}: {splits}."
    raw = systems[(systems.variant == baseline) & ~systems.ranker.isin(["random", "oracle"])]
    parts = [
        _ranker(str(ranker), rows_of(mine)) for ranker, mine in raw.groupby("ranker", sort=False)
    ]
    if not held or not parts:
        return f"{said} No need is held by all of them."
    return f"{said} MRR over the {held:,} that every chunker holds, {baseline}: {'; '.join(parts)}."


def _ranker(ranker: str, rows: Sequence[Mapping[str, object]]) -> str:
    each = ", ".join(
        f"{row['chunker']} {row['RR_held']:.3f} (over all {row['RR']:.3f})" for row in rows
    )
    return f"by {ranker} {each}"


def repeats_sentence(systems: pd.DataFrame, queries: Sequence[Query], baseline: str) -> str:
    """What counting repeats in other documents does to MRR: with them and without."""
    needs = sum(bool(need.elsewhere) for query in queries for need in query.needs)
    if not needs:
        return ""
    mine = systems[(systems.variant == baseline) & ~systems.ranker.isin(["random", "oracle"])]
    each = "; ".join(
        f"{row['chunker']}/{row['variant']}/{row['ranker']} {row['RR']:.3f} with them and "
        f"{row['RR_here']:.3f} without"
        for row in rows_of(mine)
    )
    return (
        f"The evidence of {needs:,} {'need' if needs == 1 else 'needs'} stands word for word in "
        f"other documents too, which count as alternatives: MRR {each}."
    )


def several_needs(queries: Sequence[Query]) -> str:
    """How many queries need several things, and what that means for their recall."""
    several = [query for query in queries if len(relevant_needs(query)) > 1]
    if not several:
        return ""
    count = len(several)
    return (
        f"{count:,} of {len(queries):,} queries {'has' if count == 1 else 'have'} several needs: "
        "recall counts each of them, and each asks for evidence of its own (docs/queries.md)."
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
