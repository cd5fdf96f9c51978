"""What a rerank brings, what it costs, and which needs are out of its reach."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from goldrank.frames.systems import by_system, systems_of
from goldrank.rankers.rerank import Rerank, RerankIndex
from goldrank.running.work import Work
from goldrank.tables.claims import Claims
from goldrank.tables.sentences.seen import rests_on
from goldrank.text.numbers import p_words


def with_reach(systems: pd.DataFrame, needs: pd.DataFrame, work: Work) -> pd.DataFrame:
    """`systems` with the needs whose gold unit is not among those that are reranked, and the pairs.

    The table is as it was where nothing is reranked.
    """
    reranks = _reranks(work)
    if not reranks.keys() & set(systems.ranker):
        return systems
    whole = needs[~needs["split"].astype(bool)]
    lost = {
        system: out_of_reach(rows, reranks[system.ranker])
        for system, rows in by_system(whole)
        if system.ranker in reranks
    }
    keys = systems_of(systems)
    depths = [reranks[key.ranker].depth if key.ranker in reranks else None for key in keys]
    return systems.assign(
        reranked=pd.array(depths, dtype="Int64"),
        out_of_reach=pd.array([lost.get(key) for key in keys], dtype="Int64"),
    )


def _reranks(work: Work) -> dict[str, Rerank]:
    return {n: r for n, r in work.parts.rankers.items() if isinstance(r, Rerank)}


def out_of_reach(rows: pd.DataFrame, rerank: Rerank) -> int:
    """What is reranked stands first, so a rank beyond the depth is one that nothing read."""
    return len(rows) - int((rows["rank"] <= rerank.depth).fillna(False).sum())


def rerank_notices(work: Work, needs: pd.DataFrame) -> list[str]:
    """How many needs have no gold unit among those that are reranked, under the first variant."""
    said = []
    for name, rerank in _reranks(work).items():
        mine = needs[(needs.ranker == name) & ~needs["split"].astype(bool)]
        for chunker, rows in mine.groupby("chunker", sort=False):
            variant = rows.variant.iloc[0]
            first = rows[rows.variant == variant]
            lost = out_of_reach(first, rerank)
            if lost:
                said.append(
                    f"{chunker}/{variant}/{name}: {lost:,} of {len(first):,} needs have no gold "
                    f"chunk among the first {rerank.depth} of {rerank.combines[0]}, so they are out "
                    "of its reach"
                )
    return said


def rerank_sentences(work: Work, claims: Claims) -> list[str]:
    """What each rerank changes of the ranking below it, and its pairs a query: one family."""
    result, baseline = work.results[0], work.prepared.suite.baseline_variant
    mine = {s.ranker: s for s in result.ranked if s.variant == baseline}
    reranks = [r for name, r in _reranks(work).items() if name in mine and r.combines[0] in mine]
    pairs = [(mine[r.combines[0]], mine[r.name]) for r in reranks]
    said = []
    for rerank, pair, effect in zip(reranks, pairs, claims.gains(pairs), strict=True):
        before, after = (claims.mean(system).mean for system in pair)
        told = p_words(effect.p_corrected) if effect.is_real else "not told from chance"
        asked = min(rerank.depth, len(result.unit_ids))
        said.append(
            f"Reranking the first {rerank.depth} of {rerank.combines[0]} ({rerank.name}) takes MRR "
            f"from {before:.3f} to {after:.3f} ({told}, {rests_on(effect)}), for at most {asked} "
            "pairs of query and chunk a query."
        )
    return said


def cost_lines(work: Work) -> list[str]:
    """What was asked of each scorer in this run: pairs, and seconds a query where any were new."""
    queries = len(work.queries)
    said = []
    for chunker, index in _indexes(work):
        kept = index.kept
        cost = f"{kept.new:,} of {kept.pairs:,} pairs were scored anew"
        each = f", in {kept.seconds / max(queries, 1):.3f} s a query" if kept.new else ""
        said.append(f"{chunker}, {index.settings.name}: {cost}{each}; the others were kept")
    return said


def _indexes(work: Work) -> Iterator[tuple[str, RerankIndex]]:
    for result in work.results:
        fitted = result.indexed.fitted
        for name in fitted.rankers:
            for index in fitted.indexes(name).values():
                if isinstance(index, RerankIndex):
                    yield result.indexed.chunker, index
