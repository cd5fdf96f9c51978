"""The chunk that is most like another and stands under another heading."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.diagnosis.vocabulary import TermSets
from goldrank.measuring.overlaps import overlaps

Nearest = dict[int, tuple[int, float]]


def nearest_elsewhere(
    units: TermSets, paths: Sequence[tuple[str, ...]], asked: Sequence[int]
) -> Nearest:
    """For each position in `asked`, the most alike unit of another path, and Dice's coefficient.

    Of units as alike the first counts. Where no other shares a word, a position is left out.

    >>> units = TermSets(["two days notice", "two weeks notice", "lunch"], str.split)
    >>> nearest_elsewhere(units, [("a",), ("b",), ("c",)], [0, 2])
    {0: (1, 0.6666666666666666)}
    """
    sets = [units.terms(position) for position in range(len(units.texts))]
    found: Nearest = {}
    for ones, others, shared, both in overlaps(sets, asked):
        rows = zip(ones.tolist(), others.tolist(), shared.tolist(), both.tolist(), strict=True)
        for one, other, common, total in rows:
            alike = 2 * common / total
            if paths[one] != paths[other] and alike > found.get(one, (0, 0.0))[1]:
                found[one] = (other, alike)
    return {at: found[at] for at in asked if at in found}
