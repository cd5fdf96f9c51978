"""Chunks with nearly the same text: a ranker that reads the text alone cannot tell them apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from goldrank.diagnosis.vocabulary import TermSets

NEARLY = 0.8
"""The least likeness of twins: four in five of their distinct terms are shared."""

_ROWS = 256  # texts compared at a time

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

    The same as comparing every pair by `likeness`, with one matrix product per block. Units
    without a term have no twin.

    >>> twins_of(TermSets(["a b c", "c b a", "x"], str.split), [0, 2])
    {0: {1: 1.0}, 2: {}}
    """
    found: Twins = {position: {} for position in asked}
    if not asked:
        return found
    incidence = _incidence(units)
    sizes = np.asarray(incidence.sum(axis=1)).ravel()
    columns = incidence.T.tocsr()
    for start in range(0, len(asked), _ROWS):
        rows = np.array(asked[start : start + _ROWS], dtype=np.int64)
        shared = (incidence[rows] @ columns).tocoo()
        both = sizes[rows[shared.row]] + sizes[shared.col]
        alike = 2 * shared.data / both
        kept = (2 * shared.data >= NEARLY * both - 1e-9) & (rows[shared.row] != shared.col)
        for row, column, value in zip(
            rows[shared.row[kept]], shared.col[kept], alike[kept], strict=True
        ):
            found[int(row)][int(column)] = float(value)
    return {position: dict(sorted(others.items())) for position, others in found.items()}


def _incidence(units: TermSets) -> csr_matrix:
    """Which unit has which term; shape (units, terms)."""
    numbers: dict[str, int] = {}
    indices: list[int] = []
    ends = [0]
    for position in range(len(units.texts)):
        indices += [numbers.setdefault(term, len(numbers)) for term in units.terms(position)]
        ends.append(len(indices))
    ones: NDArray[np.int32] = np.ones(len(indices), dtype=np.int32)
    shape = (len(units.texts), max(len(numbers), 1))
    return csr_matrix((ones, indices, ends), shape=shape)
