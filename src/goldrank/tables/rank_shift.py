"""What a variant does to the rank of every need: pairs of ranks, and how many needs have each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from goldrank.frames.systems import rows_of_system
from goldrank.types import System

NEED = ["query_id", "need"]


@dataclass(frozen=True, slots=True)
class Shift:
    """`pairs` has `before`, `after` (missing: not retrieved) and the `needs` that have both.

    A need that no unit holds has no rank under either and is counted in `split` alone.
    """

    before: System
    after: System
    pairs: pd.DataFrame
    up: int
    down: int
    same: int
    split: int

    @property
    def needs(self) -> int:
        """Needs that some unit holds."""
        return self.up + self.down + self.same


def rank_shift(needs: pd.DataFrame, before: System, after: System) -> Shift:
    """The ranks of all needs under two systems of one chunker.

    Up is a better rank under `after`, or a rank where there was none.
    """
    both = rows_of_system(needs, before)[[*NEED, "rank", "split"]].merge(
        rows_of_system(needs, after)[[*NEED, "rank"]], on=NEED, suffixes=("_before", "_after")
    )
    whole = both[~both["split"].astype(bool)]
    ranks = pd.DataFrame({"before": whole.rank_before, "after": whole.rank_after}).astype("float64")
    old, new = (ranks[name].fillna(np.inf) for name in ("before", "after"))
    pairs = ranks.groupby(["before", "after"], dropna=False).size().reset_index(name="needs")
    return Shift(
        before,
        after,
        pairs,
        int((new < old).sum()),
        int((new > old).sum()),
        int((new == old).sum()),
        len(both) - len(whole),
    )


def merged(pairs: pd.DataFrame, most: int) -> pd.DataFrame:
    """`pairs`, or where there are more than `most`, those with ranks beyond 10 near each other as one.

    A rank beyond 10 is taken for the middle of its stretch; eight stretches are a tenfold.
    """
    if len(pairs) <= most:
        return pairs
    near = pairs.assign(before=stretch(pairs.before), after=stretch(pairs.after))
    return near.groupby(["before", "after"], dropna=False)["needs"].sum().reset_index()


def stretch(ranks: pd.Series[float]) -> pd.Series[float]:
    """The rank that stands for each: itself up to 10, then the middle of an eighth of a tenfold.

    >>> stretch(pd.Series([1.0, 10.0, 11.0, 12.0, float("nan")])).tolist()
    [1.0, 10.0, 11.7, 11.7, nan]
    """
    eighth = np.floor(np.log10(np.maximum(ranks.to_numpy(), 1)) * 8)
    middle = ((10 ** (eighth / 8) + 10 ** ((eighth + 1) / 8)) / 2).round(1)
    return ranks.where(~(ranks > 10), middle)
