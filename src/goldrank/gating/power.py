"""What a gate can see: its false alarms without a change, and its power when there is one.

The noise of a harmless change is made of the user's own ranks: with the probability `churn` a
query's value becomes that of another query, drawn from the same distribution on both sides, so
that both sides are the same in the mean. A change that harms lowers the values of some queries
until the mean has fallen by `drop`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.judge import decide
from goldrank.gating.policy import DEFAULT_DROP
from goldrank.gating.verdicts import Verdict
from goldrank.measuring.exact import decimal_fraction, query_value
from goldrank.measuring.measures import Measure
from goldrank.measuring.stats import holm, randomization_p

Values = NDArray[np.float64]

CHURN = 0.2
QUERIES = (50, 150, 500)
DROPS = (0.0, 0.01, 0.03, 0.05)


@dataclass(frozen=True, slots=True)
class Powered:
    """How often a gate says what, for one number of queries and one true drop."""

    queries: int
    drop: float
    systems: int
    failed: float
    inconclusive: float
    passed: float


def simulate(
    values: Sequence[float],
    queries: int,
    drop: float,
    repetitions: int,
    rng: np.random.Generator,
    alpha: float = 0.05,
    tolerance: float = DEFAULT_DROP,
    churn: float = CHURN,
    systems: int = 1,
    resamples: int = 999,
) -> Powered:
    """Gate so many made-up pairs of runs; `values` are RR of real queries, one each.

    With several `systems`, independent of each other, the gate fails where one of them does.

    >>> simulate([1, 1, 1], 10, 0.0, 5, np.random.default_rng(0)).passed
    1.0
    """
    pool = np.asarray(values, dtype=np.float64)
    if not len(pool) or not 0 <= drop < 1 or not 0 <= churn <= 1:
        raise GoldrankError(
            f"power: expected values, a drop and a churn in [0, 1); got {len(pool)}, {drop}, {churn}"
        )
    allowed = decimal_fraction(tolerance)
    verdicts = [
        _gate_once(pool, queries, drop, rng, alpha, allowed, churn, systems, resamples)
        for _ in range(repetitions)
    ]
    failed = verdicts.count(Verdict.FAIL) / repetitions
    unsure = verdicts.count(Verdict.INCONCLUSIVE) / repetitions
    return Powered(queries, drop, systems, failed, unsure, 1 - failed - unsure)


def _gate_once(
    pool: Values,
    queries: int,
    drop: float,
    rng: np.random.Generator,
    alpha: float,
    allowed: Fraction,
    churn: float,
    systems: int,
    resamples: int,
) -> Verdict:
    drops: list[Fraction] = []
    p_values: list[float] = []
    for _ in range(systems):
        before, after = two_runs(pool, queries, drop, churn, rng)
        fall = Fraction(float(np.mean(before - after)))
        drops.append(fall)
        seed = int(rng.integers(2**31))
        over = fall > allowed
        p_values.append(randomization_p(after - before, seed, "less", resamples) if over else 1.0)
    said = [decide(fall, allowed, p, alpha) for fall, p in zip(drops, holm(p_values), strict=True)]
    order = (Verdict.FAIL, Verdict.INCONCLUSIVE)
    return next((verdict for verdict in order if verdict in said), Verdict.PASS)


def two_runs(
    pool: Values, queries: int, drop: float, churn: float, rng: np.random.Generator
) -> tuple[Values, Values]:
    """The values of the same queries before and after a change.

    Both sides are noisy halves: each keeps the query's own value or, with probability churn / 2,
    takes that of another query. Then queries of the second lose all they have, each with the
    probability that makes the expected drop.
    """
    own = rng.choice(pool, queries)
    before, after = (
        np.where(rng.random(queries) < churn / 2, rng.choice(pool, queries), own) for _ in range(2)
    )
    mean = float(pool.mean())
    if drop and mean:
        after = np.where(rng.random(queries) < drop / mean, 0.0, after)
    return before, after


def values_of(baseline: Baseline, system: str) -> list[float]:
    """RR of each query under one system.

    Raises `GoldrankError` for a system that the baseline lacks.
    """
    if system not in baseline.systems:
        known = ", ".join(baseline.systems)
        raise GoldrankError(f"no system {system!r} in the baseline; it has {known}")
    place = baseline.systems.index(system)
    measure = Measure("RR")
    return [
        float(query_value(measure, [need[place] for need in needs]))
        for needs in baseline.ranks.values()
    ]


def power_table(
    values: Sequence[float],
    repetitions: int,
    seed: int = 0,
    queries: Sequence[int] = QUERIES,
    drops: Sequence[float] = DROPS,
    churn: float = CHURN,
) -> list[Powered]:
    """Every number of queries with every drop; a drop of 0 gives the false alarms."""
    rng = np.random.default_rng(seed)
    return [
        simulate(values, n, drop, repetitions, rng, churn=churn) for n in queries for drop in drops
    ]


def power_markdown(rows: Sequence[Powered]) -> str:
    """The table of a simulation, in Markdown."""
    head = "| queries | true drop of MRR | systems | fails | inconclusive | passes |"
    lines = [head, "| ---: | ---: | ---: | ---: | ---: | ---: |"]
    lines += [
        f"| {row.queries} | {row.drop:g} | {row.systems} | {row.failed:.1%} | "
        f"{row.inconclusive:.1%} | {row.passed:.1%} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"
