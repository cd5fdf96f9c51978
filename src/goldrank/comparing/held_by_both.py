"""Two systems on the needs that a chunk holds under both: a split need says nothing of ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from goldrank.comparing.comparison import HeldByBoth
from goldrank.gating.baseline import Baseline
from goldrank.gating.compared_needs import standings
from goldrank.measuring.exact import Standing
from goldrank.measuring.measures import mean

Matched = Mapping[str, Sequence[tuple[int, int]]]


def held_by_both(
    before: Baseline,
    after: Baseline,
    matched: Matched,
    queries: Iterable[str],
    pair: tuple[str, str],
) -> HeldByBoth | None:
    """MRR over the needs that are split under neither system; `None` where none is split at all.

    `matched` has the numbers of the needs that both have, by query; `pair` names the systems.
    """
    found = standings(before, after, {query: matched[query] for query in queries}, pair)
    needs = [need for its in found.values() for need in its]
    if not any(old.split or new.split for old, new in needs):
        return None
    both = {
        query: [(old, new) for old, new in its if not (old.split or new.split)]
        for query, its in found.items()
    }
    kept = [its for its in both.values() if its]
    return HeldByBoth(
        needs=len(needs),
        by_both=sum(map(len, kept)),
        before_alone=sum(new.split and not old.split for old, new in needs),
        after_alone=sum(old.split and not new.split for old, new in needs),
        before=mean([_best(old for old, _ in its) for its in kept]) if kept else None,
        after=mean([_best(new for _, new in its) for its in kept]) if kept else None,
    )


def _best(standings: Iterable[Standing]) -> float:
    """The reciprocal of the best rank, 0 where none was retrieved."""
    return max(one.reciprocal for one in standings)
