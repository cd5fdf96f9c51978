"""What a colleague would say on seeing the table: each sentence is computed and names its numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

KEYS = ["chunker", "variant", "ranker"]
ALIKE = 0.005
FULL = 0.5


def sentences_of(
    systems: pd.DataFrame, coverage: pd.DataFrame, needs: pd.DataFrame, baseline: str
) -> list[str]:
    """Three to six sentences on one run's tables."""
    chunkers = list(dict.fromkeys(systems.chunker))
    chunker = chunkers[0]
    said = [
        _chunkers(systems, baseline) if len(chunkers) > 1 else "",
        _best_variant(systems, chunker, baseline, "vector"),
        _whose_gain(systems, chunker, baseline),
        *_identical_prefix(systems, coverage, chunker, baseline),
        _no_header_can_help(needs, chunker, baseline),
        _uncovered(coverage, baseline),
        _ties(systems),
    ]
    return [sentence for sentence in said if sentence]


def _rows(systems: pd.DataFrame, chunker: str, ranker: str) -> pd.DataFrame:
    return systems[(systems.chunker == chunker) & (systems.ranker == ranker)].set_index("variant")


def _chunkers(systems: pd.DataFrame, baseline: str) -> str:
    """Which chunker leads with the baseline variant, per ranker."""
    raw = systems[systems.variant == baseline]
    parts = []
    for ranker, rows in raw.groupby("ranker", sort=False):
        best = rows.sort_values("RR", ascending=False, kind="stable").iloc[0]
        worst = rows.sort_values("RR", kind="stable").iloc[0]
        if best.chunker != worst.chunker:
            parts.append(
                f"by {ranker} {best.chunker} leads with MRR {best.RR:.3f} and {worst.chunker} is "
                f"last with {worst.RR:.3f}"
            )
    return f"Among the chunkers, {baseline}: {'; '.join(parts)}." if parts else ""


def _best_variant(systems: pd.DataFrame, chunker: str, baseline: str, ranker: str) -> str:
    rows = _rows(systems, chunker, ranker)
    if baseline not in rows.index or len(rows) < 2:
        return ""
    base = rows.loc[baseline]
    others = rows.drop(baseline)
    best = others.sort_values("RR", ascending=False, kind="stable").iloc[0]
    change = best.RR - base.RR
    if change > ALIKE:
        return (
            f"By {ranker}, {best.name} lifts MRR from {base.RR:.3f} to {best.RR:.3f} and takes the "
            f"share of needs buried beyond 20 from {base['buried@20']:.1%} to {best['buried@20']:.1%}."
        )
    return (
        f"By {ranker}, no variant beats {baseline} (MRR {base.RR:.3f}); the nearest is {best.name} "
        f"with {best.RR:.3f}."
    )


def _whose_gain(systems: pd.DataFrame, chunker: str, baseline: str) -> str:
    """Is the gain of a breadcrumb the vector side's, BM25's, or both?"""
    by_vector, by_words = _rows(systems, chunker, "vector"), _rows(systems, chunker, "bm25")
    shared = [v for v in by_vector.index if v in by_words.index and v != baseline]
    if baseline not in by_vector.index or baseline not in by_words.index or not shared:
        return ""
    best = max(shared, key=lambda v: by_vector.RR_change[v] + by_words.RR_change[v])
    dense, words = by_vector.RR_change[best], by_words.RR_change[best]
    numbers = f"{dense:+.3f} by vector and {words:+.3f} by BM25"
    if dense > ALIKE and words > ALIKE:
        return f"The gain of {best} is on both sides: {numbers}."
    if dense > ALIKE:
        return f"The gain of {best} is the vector side's alone: {numbers}."
    if words > ALIKE:
        return (
            f"The gain of {best} is BM25's alone ({numbers}): the encoder does less than it seems to."
        )
    return f"{best} gains on neither side: {numbers}."


def _identical_prefix(
    systems: pd.DataFrame, coverage: pd.DataFrame, chunker: str, baseline: str
) -> list[str]:
    """What a prefix does that is the same on every chunk of a document, and how."""
    mine = coverage[coverage.chunker == chunker].set_index("variant")
    vector = _rows(systems, chunker, "vector")
    said = []
    for variant, row in mine.iterrows():
        if variant == baseline or variant not in vector.index or vector.RR_change[variant] > -ALIKE:
            continue
        drop = f"MRR {vector.RR_change[variant]:+.3f} by vector"
        if row.inputs < FULL * row.chunks:
            said.append(
                f"{variant} overflows the window ({drop}): after truncation its {row.chunks:,} chunks "
                f"are only {row.inputs:,} different inputs, coverage falls to {row.coverage:.1%}, and "
                "chunks that are the same input cannot be told apart."
            )
        elif baseline in mine.index and row.similarity > mine.similarity[baseline]:
            said.append(
                f"{variant} fits ({row.prefix_share:.0%} of the window, coverage {row.coverage:.1%}) "
                f"and still harms ({drop}): it makes chunks of one document alike, their mean "
                f"similarity rises from {mine.similarity[baseline]:.2f} to {row.similarity:.2f}."
            )
    return said


def _no_header_can_help(needs: pd.DataFrame, chunker: str, baseline: str) -> str:
    mine = needs[(needs.chunker == chunker) & (needs.variant == baseline)]
    if not len(mine):
        return ""
    one = mine[mine.ranker == mine.ranker.iloc[0]]
    split = int(one.split.sum())
    if not split:
        return ""
    return (
        f"{split} of {len(one)} needs are split: no single chunk of {chunker} holds their evidence, "
        "so no header can help them; move the boundaries."
    )


def _uncovered(coverage: pd.DataFrame, baseline: str) -> str:
    rows = coverage[(coverage.variant == baseline) & (coverage.coverage < 1)]
    if not len(rows):
        return ""
    worst = rows.sort_values("coverage", kind="stable").iloc[0]
    lost = worst.body_characters - worst.covered_characters
    return (
        f"With {worst.chunker}, {lost:,} body characters ({1 - worst.coverage:.1%}) are in no vector "
        f"even {baseline}; {worst.cut_rate:.1%} of its chunks are cut."
    )


def _ties(systems: pd.DataFrame) -> str:
    often = systems[(systems.tied > 0.1) & ~systems.ranker.isin(["random", "oracle"])]
    if not len(often):
        return ""
    worst = often.sort_values("tied", ascending=False, kind="stable").iloc[0]
    return (
        f"Ties decide often: {worst.chunker}/{worst.variant}/{worst.ranker} has a tie among the "
        f"first ten of {worst.tied:.0%} of its queries; best and worst ranks are in the needs table."
    )


def queries_left_out(queries: Sequence[object], scored: int) -> str:
    """How many queries have no evidence and are in no mean."""
    without = len(queries) - scored
    return f"{without} of {len(queries)} queries have no evidence and are in no mean." if without else ""
