"""How far two people agree on the units that both have graded."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldrank.errors import GoldrankError
from goldrank.judging.grades import MOST, Judged, Unit

GRADES = tuple(range(MOST + 1))


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two people's grades of the units that both graded, and how many only one did.

    `counts[i][j]` is how many units have grade i by the first and j by the second. The
    coefficients are 1 where all agree and 0 where they agree as by chance; `None` where chance
    alone would agree on everything, because nobody used a second grade.
    """

    units: tuple[tuple[Unit, int, int], ...]
    only_first: int
    only_second: int
    kappa: float | None
    kappa_weighted: float | None
    kappa_relevant: float | None
    alpha: float | None

    @property
    def counts(self) -> list[list[int]]:
        """Shape (4, 4): the first's grades down, the second's across."""
        table = [[0] * len(GRADES) for _ in GRADES]
        for _, first, second in self.units:
            table[first][second] += 1
        return table

    @property
    def same(self) -> int:
        """How many units have the same grade by both."""
        return sum(first == second for _, first, second in self.units)

    @property
    def differing(self) -> list[tuple[Unit, int, int]]:
        """The units on which they differ, those farthest apart first."""
        apart = [each for each in self.units if each[1] != each[2]]
        return sorted(apart, key=lambda each: (-abs(each[1] - each[2]), each[0]))

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        return {
            "both": len(self.units),
            "same": self.same,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "kappa": self.kappa,
            "kappa_weighted": self.kappa_weighted,
            "kappa_relevant": self.kappa_relevant,
            "alpha": self.alpha,
            "counts": self.counts,
            "differing": [
                {"query_id": unit[0], "unit_id": unit[1], "first": first, "second": second}
                for unit, first, second in self.differing
            ],
        }


def agreement(first: Mapping[Unit, Judged], second: Mapping[Unit, Judged]) -> Agreement:
    """Compare two people's judgments.

    Cohen's kappa, plain, with quadratic weights, and of relevant (1 and up) or not; Krippendorff's
    alpha of ordered grades. Raises `GoldrankError` where no unit was graded by both.

    Source: Cohen (1960, 1968), by scikit-learn; Krippendorff, "Computing Krippendorff's
    Alpha-Reliability" (2011), by the package krippendorff.
    """
    both = [unit for unit in first if unit in second]
    if not both:
        raise GoldrankError(
            f"no unit was graded by both: the first graded {len(first)}, the second {len(second)}; "
            "name two judges of one pool"
        )
    a, b = ([judged[unit].grade for unit in both] for judged in (first, second))
    return Agreement(
        tuple(zip(both, a, b, strict=True)),
        len(first) - len(both),
        len(second) - len(both),
        _kappa(a, b),
        _kappa(a, b, "quadratic"),
        _kappa([grade > 0 for grade in a], [grade > 0 for grade in b]),
        _alpha(a, b),
    )


def _kappa(a: Sequence[int], b: Sequence[int], weights: str | None = None) -> float | None:
    from sklearn.metrics import cohen_kappa_score

    if len({*a, *b}) < 2:
        return None
    # Weights are of the distance between grades, so grades that nobody used count as places.
    labels = list(GRADES) if weights else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = float(cohen_kappa_score(a, b, weights=weights, labels=labels))
    return found if math.isfinite(found) else None


def _alpha(a: Sequence[int], b: Sequence[int]) -> float | None:
    try:
        import krippendorff
    except ImportError as error:
        raise GoldrankError(
            "Krippendorff's alpha: expected the package krippendorff, which is not installed; "
            "install goldrank[agreement]"
        ) from error
    if len({*a, *b}) < 2:
        return None
    ratings = np.array([a, b], dtype=np.float64)
    return float(krippendorff.alpha(ratings, level_of_measurement="ordinal"))
