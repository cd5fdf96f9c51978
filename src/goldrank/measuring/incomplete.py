"""Measures where not every unit is judged: bpref, and condensed lists.

Buckley and Voorhees, "Retrieval Evaluation with Incomplete Information" (SIGIR 2004); Sakai,
"Alternatives to Bpref" (SIGIR 2007).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldrank.errors import GoldrankError
from goldrank.measuring.judgments import Gold

Grades = Mapping[str, int]


def bpref(ranking: Sequence[str], grades: Grades) -> float:
    """How rarely a judged unit that is not relevant stands before a relevant one, as trec_eval counts it.

    `ranking` is what was retrieved, best first; `grades` are of the judged units, and 1 and up is
    relevant. With R relevant units and N others judged, each relevant one that is retrieved adds
    1 - min(n, R) / min(R, N), where n of the N stand before it, and the sum is divided by R. What
    is not judged does not count. Raises `GoldrankError` where no unit is relevant.

    >>> bpref(["a", "b", "c", "?"], {"a": 0, "b": 1, "c": 1, "d": 0})
    0.5
    """
    relevant = sum(grade > 0 for grade in grades.values())
    if not relevant:
        raise GoldrankError("bpref: expected a judged unit that is relevant, got none")
    least = min(relevant, len(grades) - relevant)
    before, found = 0, 0.0
    for grade in (grades[unit] for unit in ranking if unit in grades):
        if grade > 0:
            found += 1 - min(before, relevant) / least if before else 1
        else:
            before += 1
    return found / relevant


def condensed(ranking: Sequence[str], grades: Grades) -> list[str]:
    """`ranking` without what is not judged.

    >>> condensed(["a", "?", "b"], {"a": 0, "b": 1})
    ['a', 'b']
    """
    return [unit for unit in ranking if unit in grades]


def gold_of(ranking: Sequence[str], grades: Grades) -> list[Gold]:
    """The judged units with their ranks, as measures take them; what is not retrieved has none.

    >>> gold_of(["?", "b"], {"a": 2, "b": 1})
    [Gold(rank=None, grade=2, unit='a'), Gold(rank=2, grade=1, unit='b')]
    """
    places = {unit: rank for rank, unit in enumerate(ranking, start=1)}
    return [Gold(places.get(unit), grade, unit) for unit, grade in grades.items()]
