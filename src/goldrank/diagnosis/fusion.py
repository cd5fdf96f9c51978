"""What combining rankings costs: needs that it ranks below the better of those it combines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from goldrank.measuring.reciprocal import reciprocal_ranks
from goldrank.rankers.graph import Graph, indexed_of, known_to
from goldrank.types import Variant

_KEYS = ["query_id", "need"]
BEYOND = float("inf")

Ranks = Mapping[tuple[Any, ...], Any]
"""The rank of each need, by query and number; missing where it is not retrieved."""


def combining(names: Iterable[str], rankers: Graph) -> list[str]:
    """Those of some rankers, in order, that combine others."""
    ran = set(names)
    return [name for name, ranker in rankers.items() if ranker.combines and name in ran]


def with_ranker(
    table: pd.DataFrame, rankers: Graph, names: Iterable[str] | None = None
) -> pd.DataFrame:
    """A table of fusion with the ranker that each row is about, also where it is the only one.

    `names` has that one among others; by default they are the columns of the table.
    """
    if "ranker" in table:
        return table
    columns = table.columns if names is None else names
    return table.assign(ranker=next(iter(combining(map(str, columns), rankers)), ""))


def fused_needs(
    needs: pd.DataFrame, variants: Mapping[str, Variant], rankers: Graph
) -> pd.DataFrame:
    """One row per chunker, variant, ranker that combines others, and need that has a gold chunk.

    `needs` is a run's table. Columns: chunker, variant, the `ranker` where there are several such,
    query_id, need, the ranks of what is combined and of what combines it, each under the name of
    its ranker (missing where not retrieved, or where it is neither), `better` (the best rank of
    what is combined) and `harm`: `below` where the need ranks lower than that, `above` where
    higher, else `equal`. A variant with different representations on its sides is compared with
    the variants that rank by each side alone; it is left out where those did not run.
    """
    whole = needs[~needs.split.astype(bool)]
    tops = combining(needs.ranker.unique(), rankers) or combining(rankers, rankers)
    tables = []
    for name in tops:
        fused = whole[whole.ranker == name]
        for (chunker, variant), rows in fused.groupby(["chunker", "variant"], sort=False):
            mine, sides = whole[whole.chunker == chunker], variants[str(variant)]
            alone = {
                each: _alone(mine, each, sides, variants, rankers)
                for each in rankers[name].combines
            }
            depth = known_to(name, rankers)
            found = {n: _within(ranks, depth) for n, ranks in alone.items() if ranks is not None}
            if len(found) == len(alone):
                tables.append(_compared(rows, found))
    return _stacked(tables, tops, rankers)


def _compared(rows: pd.DataFrame, alone: Mapping[str, Ranks]) -> pd.DataFrame:
    """The rows of one system, with the ranks of what it combines and what became of them."""
    table = rows[["chunker", "variant", "ranker", *_KEYS]].reset_index(drop=True)
    keys = list(zip(*(table[key] for key in _KEYS), strict=True))
    ranks = pd.DataFrame({name: [each.get(key) for key in keys] for name, each in alone.items()})
    own = pd.Series(rows["rank"].to_numpy(), dtype="Int64")
    ranks = ranks.astype("Int64")
    better = ranks.min(axis=1).astype("Int64")
    change = _number(own) - _number(better)
    harm = ["below" if c > 0 else "above" if c < 0 else "equal" for c in change.fillna(0)]
    ranks[str(rows.ranker.iloc[0])] = own
    return pd.concat([table, ranks], axis=1).assign(
        better=better, harm=pd.Series(harm, dtype=object)
    )


def _stacked(tables: list[pd.DataFrame], tops: list[str], rankers: Graph) -> pd.DataFrame:
    """The tables one below the other: what is combined comes before what combines it."""
    below = [each for name in tops for each in rankers[name].combines]
    shown = [name for name in rankers if name in {*below, *tops}]
    order = ["chunker", "variant", "ranker", *_KEYS, *shown, "better", "harm"]
    every = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=order)
    every = every.reindex(columns=order).astype(dict.fromkeys((*shown, "better"), "Int64"))
    return every if len(tops) > 1 else every.drop(columns="ranker")


def fusion_harm(fused: pd.DataFrame, rankers: Graph) -> pd.DataFrame:
    """Per chunker, variant and ranker: needs below, above and equal to the better one, and the net.

    `net` is above minus below. `best_single` is the ranker with the higher mean reciprocal rank
    over these needs, `RR_change` what the mean of what combines differs from it by: it may lose
    against the better ranker of each need, which nobody knows beforehand, and still beat any.
    """
    rows = []
    told = with_ranker(fused, rankers)
    for (chunker, variant, name), mine in told.groupby(
        ["chunker", "variant", "ranker"], sort=False
    ):
        below = rankers[str(name)].combines
        means = {n: float(reciprocal_ranks(mine[n]).mean()) for n in (*below, str(name))}
        best = max(below, key=lambda each: means[each])
        counts = mine.harm.value_counts()
        lower, higher = int(counts.get("below", 0)), int(counts.get("above", 0))
        rows.append(
            {
                "chunker": chunker,
                "variant": variant,
                "ranker": name,
                "needs": len(mine),
                "below": lower,
                "above": higher,
                "equal": len(mine) - lower - higher,
                "net": higher - lower,
                "best_single": best,
                "RR_change": means[str(name)] - means[best],
            }
        )
    columns = ["chunker", "variant", "ranker", "needs", "below", "above", "equal", "net"]
    table = pd.DataFrame(rows, columns=[*columns, "best_single", "RR_change"])
    return table if "ranker" in fused else table.drop(columns="ranker")


def _alone(
    needs: pd.DataFrame,
    ranker: str,
    wanted: Variant,
    variants: Mapping[str, Variant],
    rankers: Graph,
) -> Ranks | None:
    """The ranks of one ranker by itself: of this variant, else of one with the same sides."""
    mine = indexed_of(ranker, wanted, rankers)
    same = [name for name, v in variants.items() if indexed_of(ranker, v, rankers) == mine]
    for name in dict.fromkeys([wanted.name, *same]):
        rows = needs[(needs.ranker == ranker) & (needs.variant == name)]
        if len(rows):
            keys = zip(*(rows[key] for key in _KEYS), strict=True)
            return dict(zip(keys, rows["rank"], strict=True))
    return None


def _within(ranks: Ranks, depth: int | None) -> Ranks:
    """Ranks as they are known to a depth: what is compared with is held to it, too."""
    if depth is None:
        return ranks
    return {k: rank if pd.notna(rank) and rank <= depth else None for k, rank in ranks.items()}


def _number(ranks: pd.Series) -> pd.Series:
    """Ranks as floats, infinite where not retrieved, so that 1 / rank is 0."""
    return ranks.astype("Float64").fillna(BEYOND).astype("float64")
