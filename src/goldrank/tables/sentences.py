"""What a colleague would say on seeing the table: each sentence is computed and names its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.evidence.gold import relevant_needs
from goldrank.gating.verdict_words import p_words
from goldrank.measuring.paired import Leader
from goldrank.tables.bounds import coverage_at_most, coverage_said
from goldrank.tables.claims import Claims
from goldrank.tables.rows import rows_by, rows_of
from goldrank.types import Query

ALIKE = 0.005
FULL = 0.5
OFTEN = 0.1
KEPT = 0.9
SURE = 2
NONE = float("nan")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Seen:
    """One chunker's rows by variant: per ranker, and of the coverage table."""

    chunker: str
    baseline: str
    vector: Mapping[str, Row]
    bm25: Mapping[str, Row]
    coverage: Mapping[str, Row]


def sentences_of(
    systems: pd.DataFrame,
    coverage: pd.DataFrame,
    needs: pd.DataFrame,
    baseline: str,
    claims: Claims | None = None,
) -> list[str]:
    """Three to six sentences on one run's tables; about its first chunker where it has several.

    Without `claims` nothing is said to lead.
    """
    chunkers = list(dict.fromkeys(systems.chunker))
    chunker = chunkers[0]
    mine = systems[systems.chunker == chunker]
    seen = _Seen(
        chunker,
        baseline,
        rows_by(mine[mine.ranker == "vector"], "variant"),
        rows_by(mine[mine.ranker == "bm25"], "variant"),
        rows_by(coverage[coverage.chunker == chunker], "variant"),
    )
    said = [
        _chunkers(systems, baseline, claims) if len(chunkers) > 1 else "",
        _best_variant(seen),
        _whose_gain(seen),
        *_overflows(seen),
        *_within_documents(seen),
        _no_header_can_help(needs, seen),
        _uncovered(coverage, baseline),
        _ties(systems),
    ]
    return [sentence for sentence in said if sentence]


def _chunkers(systems: pd.DataFrame, baseline: str, claims: Claims | None) -> str:
    """Which chunker leads with the baseline variant, per ranker, or has the highest mean."""
    raw = systems[systems.variant == baseline]
    parts = []
    for ranker in dict.fromkeys(raw.ranker):
        rows = rows_of(raw[raw.ranker == ranker])
        best, worst = max(rows, key=_rr), min(rows, key=_rr)
        if _rr(best) > _rr(worst):
            names = [(row["chunker"], baseline, ranker) for row in rows]
            parts.append(_leads(best, worst, claims.leads(names) if claims else None))
    said = f"Among the chunkers, {baseline}: {'; '.join(parts)}." if parts else ""
    return " ".join(text for text in (said, _costs(raw)) if text)


def _leads(best: Row, worst: Row, found: Leader | None) -> str:
    """A lead is claimed of the best where it is told from every other, corrected for the choice."""
    head, last = f"by {best['ranker']} {best['chunker']}", f"{worst['chunker']} the lowest"
    if found is not None and found.is_real:
        return (
            f"{head} leads with MRR {_rr(best):.3f} ({p_words(found.p_value)}), {last} with "
            f"{_rr(worst):.3f}"
        )
    return (
        f"{head} has the highest MRR, {_rr(best):.3f}, and {last}, {_rr(worst):.3f}; the highest is "
        "not told from all others"
    )


def _costs(raw: pd.DataFrame) -> str:
    """What a rank costs: chunkers that cut larger have fewer chunks and longer ones."""
    rows = [
        row for row in rows_of(raw) if row.get("median_tokens", NONE) == row.get("median_tokens")
    ]
    priced = [row for row in rows if row["ranker"] == rows[0]["ranker"]] if rows else []
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


def _best_variant(seen: _Seen) -> str:
    others = [row for name, row in seen.vector.items() if name != seen.baseline]
    base = seen.vector.get(seen.baseline)
    if base is None or not others:
        return ""
    best = max(others, key=_rr)
    if _rr(best) > _rr(base) and not _is_real(best):
        return (
            f"By vector, {best['variant']} has MRR {_rr(best):.3f} against {_rr(base):.3f}: too "
            f"little to be told from chance with {best['queries']} queries."
        )
    if _rr(best) - _rr(base) > ALIKE:
        lifted = f"By vector, {best['variant']} lifts MRR from {_rr(base):.3f} to {_rr(best):.3f}"
        if base["buried@20"] == best["buried@20"]:
            return f"{lifted}."
        return (
            f"{lifted} and takes the share of needs buried beyond 20 from {base['buried@20']:.1%} "
            f"to {best['buried@20']:.1%}."
        )
    return (
        f"By vector, no variant beats {seen.baseline} (MRR {_rr(base):.3f}); the nearest is "
        f"{best['variant']} with {_rr(best):.3f}."
    )


def _whose_gain(seen: _Seen) -> str:
    """Is the gain of a breadcrumb the vector side's, BM25's, or both?"""
    shared = [v for v in seen.vector if v in seen.bm25 and v != seen.baseline]
    if seen.baseline not in seen.vector or seen.baseline not in seen.bm25 or not shared:
        return ""
    best = max(shared, key=lambda v: _change(seen.vector[v]) + _change(seen.bm25[v]))
    dense, words = _change(seen.vector[best]), _change(seen.bm25[best])
    told = [_is_real(seen.vector[best]), _is_real(seen.bm25[best])]
    numbers = f"{dense:+.3f} by vector and {words:+.3f} by BM25"
    if not any(told):
        return (
            f"What {best} changes is told from chance on neither side with "
            f"{seen.vector[best]['queries']} queries: {numbers}."
        )
    dense, words = dense * told[0], words * told[1]
    if dense > ALIKE and words > ALIKE:
        return f"The gain of {best} is on both sides: {numbers}."
    if dense > ALIKE:
        return f"The gain of {best} is the vector side's alone: {numbers}."
    if words > ALIKE:
        return (
            f"The gain of {best} is BM25's alone ({numbers}): the encoder does less than assumed."
        )
    return f"{best} gains on neither side: {numbers}."


