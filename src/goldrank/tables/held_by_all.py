"""Chunkers on equal terms: over the needs that every one of them holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, systems_of
from goldrank.measuring.reciprocal import reciprocal_ranks
from goldrank.rankers.graph import Graph, references
from goldrank.types import System

NEED = ["query_id", "need"]


def with_held(systems: pd.DataFrame, needs: pd.DataFrame) -> pd.DataFrame:
    """`systems` with `held`, the needs that no chunker of the run splits, and `RR_held`.

    `RR_held` is the mean over the queries of those needs of the reciprocal of their best rank.
    """
    held = held_by_all(needs)
    means = mean_reciprocal(needs[held])
    return systems.assign(
        held=len(needs[held][NEED].drop_duplicates()),
        RR_held=[means.get(one, float("nan")) for one in systems_of(systems)],
    )


def compares_chunkers(systems: pd.DataFrame) -> bool:
    """Whether a run has several chunkers, so that what each of them holds matters."""
    return "RR_held" in systems and systems.chunker.nunique() > 1


def held_by_all(needs: pd.DataFrame) -> pd.Series:
    """Of each row of the needs table: whether no chunker splits its need."""
    return ~needs.groupby(NEED)["split"].transform("any").astype(bool)


def mean_reciprocal(needs: pd.DataFrame) -> dict[System, float]:
    """The mean over queries of 1 / the best rank of their needs, 0 for none; by system."""
    best = needs.groupby([*SYSTEM, "query_id"], sort=False)["rank"].min()
    means = reciprocal_ranks(best).groupby(level=SYSTEM, sort=False).mean().reset_index()
    return dict(zip(systems_of(means), means["rank"].map(float), strict=True))


def held_sentence(systems: pd.DataFrame, baseline: str, rankers: Graph) -> str:
    """How many needs each chunker splits, and how they compare on those that all of them hold."""
    if not compares_chunkers(systems):
        return ""
    first = systems.drop_duplicates("chunker")
    splits = ", ".join(f"{row['chunker']} {row['split']}" for row in rows_of(first))
    total, held = int(first.needs.max()), int(first.held.max())
    if held == total:
        return f"No chunker splits any of the {total:,} needs, so all are compared on the same."
    said = f"Needs that no single chunk holds, of {total:,}: {splits}."
    raw = systems[(systems.variant == baseline) & ~systems.ranker.isin(references(rankers))]
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
