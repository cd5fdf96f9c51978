"""What to change next: a short list, each line with the most needs that it could win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from goldrank.diagnosis.causes import (
    BETWEEN,
    EMPTY_HEADING,
    FOUND,
    NO_VOCABULARY,
    OUTSIDE,
    SPLIT,
    STRADDLING,
    TWIN,
)
from goldrank.diagnosis.fusion import fused_needs
from goldrank.diagnosis.sides_of_variants import VariantSides

RERANKED = 100
"""How deep a second ranker is thought to read."""

CHANGES: Final[dict[str, str]] = {
    "boundaries": "move the chunk boundaries: no single chunk holds the evidence",
    "window": "shorten what is encoded, or take an encoder with a longer window: the evidence is "
    "not in it",
    "header": "index the header with the chunk: it has a word of the query that the text lacks",
    "twins": "tell near-copies apart by a header, or drop copies: a twin ranks ahead",
    "headings": "write headings that say what is under them: these tell nothing",
    "vocabulary": "bridge the vocabulary (synonyms, generated contexts): query and text share no "
    "telling word",
    "fusion": "weigh the two rankings differently: one of them alone finds these",
    "rerank": f"rerank the first {RERANKED}: the gold chunk is among them",
}
"""Every change and why, in the order in which equals stand: what cannot be ranked comes first."""

COLUMNS = ("chunker", "variant", "ranker", "place", "change", "at_most", "failures", "what")
_SYSTEM = ["chunker", "variant", "ranker"]


def advice_table(
    diagnoses: pd.DataFrame, needs: pd.DataFrame, variants: Mapping[str, VariantSides], k: int
) -> pd.DataFrame:
    """Per system the changes that could win needs, the largest number first.

    `diagnoses` and `needs` are a run's tables, row by row of the same needs; `k` is the rank to
    which a need counts as found. `at_most` counts the
    failures (of `failures`) that show what the change would mend: an upper bound, since it may not
    mend them, and one need may stand in several lines.
    """
    told = diagnoses.assign(
        rank=needs["rank"].to_numpy(), fused_away=_fused_away(needs, variants, k).to_numpy()
    )
    rows = []
    for system, mine in told.groupby(_SYSTEM, sort=False):
        failed = mine[mine.diagnosis != FOUND]
        counts = {change: int(count) for change, count in _counts(failed).items() if count}
        order = sorted(counts, key=lambda change: -counts[change])
        for place, change in enumerate(order, start=1):
            rows.append((*system, place, change, counts[change], len(failed), CHANGES[change]))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _counts(failed: pd.DataFrame) -> dict[str, Any]:
    holds = [frozenset(text.split(BETWEEN)) for text in failed.holds]

    def holding(*names: str) -> int:
        return sum(bool(held & set(names)) for held in holds)

    header = failed.only_in_header != ""
    lacking = pd.Series([NO_VOCABULARY in held for held in holds], index=failed.index, dtype=bool)
    return {
        "boundaries": holding(SPLIT),
        "window": holding(OUTSIDE, STRADDLING),
        "header": header.sum(),
        "twins": holding(TWIN),
        "headings": holding(EMPTY_HEADING),
        "vocabulary": (lacking & ~header).sum(),
        "fusion": failed.fused_away.sum(),
        "rerank": (failed["rank"] <= RERANKED).fillna(False).sum(),
    }


def _fused_away(needs: pd.DataFrame, variants: Mapping[str, VariantSides], k: int) -> pd.Series:
    """Which rows are needs that one of the rankers finds and RRF ranks lower."""
    fused = fused_needs(needs, variants)
    below = fused[(fused.harm == "below") & (fused.better <= k).fillna(False)]
    keys = ["chunker", "variant", "query_id", "need"]
    marked = set(below[keys].itertuples(index=False, name=None))
    rows = needs[["ranker", *keys]].itertuples(index=False, name=None)
    return pd.Series([r[0] == "rrf" and tuple(r[1:]) in marked for r in rows], dtype=bool)
