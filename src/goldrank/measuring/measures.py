"""Measures: values whose names parse back, computed from the ranks of gold chunks alone.

`RR`, `R`, `P`, `Success`, `AP`, `nDCG` and `Rprec` are trec_eval's, over gold chunks, under the
names of ir_measures; `recall` is ours, over needs: to find one need's evidence twice counts once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.judgments import BEYOND, Judgments
from goldrank.suggest import nearest_names, offer

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measure:
    """A family and, where it has one, a cutoff. Make it with `parse_measure`.

    >>> parse_measure("nDCG@10")
    Measure(family='nDCG', cutoff=10)
    >>> str(parse_measure("nDCG@10"))
    'nDCG@10'
    """

    family: str
    cutoff: int | None = None

    def __str__(self) -> str:
        return self.family if self.cutoff is None else f"{self.family}@{self.cutoff}"

    def __call__(self, judgments: Judgments) -> Values:
        """One value in [0, 1] for each query, 0.0 where nothing was retrieved.

        >>> from goldrank.measuring.judgments import Gold
        >>> needs = [[Gold(3), Gold(4)], []]  # the second need is split
        >>> [float(parse_measure(m)(Judgments.of([needs]))[0]) for m in ("RR", "recall@5", "R@3")]
        [0.333, 0.5, 0.333]
        """
        return _FAMILIES[self.family].values(judgments, self.cutoff)


def parse_measure(name: str) -> Measure:
    """The measure of that name: `RR`, `RR@10`, `R@5`, `recall@5`, `nDCG@10`, `AP`, `Rprec`, ….

    Raises `GoldrankError` for another name, with the nearest known one.

    >>> parse_measure("ndcg@10")
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: measure 'ndcg@10' is not known; did you mean 'nDCG@10'?
    """
    match = re.fullmatch(r"([A-Za-z]+)(?:@([1-9][0-9]*))?", name)
    family = _FAMILIES.get(match[1]) if match else None
    if match is None or family is None or (match[2] is not None) not in family.cutoff:
        raise GoldrankError(f"measure {name!r} is not known{offer([_nearest(name)])}")
    return Measure(match[1], int(match[2]) if match[2] else None)


_MEANS = {"MRR": "RR", "MAP": "AP"}


def of_a_query(name: str) -> str:
    """The measure of which a name is the mean over queries; another name as it is.

    >>> of_a_query("MRR"), of_a_query("MRR@10"), of_a_query("MAP"), of_a_query("nDCG@10")
    ('RR', 'RR@10', 'AP', 'nDCG@10')
    """
    family, at, cutoff = name.partition("@")
    return f"{_MEANS.get(family, family)}{at}{cutoff}"


def mean(values: Iterable[float]) -> float:
    """The mean over queries, the same whatever their order.

    Raises `GoldrankError` where there is no query: no number would be true.

    >>> mean([1.0, 0.0])
    0.5
    """
    scored = list(values)
    if not scored:
        raise GoldrankError(
            "no query could be scored: expected at least one query with gold, got none; "
            "look at the queries' evidence"
        )
    return math.fsum(scored) / len(scored)


def median_rank(ranks: Iterable[int | None]) -> float | None:
    """The median rank, where `None` is beyond the last; `None` where the median is beyond it.

    Raises `GoldrankError` where there is no rank.

    >>> median_rank([3, None, 8]), median_rank([3, None, None]), median_rank([3, 4])
    (8.0, None, 3.5)
    """
    placed = sorted(math.inf if rank is None else float(rank) for rank in ranks)
    if not placed:
        raise GoldrankError("median rank: expected at least one rank, got none")
    median = (placed[(len(placed) - 1) // 2] + placed[len(placed) // 2]) / 2
    return median if math.isfinite(median) else None


def _rr(judged: Judgments, cutoff: int | None) -> Values:
    best = judged.best
    return np.where(best <= _last(cutoff), 1.0 / best, 0.0)


def _success(judged: Judgments, cutoff: int | None) -> Values:
    return (judged.best <= _last(cutoff)).astype(np.float64)


def _found(judged: Judgments, cutoff: int | None) -> Values:
    return judged.per_query(judged.relevant & (judged.rank <= _last(cutoff)))


def _recall_of_chunks(judged: Judgments, cutoff: int | None) -> Values:
    return _share(_found(judged, cutoff), judged.total)


def _precision(judged: Judgments, cutoff: int | None) -> Values:
    return _found(judged, cutoff) / _last(cutoff)


def _r_precision(judged: Judgments, cutoff: int | None) -> Values:
    found = judged.relevant & (judged.rank <= judged.total[judged.query])
    return _share(judged.per_query(found), judged.total)


def _average_precision(judged: Judgments, cutoff: int | None) -> Values:
    counted = judged.relevant & (judged.rank <= _last(cutoff))
    return _share(judged.per_query(counted * judged.nth / judged.rank), judged.total)


def _ndcg(judged: Judgments, cutoff: int | None) -> Values:
    last = _last(cutoff)
    gained = judged.per_query((judged.rank <= last) * judged.gain / np.log2(judged.rank + 1.0))
    places = judged.ideal_place
    best = judged.per_query((places <= last) * judged.gain / np.log2(places + 1.0))
    return _share(gained, best)


def _recall_of_needs(judged: Judgments, cutoff: int | None) -> Values:
    met = judged.need_best <= _last(cutoff)
    size = len(judged.total)
    return _share(
        np.bincount(judged.need_query, weights=met, minlength=size),
        np.bincount(judged.need_query, minlength=size),
    )


def _last(cutoff: int | None) -> int:
    return BEYOND - 1 if cutoff is None else cutoff


def _share(part: NDArray[Any], whole: NDArray[Any]) -> Values:
    return np.where(whole > 0, part / np.maximum(whole, np.finfo(np.float64).tiny), 0.0)


@dataclass(frozen=True, slots=True)
class _Family:
    """How to compute a measure, and whether it is written with a cutoff, without, or either."""

    values: Callable[[Judgments, int | None], Values]
    cutoff: Sequence[bool]


_FAMILIES = {
    "RR": _Family(_rr, (True, False)),
    "recall": _Family(_recall_of_needs, (True,)),
    "R": _Family(_recall_of_chunks, (True,)),
    "Success": _Family(_success, (True,)),
    "nDCG": _Family(_ndcg, (True, False)),
    "AP": _Family(_average_precision, (True, False)),
    "P": _Family(_precision, (True,)),
    "Rprec": _Family(_r_precision, (False,)),
}

# What people write for them elsewhere; a mean is not another measure.
_ELSEWHERE = {
    "mrr": "RR",
    "recip_rank": "RR",
    "map": "AP",
    "precision": "P",
    "hit": "Success",
    "hits": "Success",
    "hitrate": "Success",
    "hit_rate": "Success",
}


def _nearest(name: str) -> str:
    word, _, digits = re.sub(r"[@_. ]*([0-9]+)$", r"@\1", name.strip()).partition("@")
    folded = {family.casefold(): family for family in _FAMILIES} | _ELSEWHERE
    close = nearest_names(word.casefold(), folded, alike=0.0)
    family = folded[close[0]] if close else "RR"
    if True not in _FAMILIES[family].cutoff:
        return family
    known = digits.isdecimal() and int(digits) > 0
    needed = False not in _FAMILIES[family].cutoff
    return f"{family}@{int(digits)}" if known else f"{family}@5" if needed else family
