"""One ranker far ahead of the other, and a fusion far below the better of what it fuses: tested."""

from __future__ import annotations

from typing import NamedTuple

from goldrank.measuring.paired import Effect
from goldrank.tables.sentences.seen import RANKERS, Seen, rests_on, rr
from goldrank.text.numbers import p_words

FAR_AHEAD, TIMES = 0.2, 2.0  # in MRR, and at least so many times the other's
FAR_BELOW, KEPT = 0.1, 0.75  # in MRR, and less than such a share of the better one's
PAIRS = (("bm25", "vector"), ("vector", "rrf"), ("bm25", "rrf"))

WHY = {
    "vector": "query and text share few words as BM25 counts them: see whether its tokenizer and "
    "stemming fit the language",
    "bm25": "the encoder does not tell apart what the words do: see whether it knows the language "
    "and the subject",
}
"""What to look at where one ranker is far ahead: it is no proof of a cause."""


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
    gaps = [a for a in found if a.behind != "rrf" and a.ahead != "rrf" and _is_far_ahead(a)]
    costs = [a for a in found if a.behind == "rrf" and _is_far_below(a)]
    said = []
    if gaps:
        widest = max(gaps, key=lambda apart: apart.high - apart.low)
        ahead, behind = RANKERS[widest.ahead], RANKERS[widest.behind]
        said.append(
            f"With {widest.variant}, {ahead} is far ahead of {behind}: MRR {widest}; "
            f"{WHY[widest.ahead]}."
        )
    if costs:
        worst = max(costs, key=lambda apart: apart.high - apart.low)
        said.append(
            f"With {worst.variant}, rrf falls far below {RANKERS[worst.ahead]} alone: MRR {worst}; "
            "rank without fusing them, or weigh them."
        )
    return said


def _found(seen: Seen) -> list[Apart]:
    """Every pair of a variant's rankers, the better one first."""
    means = {
        (variant, ranker): rr(row)
        for ranker in ("vector", "bm25", "rrf")
        for variant, row in seen.rows(ranker).items()
    }
    asked = [
        (variant, one, other)
        for variant in seen.vector
        for one, other in PAIRS
        if (variant, one) in means and (variant, other) in means
    ]
    pairs = [(seen.system(v, other), seen.system(v, one)) for v, one, other in asked]
    found = []
    for (variant, *names), effect in zip(asked, seen.claims.gains(pairs), strict=True):
        ahead, behind = sorted(names, key=lambda name: -means[variant, name])
        high, low = means[variant, ahead], means[variant, behind]
        found.append(Apart(variant, ahead, behind, high, low, effect))
    return found


def _is_far_ahead(apart: Apart) -> bool:
    wide = apart.high - apart.low >= FAR_AHEAD and apart.high >= TIMES * apart.low
    return apart.effect.is_real and wide


def _is_far_below(apart: Apart) -> bool:
    wide = apart.high - apart.low >= FAR_BELOW and apart.low < KEPT * apart.high
    return apart.effect.is_real and wide
