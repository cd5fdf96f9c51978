"""What a variant gains over the baseline, and on which side: one family of tests for all of it."""

from __future__ import annotations

from collections.abc import Mapping

from goldrank.measuring.paired import Effect
from goldrank.tables.sentences.seen import Row, Seen, rests_on, rr
from goldrank.text.numbers import p_words

Gains = Mapping[tuple[str, str], Effect]
"""What changes against the baseline, by variant and ranker; corrected over all of them."""


def gains_of(seen: Seen) -> Gains:
    """The change of each variant under each ranker, tested as one family."""
    asked = [(variant, ranker) for ranker in seen.searching for variant in seen.others(ranker)]
    pairs = [
        (seen.system(seen.baseline, ranker), seen.system(variant, ranker))
        for variant, ranker in asked
    ]
    return dict(zip(asked, seen.claims.gains(pairs), strict=True))


def level(seen: Seen) -> str:
    """Where a run stands that compares nothing: its MRR with the interval."""
    ranker = seen.first_ranker
    row = seen.rows(ranker).get(seen.baseline)
    if row is None or seen.others(ranker):
        return ""
    mean = seen.claims.mean(seen.system(seen.baseline, ranker))
    within = (
        f"95 % interval {mean.interval.low:.3f} to {mean.interval.high:.3f}"
        if mean.interval
        else "too few for an interval"
    )
    return (
        f"By {seen.said(ranker)}, {seen.baseline} has MRR {rr(row):.3f} over {rests_on(mean)} "
        f"({within}); {row['buried@20']:.1%} of the needs are buried beyond 20."
    )


def best_variant(seen: Seen, gains: Gains) -> str:
    """What the best variant does under the first ranker there is."""
    ranker = seen.first_ranker
    names = seen.others(ranker)
    if not names:
        return ""
    rows, by = seen.rows(ranker), f"By {seen.said(ranker)}"
    base = rows[seen.baseline]
    best = rows[max(names, key=lambda name: rr(rows[name]))]
    if all(rr(rows[name]) == rr(base) == 1 for name in names):
        return f"{by}, every variant has MRR 1.000: these queries cannot tell them apart."
    gain = gains[best["variant"], ranker]
    if gain.mean > 0:
        return _higher(by, base, best, gain)
    told = (
        f"lower ({p_words(gain.p_corrected)})"
        if gain.is_real
        else "a difference that chance may explain"
    )
    return (
        f"{by}, no variant has a higher MRR than {seen.baseline} ({rr(base):.3f}); the nearest is "
        f"{best['variant']} with {rr(best):.3f}, {told}."
    )


def _higher(by: str, base: Row, best: Row, gain: Effect) -> str:
    if not gain.is_real:
        return (
            f"{by}, {best['variant']} has MRR {rr(best):.3f} against {rr(base):.3f}: too little to "
            f"be told from chance with {rests_on(gain)}."
        )
    lifted = (
        f"{by}, {best['variant']} lifts MRR from {rr(base):.3f} to {rr(best):.3f} "
        f"({p_words(gain.p_corrected)})"
    )
    if base["buried@20"] == best["buried@20"]:
        return f"{lifted}."
    return (
        f"{lifted}; the share of needs buried beyond 20 goes from {base['buried@20']:.1%} to "
        f"{best['buried@20']:.1%}."
    )


def whose_gain(seen: Seen, gains: Gains) -> str:
    """Is the gain of a variant the vector side's, BM25's, or both?"""
    sides = (seen.dense, seen.words)
    shared = [name for name in seen.others(seen.dense) if name in seen.others(seen.words)]
    if not shared:
        return ""
    best = max(shared, key=lambda name: sum(gains[name, side].mean for side in sides))
    dense, words = (gains[best, side] for side in sides)
    by_vector, by_words = map(seen.said, sides)
    numbers = f"{dense.mean:+.3f} by {by_vector} and {words.mean:+.3f} by {by_words}"
    if not (dense.is_real or words.is_real):
        moved = dense.mean or words.mean
        return (
            f"What {best} changes is told from chance on neither side with {rests_on(dense)}: "
            f"{numbers}."
            if moved
            else ""
        )
    gained = [name for name in sides if gains[best, name].is_real and gains[best, name].mean > 0]
    if not gained:
        return f"{best} gains on neither side: {numbers}."
    if len(gained) == 2:
        return f"The gain of {best} is on both sides: {numbers}."
    return _one_side(seen, best, gained[0], shared, numbers)


def _one_side(seen: Seen, best: str, side: str, shared: list[str], numbers: str) -> str:
    """A gain is one side's alone where it is told from the other side's, too."""
    other = seen.words if side == seen.dense else seen.dense
    apart = seen.claims.gains_apart(
        [
            [
                (seen.system(seen.baseline, name), seen.system(variant, name))
                for name in (side, other)
            ]
            for variant in shared
        ]
    )[shared.index(best)]
    if apart.is_real:
        whose = "the vector side's" if side == seen.dense else f"{seen.said(side)}'s"
        return f"The gain of {best} is {whose} alone: {numbers}."
    return (
        f"{best} gains by {seen.said(side)}; what it changes by {seen.said(other)} is told neither from "
        f"chance nor from that gain with {rests_on(apart)}: {numbers}."
    )
