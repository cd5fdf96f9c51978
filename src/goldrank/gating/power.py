"""What a gate can see: its false alarms without a change, and its power when there is one.

The noise of a harmless change is made of the user's own ranks: with the probability `churn` a
query's value becomes that of another query, drawn from the same distribution on both sides, so
that both sides are the same in the mean. A change that harms lowers the values of some queries
until the mean has fallen by `drop`. Queries of one document may be made to move together
(`icc`), and systems too (`alike`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.judge import decide
from goldrank.gating.noise import HarmlessChanges
from goldrank.gating.verdicts import Verdict, worst
from goldrank.measuring.clusters import clusters_by_document
from goldrank.measuring.exact import decimal_fraction, query_value
from goldrank.measuring.measures import Measure
from goldrank.measuring.randomization import p_step_down, turned
from goldrank.suites.policy import DEFAULT_DROP

Values = NDArray[np.float64]

CHURN = 0.2
QUERIES = (50, 150, 500)
DROPS = (0.0, 0.01, 0.03, 0.05)


@dataclass(frozen=True, slots=True)
class Design:
    """What is simulated: so many queries over so many documents, systems, a true drop, and noise.

    `documents` of 0 puts every query in a document of its own. `icc` is the intra-class
    correlation of the differences of one document's queries, `alike` how much of the noise the
    systems share; the drop hits all of them.
    """

    queries: int
    drop: float = 0.0
    documents: int = 0
    icc: float = 0.0
    systems: int = 1
    alike: float = 0.0
    churn: float = CHURN
    alpha: float = 0.05
    tolerance: float = DEFAULT_DROP

    @property
    def clusters(self) -> NDArray[np.intp]:
        """The document of each query, of as many queries each as can be."""
        return np.arange(self.queries) % (self.documents or self.queries)


@dataclass(frozen=True, slots=True)
class Powered:
    """How often a gate of one design says what."""

    design: Design
    failed: float
    inconclusive: float
    passed: float


def simulate(
    values: Sequence[float],
    design: Design,
    repetitions: int,
    rng: np.random.Generator,
    resamples: int = 999,
) -> Powered:
    """Gate so many made-up pairs of runs; `values` are RR of real queries, one each.

    >>> simulate([1, 1, 1], Design(10), 5, np.random.default_rng(0)).passed
    1.0
    """
    pool = np.asarray(values, dtype=np.float64)
    if not len(pool) or not 0 <= design.drop < 1 or not 0 <= design.churn <= 1:
        raise GoldrankError(
            f"power: expected values, a drop and a churn in [0, 1); got {len(pool)}, "
            f"{design.drop}, {design.churn}"
        )
    changes = HarmlessChanges.of(pool, design.churn, design.icc)
    said = [_gate_once(changes, design, rng, resamples) for _ in range(repetitions)]
    failed, unsure, passed = (
        said.count(verdict) / repetitions
        for verdict in (Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.PASS)
    )
    return Powered(design, failed, unsure, passed)


def _gate_once(
    changes: HarmlessChanges, design: Design, rng: np.random.Generator, resamples: int
) -> Verdict:
    """One gate on one family of systems; a collapse is not simulated: no such drop is."""
    clusters, allowed = design.clusters, decimal_fraction(design.tolerance)
    drawn = changes.draw(clusters, design.systems, design.drop, design.alike, rng)
    drops = [decimal_fraction(float(drop)) for drop in -drawn.mean(axis=0)]
    if all(drop <= allowed for drop in drops):
        return Verdict.PASS
    found = turned(drawn, clusters, int(rng.integers(2**31)), resamples)
    p_values = p_step_down(found.statistics(-design.tolerance))
    pairs = zip(drops, p_values, strict=True)
    return worst([decide(drop, allowed, p, design.alpha) for drop, p in pairs])


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


def documents_of(baseline: Baseline) -> int:
    """How many clusters the queries of a baseline make, by document."""
    documents: Mapping[str, Sequence[str]] = {
        query: [e.doc_id for need in known.needs for e in need]
        for query, known in baseline.queries.items()
    }
    return len(set(clusters_by_document(documents).values()))


def power_table(
    values: Sequence[float],
    repetitions: int,
    designs: Sequence[Design],
    seed: int = 0,
) -> list[Powered]:
    """Each design once; a drop within the tolerance gives the false alarms."""
    rng = np.random.default_rng(seed)
    return [simulate(values, design, repetitions, rng) for design in designs]


def designs_of(sizes: Mapping[int, int], design: Design) -> list[Design]:
    """Every number of queries (and its number of documents) with every drop."""
    return [
        replace(design, queries=n, documents=documents, drop=drop)
        for n, documents in sizes.items()
        for drop in DROPS
    ]


HEAD = (
    "| queries | documents | ICC | systems | true drop of MRR | fails | inconclusive | passes |\n"
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def power_markdown(rows: Sequence[Powered]) -> str:
    """The table of a simulation, in Markdown."""
    lines = [HEAD]
    for row in rows:
        of = row.design
        lines.append(
            f"| {of.queries} | {of.documents or of.queries} | {of.icc:g} | {of.systems} | "
            f"{of.drop:g} | {row.failed:.1%} | {row.inconclusive:.1%} | {row.passed:.1%} |"
        )
    return "\n".join(lines) + "\n"
