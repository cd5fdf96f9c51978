"""One ranker far ahead of the other, and a fusion far below the better of what it fuses: tested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from goldrank.measuring.paired import Effect
from goldrank.rankers.base import Side
from goldrank.tables.sentences.seen import Seen, rests_on, rr
from goldrank.text.numbers import p_words

FAR_AHEAD, TIMES = 0.2, 2.0  # in MRR, and at least so many times the other's
FAR_BELOW, KEPT = 0.1, 0.75  # in MRR, and less than such a share of the better one's

WHY: Mapping[tuple[Side | None, Side | None], str] = {
    (
        "dense",
        "lexical",
    ): "query and text share few words as BM25 counts them: see whether its tokenizer and "
    "stemming fit the language",
    (
        "lexical",
        "dense",
    ): "the encoder does not tell apart what the words do: see whether it knows the language "
    "and the subject",
}
"""What to look at where what one reads is far ahead of the other: it is no proof of a cause."""


class Apart(NamedTuple):
    """What is between two rankers of one variant: the first one's mean, the second one's, the test."""

    variant: str
    ahead: str
    behind: str
    high: float
    low: float
    effect: Effect

    def __str__(self) -> str:
        p = p_words(self.effect.p_corrected)
        return f"{self.high:.3f} against {self.low:.3f} ({p}, {rests_on(self.effect)})"


def rankers_apart(seen: Seen) -> list[str]:
    """That a ranker is far ahead of the other under one variant, and that fusing them costs much.

    One family of tests over all variants and pairs, so the variant with the widest gap may be
    named; each is said where chance does not explain it and it is of a size that matters.
    """
    found = _found(seen)
    alone, fused = set(seen.searching), set(seen.combining)
    gaps = [a for a in found if {a.ahead, a.behind} <= alone and _is_far_ahead(a)]
    costs = [
        a
        for a in found
        if a.behind in fused and a.ahead in seen.rankers[a.behind].combines and _is_far_below(a)
    ]
    said = []
    if gaps:
        widest = max(gaps, key=lambda apart: apart.high - apart.low)
        ahead, behind = seen.said(widest.ahead), seen.said(widest.behind)
        why = WHY.get((seen.rankers[widest.ahead].reads, seen.rankers[widest.behind].reads))
        said.append(
            f"With {widest.variant}, {ahead} is far ahead of {behind}: MRR {widest}"
            f"{f'; {why}' if why else ''}."
        )
    if costs:
        worst = max(costs, key=lambda apart: apart.high - apart.low)
        said.append(
            f"With {worst.variant}, {seen.said(worst.behind)} falls far below "
            f"{seen.said(worst.ahead)} alone: MRR {worst}; {_instead(seen, worst.behind)}."
        )
    return said


def _found(seen: Seen) -> list[Apart]:
    """Every pair of a variant's rankers, the better one first."""
    means = {
        (variant, ranker): rr(row)
        for ranker in (*seen.searching, *seen.combining)
        for variant, row in seen.rows(ranker).items()
    }
    asked = [
        (variant, one, other)
        for variant in seen.rows(seen.first_ranker)
        for one, other in _pairs(seen)
        if (variant, one) in means and (variant, other) in means
    ]
    pairs = [(seen.system(v, other), seen.system(v, one)) for v, one, other in asked]
    found = []
    for (variant, *names), effect in zip(asked, seen.claims.gains(pairs), strict=True):
        ahead, behind = sorted(names, key=lambda name: -means[variant, name])
        high, low = means[variant, ahead], means[variant, behind]
        found.append(Apart(variant, ahead, behind, high, low, effect))
    return found


def _instead(seen: Seen, top: str) -> str:
    several = len(seen.rankers[top].combines) > 1
    return "rank without fusing them, or weigh them" if several else "rank without it"


def _pairs(seen: Seen) -> list[tuple[str, str]]:
    """Those that search by themselves, two by two, and each with what combines it."""
    # What is known to a depth alone is compared at that depth, in a sentence of its own.
    alone = [name for name in seen.searching if name not in seen.claims.depths]
    fused = [name for name in seen.combining if name not in seen.claims.depths]
    pairs = [(other, one) for n, one in enumerate(alone) for other in alone[n + 1 :]]
    return pairs + [(one, top) for top in fused for one in seen.rankers[top].combines]


def _is_far_ahead(apart: Apart) -> bool:
    wide = apart.high - apart.low >= FAR_AHEAD and apart.high >= TIMES * apart.low
    return apart.effect.is_real and wide


def _is_far_below(apart: Apart) -> bool:
    wide = apart.high - apart.low >= FAR_BELOW and apart.low < KEPT * apart.high
    return apart.effect.is_real and wide
