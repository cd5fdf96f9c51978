"""One sentence at the end of a comparison: ship, do not ship, or cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.comparing.comparison import Difference, Pair
from goldrank.suites.policy import shown_measure
from goldrank.text.first_few import first_few
from goldrank.text.numbers import counted, p_words

Named = tuple[Pair, Difference]


def decided(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """One sentence for each run that is held against the first, by its primary measure."""
    runs = dict.fromkeys(pair.run for pair in pairs)
    return tuple(
        f"{run}: {_sentence(mine)}" if run else _sentence(mine)
        for run in runs
        if (mine := [(p, d) for p in pairs if p.run == run for d in p.measures if d.primary])
    )


def _sentence(found: Sequence[Named]) -> str:
    worse, better = (
        [one for one in found if one[1].says() == word] for word in ("worse", "better")
    )
    if worse:
        beside = f"; better: {_systems(better)}" if better else ""
        return f"Do not ship: {_told(worse, found)}{beside}."
    if better:
        rest = ", and nothing is worse beyond chance" if len(found) > 1 else ""
        return f"Ship: {_told(better, found)}{rest}."
    if all(one.difference == 0 and one.p_value == 1 for _, one in found):
        return f"Nothing to decide: {_measure(found[0][1])} is as it was."
    return _cannot_tell([one for one in found if one[1].says() == "can't tell"])


def _told(some: Sequence[Named], found: Sequence[Named]) -> str:
    pair, one = max(some, key=lambda named: abs(named[1].difference))
    where = "" if len(found) == 1 else f" of {pair.after}"
    more = f", and of {len(some) - 1} more" if len(some) > 1 else ""
    span = f" (95 %: {one.interval.low:+.3f} to {one.interval.high:+.3f})" if one.interval else ""
    return (
        f"{_measure(one)}{where} {one.before:.3f} -> {one.after:.3f}, {one.difference:+.3f}{span}, "
        f"{p_words(one.p_corrected or 0.0)}, {counted(one.queries, one.clusters)}{more}"
    )


def _cannot_tell(found: Sequence[Named]) -> str:
    pair, one = max(found, key=lambda named: abs(named[1].difference))
    where = "" if len(found) == 1 else f" of {pair.after}, the largest change of {len(found)},"
    need = (
        f"; about {one.queries_needed:,} queries would be needed for a change of that size"
        if one.queries_needed and one.queries_needed > one.queries
        else ""
    )
    return (
        f"Cannot tell with {counted(one.queries, one.clusters)}: {_measure(one)}{where} "
        f"{one.before:.3f} -> {one.after:.3f} ({one.difference:+.3f}) may be chance "
        f"({p_words(one.p_corrected or 0.0)}){need}."
    )


def _systems(found: Sequence[Named]) -> str:
    return first_few([pair.after for pair, _ in found], 3)


def _measure(one: Difference) -> str:
    return shown_measure(one.measure)
