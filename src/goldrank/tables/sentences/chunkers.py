"""Which chunker leads, and what a rank costs under each."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.measuring.paired import ALPHA, Leader
from goldrank.rankers.graph import Graph, references
from goldrank.tables.claims import Claims
from goldrank.tables.sentences.seen import Row, rr
from goldrank.text.numbers import p_words


def chunker_sentence(systems: pd.DataFrame, baseline: str, claims: Claims, ranked: Graph) -> str:
    """Which chunker leads with the baseline variant, per ranker, or has the highest mean."""
    raw = systems[(systems.variant == baseline) & ~systems.ranker.isin(references(ranked))]
    rankers = list(dict.fromkeys(raw.ranker))
    parts = []
    for ranker in rankers:
        rows = rows_of(raw[raw.ranker == ranker])
        best, worst = max(rows, key=rr), min(rows, key=rr)
        if rr(best) > rr(worst):
            found = claims.leads([(row["chunker"], baseline, ranker) for row in rows])
            parts.append(_leads(best, worst, found, len(rankers)))
    said = f"Among the chunkers, {baseline}: {'; '.join(parts)}." if parts else ""
    return " ".join(text for text in (said, _costs(raw)) if text)


def _leads(best: Row, worst: Row, found: Leader, rankers: int) -> str:
    """A lead is claimed of the best where it is told from every other, corrected for the choice.

    Bonferroni over the rankers: one table is one look.
    """
    p_value = min(1.0, found.p_value * rankers)
    head, last = f"by {best['ranker']} {best['chunker']}", f"{worst['chunker']} the lowest"
    if p_value <= ALPHA:
        return (
            f"{head} leads with MRR {rr(best):.3f} ({p_words(p_value)}), {last} with "
            f"{rr(worst):.3f}"
        )
    return (
        f"{head} has the highest MRR, {rr(best):.3f}, and {last}, {rr(worst):.3f}; the highest is "
        "not told from all others"
    )


def _costs(raw: pd.DataFrame) -> str:
    """What a rank costs: chunkers that cut larger have fewer chunks and longer ones."""
    known = raw[raw["median_tokens"].notna()] if "median_tokens" in raw else raw.head(0)
    rows = rows_of(known)
    priced = [row for row in rows if row["ranker"] == rows[0]["ranker"]]
    if len(priced) < 2:
        return ""
    told = ", ".join(
        f"{row['chunker']} {row['median_tokens']:,.0f}"
        for row in sorted(priced, key=lambda row: float(row["median_tokens"]))
    )
    return (
        f"Their chunks differ in size, so mind what a rank costs: the median of the tokens read by "
        f"{priced[0]['ranker']} up to the gold chunk is {told}."
    )