def _overflows(seen: _Seen) -> list[str]:
    """Prefixes that fill the window, so that chunks become the same input."""
    plain = seen.coverage.get(seen.baseline)
    if plain is None or seen.baseline not in seen.vector:
        return []
    said = []
    for variant, row in seen.coverage.items():
        if variant in seen.vector and variant != seen.baseline and _fills(row, plain):
            said.append(
                f"{variant} overflows the window (MRR {_change(seen.vector[variant]):+.3f} by "
                f"vector): after truncation its {row['chunks']:,} chunks are only "
                f"{row['inputs']:,} different inputs, coverage falls to {_covered(row)}, and "
                "chunks that are the same input cannot be told apart."
            )
    return said


def _fills(row: Row, plain: Row) -> bool:
    """Whether half of the inputs that the baseline tells apart have become one."""
    return bool(row["inputs"] < FULL * plain["inputs"])


def _within_documents(seen: _Seen) -> list[str]:
    """A prefix that fits may find the right document and lose the right chunk in it: say both."""
    base, plain = seen.vector.get(seen.baseline), seen.coverage.get(seen.baseline)
    if base is None or plain is None:
        return []
    said = []
    for variant, row in seen.coverage.items():
        own = seen.vector.get(variant)
        if own is None or variant == seen.baseline or _fills(row, plain):
            continue
        if not row["similarity"] > plain["similarity"] or not row["prefix_share"] > 0:
            continue
        # NaN where documents are ranked: there is no chunk within a document then.
        if not own["in_document_RR"] < base["in_document_RR"] - ALIKE:
            continue
        said.append(
            f"{variant} {_room(row, plain)} ({row['prefix_share']:.0%} of it, coverage "
            f"{_covered(row)}) and makes the chunks of a document alike (mean similarity "
            f"{plain['similarity']:.2f} to {row['similarity']:.2f}): by vector the right document "
            f"ranks {_way(base['document_RR'], own['document_RR'])}, the right chunk among its own "
            f"document's {_way(base['in_document_RR'], own['in_document_RR'])}; in all MRR "
            f"{_change(own):+.3f}{'' if _is_real(own) else ', not told from chance'}."
        )
    return said


def _room(row: Row, plain: Row) -> str:
    """Whether a prefix leaves the chunks their room, or most of them not."""
    kept = row["coverage"] >= KEPT * plain["coverage"]
    return "fits well inside the window" if kept else "crowds the chunk out of the window"


def _way(before: float, after: float) -> str:
    if round(after, 3) == round(before, 3):
        return f"where it did (mean reciprocal rank {before:.3f})"
    way = "higher" if after > before else "lower"
    return f"{way} (mean reciprocal rank {before:.3f} to {after:.3f})"


def _no_header_can_help(needs: pd.DataFrame, seen: _Seen) -> str:
    mine = needs[(needs.chunker == seen.chunker) & (needs.variant == seen.baseline)]
    one = mine[mine.ranker == mine.ranker.iloc[0]] if len(mine) else mine
    split = int(one["split"].sum())
    if not split:
        return ""
    return (
        f"{split} of {len(one)} needs are split: no single chunk of {seen.chunker} holds their "
        "evidence, so no header can help them; move the boundaries."
    )


def _uncovered(coverage: pd.DataFrame, baseline: str) -> str:
    rows = rows_of(coverage[(coverage.variant == baseline) & (coverage.coverage < 1)])
    if not rows:
        return ""
    worst = min(rows, key=lambda row: float(row["coverage"]))
    lost = round(worst["body_characters"] * (1 - coverage_at_most(worst)))
    if not lost:
        return ""
    return (
        f"With {worst['chunker']}, {_least(worst)}{lost:,} body characters ({1 - coverage_at_most(worst):.1%}) are in no "
        f"vector even {baseline}; {worst['cut_rate']:.1%} of its chunks are cut."
    )


def _covered(row: Row) -> str:
    return coverage_said(row, "{:.1%}".format)


def _least(row: Row) -> str:
    return "at least " if coverage_at_most(row) > row["coverage"] else ""


def _ties(systems: pd.DataFrame) -> str:
    often = rows_of(systems[(systems.tied > OFTEN) & ~systems.ranker.isin(["random", "oracle"])])
    if not often:
        return ""
    worst = max(often, key=lambda row: float(row["tied"]))
    return (
        f"Ties decide often: {worst['chunker']}/{worst['variant']}/{worst['ranker']} has a tie among "
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


def _rr(row: Row) -> float:
    return float(row["RR"])


def _is_real(row: Row) -> bool:
    """Whether a change stands out of what these queries can tell: two standard errors."""
    error = float(row.get("RR_change_error", 0.0))
    return abs(_change(row)) > max(ALIKE, SURE * (error if error == error else 0.0))


def _change(row: Row) -> float:
    return float(row["RR_change"])
