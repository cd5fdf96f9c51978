"""What the queries allow to be said: ties, queries without evidence, queries with several needs."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goldrank.evidence.gold import relevant_needs
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import system_of
from goldrank.rankers.graph import Graph, references
from goldrank.types import Query

OFTEN = 0.1


def ties(systems: pd.DataFrame, rankers: Graph) -> str:
    """Where ties decide often; no matter where every gold chunk is first all the same."""
    asked = (systems.tied > OFTEN) & ~systems.ranker.isin(references(rankers)) & (systems.RR < 1)
    often = rows_of(systems[asked])
    if not often:
        return ""
    worst = max(often, key=lambda row: float(row["tied"]))
    return (
        f"Ties decide often: {system_of(worst)} has a tie among "
        f"the first ten of {worst['tied']:.0%} of its queries; the needs table holds best and worst "
        "ranks."
    )


def queries_left_out(queries: Sequence[object], scored: int) -> str:
    """How many queries have no evidence and are in no mean."""
    without = len(queries) - scored
    return (
        f"{without} of {len(queries)} queries have no evidence and are in no mean."
        if without
        else ""
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
