"""Where a variant's gain comes from: its vector side, its lexical side, or both together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from goldrank.diagnosis.fusion import combining
from goldrank.frames.rows import rows_of
from goldrank.rankers.graph import Graph, sides_of
from goldrank.types import Variant

COLUMNS = ("chunker", "representation", "side", "variant", "RR", "RR_change", "higher", "lower")


def gain_sources(
    systems: pd.DataFrame,
    needs: pd.DataFrame,
    variants: Mapping[str, Variant],
    baseline: str,
    rankers: Graph,
) -> pd.DataFrame:
    """Under the first ranker that combines both sides, what a representation on one side only or on both changes against the baseline.

    `systems` and `needs` are a run's tables. One row per chunker, representation and side
    (`vector`, `lexical`, `both`): its variant, its MRR, the change against the baseline variant,
    and how many needs rank higher and lower than there. Representations that ran on both sides
    but on neither alone are listed too: `both` only.
    """
    base = variants.get(baseline)
    both = fused_sides(systems.ranker.unique(), rankers)
    fused = systems[systems.ranker == both]
    needs = needs[needs.ranker == both]
    if base is None or baseline not in set(fused.variant):
        return pd.DataFrame(columns=list(COLUMNS))
    rows = []
    for row in rows_of(fused[fused.variant != baseline]):
        side, representation = _side(variants[row["variant"]], base)
        if not side:
            continue
        higher, lower = _moves(needs, row["chunker"], row["variant"], baseline)
        rows.append(
            (
                row["chunker"],
                representation,
                side,
                row["variant"],
                row["RR"],
                row["RR_change"],
                higher,
                lower,
            )
        )
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    order = {"vector": 0, "lexical": 1, "both": 2}
    return table.sort_values(
        ["chunker", "representation", "side"],
        key=lambda column: column.map(order) if column.name == "side" else column,
        kind="stable",
        ignore_index=True,
    )


def fused_sides(names: Iterable[str], rankers: Graph) -> str:
    """The first of some rankers that combines both sides of a variant; empty where none does."""
    tops = combining(names, rankers)
    return next((name for name in tops if len(sides_of(name, rankers)) == 2), "")


def _side(sides: Variant, base: Variant) -> tuple[str, str]:
    """On which side a variant differs from the baseline, and by what."""
    if sides.encoder != base.encoder:
        return "", ""
    if sides.dense == sides.lexical and base not in (sides,):
        return "both", sides.dense
    if sides.lexical == base.lexical and sides.dense != base.dense:
        return "vector", sides.dense
    if sides.dense == base.dense and sides.lexical != base.lexical:
        return "lexical", sides.lexical
    return "", ""


def _moves(needs: pd.DataFrame, chunker: str, variant: str, baseline: str) -> tuple[int, int]:
    """How many needs rank higher, and lower, than with the baseline variant."""
    mine = needs[needs.chunker == chunker]
    keys = ["query_id", "need"]
    after = mine[mine.variant == variant].set_index(keys)["rank"]
    before = mine[mine.variant == baseline].set_index(keys)["rank"].reindex(after.index)
    new, old = (ranks.astype("Float64").fillna(np.inf).to_numpy() for ranks in (after, before))
    return int((new < old).sum()), int((new > old).sum())
