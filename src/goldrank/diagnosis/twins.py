"""Chunks with nearly the same text: a ranker that reads the text alone cannot tell them apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goldrank.diagnosis.vocabulary import TermSets
from goldrank.measuring.overlaps import overlaps

NEARLY = 0.8
"""The least likeness of twins: four in five of their distinct terms are shared."""

Twins = dict[int, dict[int, float]]


def likeness(one: Collection[str], other: Collection[str]) -> float:
    """Dice's coefficient of two sets of terms: 2 · shared / (own + own), from 0 to 1.

    L. R. Dice, "Measures of the amount of ecologic association between species" (1945).

    >>> likeness({"notice", "is", "30", "days"}, {"notice", "is", "60", "days"})
    0.75
    """
    size = len(one) + len(other)
    return 2 * len(set(one) & set(other)) / size if size else 0.0


def twins_of(units: TermSets, asked: Sequence[int]) -> Twins:
    """For each position in `asked`, the other units at least `NEARLY` like it, and how like.

    The same as comparing every pair by `likeness`, with matrix products. Units
    without a term have no twin.

    >>> twins_of(TermSets(["a b c", "c b a", "x"], str.split), [0, 2])
    {0: {1: 1.0}, 2: {}}
    """
    found: Twins = {position: {} for position in asked}
    sets = [units.terms(position) for position in range(len(units.texts))] if asked else []
    for one, other, shared, both in overlaps(sets, asked):
        kept = (2 * shared >= NEARLY * both - 1e-9) & (one != other)
        alike = 2 * shared[kept] / both[kept]
        for row, column, value in zip(one[kept], other[kept], alike, strict=True):
            found[int(row)][int(column)] = float(value)
    return {position: dict(sorted(others.items())) for position, others in found.items()}
