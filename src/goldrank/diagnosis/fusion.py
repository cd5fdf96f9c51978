"""What rank fusion costs: needs that RRF ranks below the better of the two rankers it fuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from goldrank.measuring.reciprocal import reciprocal_ranks
from goldrank.rankers.graph import sides_of
from goldrank.rankers.rrf import Rrf
from goldrank.types import Variant

_KEYS = ["query_id", "need"]
BEYOND = float("inf")
FUSED = Rrf().name
RANKERS = (*Rrf.combines, FUSED)


def fused_needs(needs: pd.DataFrame, variants: Mapping[str, Variant]) -> pd.DataFrame:
    """One row per chunker, variant ranked by RRF, and need that has a gold chunk.

    `needs` is a run's table. Columns: chunker, variant, query_id, need, the ranks `vector`,
    `bm25` and `rrf` (missing where not retrieved), `better` (the better single rank) and `harm`:
    `below` where RRF ranks the need lower than the better one, `above` where higher, else `equal`.
    A variant with different representations on its sides is compared with the variants that rank
    by each side alone; it is left out where those did not run.
    """
    whole = needs[~needs.split.astype(bool)]
    tables = []
    fused = whole[whole.ranker == FUSED]
    for (chunker, variant), rows in fused.groupby(["chunker", "variant"], sort=False):
        mine = whole[whole.chunker == chunker]
        alone = {name: _alone(mine, name, str(variant), variants) for name in Rrf.combines}
        found = {name: ranks for name, ranks in alone.items() if ranks is not None}
        if len(found) == len(alone):
            table = rows[["chunker", "variant", *_KEYS]].reset_index(drop=True)
            keys = list(zip(*(table[key] for key in _KEYS), strict=True))
            ranks: dict[str, Any] = {n: [own.get(key) for key in keys] for n, own in found.items()}
            tables.append(table.assign(**ranks, **{FUSED: rows["rank"].to_numpy()}))
    columns = ["chunker", "variant", *_KEYS, *RANKERS]
    every = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)
    every = every.astype(dict.fromkeys(RANKERS, "Int64"))
    better = every[list(Rrf.combines)].min(axis=1).astype("Int64")
    change = _number(every[FUSED]) - _number(better)
    harm = ["below" if c > 0 else "above" if c < 0 else "equal" for c in change.fillna(0)]
    return every.assign(better=better, harm=pd.Series(harm, dtype=object))


def fusion_harm(fused: pd.DataFrame) -> pd.DataFrame:
    """Per chunker and variant: needs below, above and equal to the better ranker, and the net.

    `net` is above minus below. `best_single` is the ranker with the higher mean reciprocal rank
    over these needs, `RR_change` what RRF's mean differs from it by: a fusion may lose against the
    better ranker of each need, which nobody knows beforehand, and still beat either ranker.
    """
    rows = []
    for (chunker, variant), mine in fused.groupby(["chunker", "variant"], sort=False):
        means = {name: float(reciprocal_ranks(mine[name]).mean()) for name in RANKERS}
        best = max(Rrf.combines, key=lambda name: means[name])
        counts = mine.harm.value_counts()
        below, above = int(counts.get("below", 0)), int(counts.get("above", 0))
        rows.append(
            {
                "chunker": chunker,
                "variant": variant,
                "needs": len(mine),
                "below": below,
                "above": above,
                "equal": len(mine) - below - above,
                "net": above - below,
                "best_single": best,
                "RR_change": means[FUSED] - means[best],
            }
        )
    columns = ["chunker", "variant", "needs", "below", "above", "equal", "net", "best_single"]
    return pd.DataFrame(rows, columns=[*columns, "RR_change"])


def _alone(
    needs: pd.DataFrame, ranker: str, variant: str, variants: Mapping[str, Variant]
) -> dict[tuple[Any, ...], Any] | None:
    """The ranks of one side by itself: of this variant, else of one with the same side."""
    [side] = sides_of(ranker)
    wanted = variants[variant].side(side)
    same = [name for name, sides in variants.items() if sides.side(side) == wanted]
    for name in [variant, *same]:
        rows = needs[(needs.ranker == ranker) & (needs.variant == name)]
        if len(rows):
            keys = zip(*(rows[key] for key in _KEYS), strict=True)
            return dict(zip(keys, rows["rank"], strict=True))
    return None


def _number(ranks: pd.Series) -> pd.Series:
    """Ranks as floats, infinite where not retrieved, so that 1 / rank is 0."""
    return ranks.astype("Float64").fillna(BEYOND).astype("float64")
