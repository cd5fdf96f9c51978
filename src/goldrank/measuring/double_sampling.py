"""Shares in a population of which a rule labels all, and a person a sample: corrected for its errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.randomization import Interval
from goldrank.measuring.shares import ALPHA, score_interval

Floats = NDArray[np.float64]

FEWEST = 5
"""Labels with fewer sampled units than these are taken together with the next smallest."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The share of each class, `(classes,)`, the intervals that hold together, and what it is worth.

    `worth` is, of each class, how many units read at random would tell it as well.
    """

    shares: tuple[float, ...]
    intervals: tuple[Interval, ...]
    worth: tuple[float, ...]


def corrected_shares(table: ArrayLike, labelled: Sequence[int], alpha: float = ALPHA) -> Corrected:
    """The shares of true classes, from a sample that has both and a population that has labels.

    `table[k, j]` counts sampled units with label `k` and class `j`; `labelled[k]` is how many of the
    population have label `k`. Of each label the sample says which classes it stands for, and the
    labels weigh as they do in the population: sum over k of `labelled[k] / N * table[k, j] / n[k]`.
    Units are drawn without replacement. A label of which fewer than 5 were drawn, and others are
    left, is pooled with the next smallest.

    Source: Tenenbein, "A double sampling scheme for estimating from misclassified multinomial
    data with applications to sampling inspection" (1972), whose maximum likelihood estimate it is;
    the variance given the sample's labels by Holt and Smith, "Post stratification" (1979), each
    label's shares drawn towards the mean by one unit, so that a label on which all agree is not
    taken for free of error. Intervals as in `share_intervals`, with the draws that this variance
    is worth.

    Raises:
        GoldrankError: the shapes do not fit, nothing was drawn, or more than there are.

    >>> found = corrected_shares([[40, 10], [5, 45]], [900, 100])
    >>> found.shares  # .9 * .8 + .1 * .1
    (0.73, 0.27)
    """
    counts, of = np.asarray(table, dtype=np.float64), np.asarray(labelled, dtype=np.float64)
    if counts.ndim != 2 or of.shape != counts.shape[:1]:
        raise GoldrankError(f"expected a row of counts for each of {of.size} labels")
    if counts.sum() == 0 or (counts.sum(axis=1) > of).any():
        raise GoldrankError("expected some units of the population in the sample, of no label more")
    counts, of = _pooled(counts, of)
    drawn, weights = counts.sum(axis=1), of / of.sum()
    shares = weights @ (counts / drawn[:, None])
    overall = counts.sum(axis=0) / counts.sum()
    likely = (counts + overall) / (drawn + 1)[:, None]
    left = (of - drawn) / np.maximum(of - 1, 1)  # nothing is left to chance where all were drawn
    variances = (weights**2 * left / drawn) @ (likely * (1 - likely))
    worth = _worth(shares, variances, overall, float(drawn.sum()))
    intervals = [
        score_interval(float(share), float(draws), len(shares), alpha)
        for share, draws in zip(shares, worth, strict=True)
    ]
    return Corrected(tuple(map(float, shares)), tuple(intervals), tuple(map(float, worth)))


def _worth(shares: Floats, variances: Floats, overall: Floats, drawn: float) -> Floats:
    """How many draws have this variance; where no unit has the class, as many as were drawn."""
    binomial = shares * (1 - shares)
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.where(variances > 0, binomial / variances, np.inf)
    return np.where((binomial > 0) | (variances == 0), worth, drawn)


def _pooled(counts: Floats, of: Floats) -> tuple[Floats, Floats]:
    """Labels that nobody has left out, and small ones taken together."""
    counts, of = counts[of > 0], of[of > 0]
    while len(of) > 1:
        drawn = counts.sum(axis=1)
        few = (drawn < FEWEST) & (drawn < of)
        if not few.any():
            break
        order = np.argsort(drawn, kind="stable")
        small = next(at for at in order if few[at])
        other = next(at for at in order if at != small)
        counts[other] += counts[small]
        of[other] += of[small]
        counts, of = np.delete(counts, small, axis=0), np.delete(of, small)
    return counts, of
