"""Write the tables of docs/gate.md: false alarms of the gate, its power, and the rule of clusters.

    python scripts/simulate_gate.py                  # prints them
    python scripts/simulate_gate.py --write          # writes them into docs/gate.md

The values of RR are those of heading/raw/vector in the committed baseline of the default suite.
"earlier" is a test over single queries against no change, Holm-corrected over systems: what a
gate does that takes queries for independent and its tolerance for no part of the question.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.noise import HarmlessChanges
from goldrank.gating.power import Design, Powered, simulate, values_of
from goldrank.measuring.clusters import clusters_by_document
from goldrank.measuring.randomization import p_less, turned

ROOT = Path(__file__).resolve().parents[1]
BASELINE = ROOT / "bench" / "baselines" / "handbook.json"
DOCS = ROOT / "docs" / "gate.md"
SYSTEM = "heading/raw/vector"
QUERIES = 300
ALIKE = 0.8
Documents = Mapping[int, Sequence[int]]


def false_alarms(values: Sequence[float], repetitions: int) -> str:
    """No change without a tolerance, and a true drop that equals the tolerance."""
    lines = [
        "| documents | ICC | earlier, no change | 1 system | 6 systems | 14 systems | "
        "earlier, at the tolerance | 1 system | 6 systems | 14 systems |",
        "| ---: " * 10 + "|",
    ]
    for documents, icc in itertools.product((10, 20, 60), (0.0, 0.1, 0.2)):
        cells = [f"{documents}", f"{icc:g}"]
        for level in (0.0, 0.01):
            one = Design(QUERIES, level, documents, icc, tolerance=level)
            cells.append(f"{earlier(values, one, repetitions):.1%}")
            for systems in (1, 6, 14):
                design = Design(QUERIES, level, documents, icc, systems, 0.5, tolerance=level)
                cells.append(f"{_failed(values, design, repetitions):.1%}")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def power(values: Sequence[float], repetitions: int) -> str:
    """True drops beyond the default tolerance, with five queries a document."""
    lines = [
        "| queries | documents | systems | true drop | earlier fails | fails | inconclusive | "
        "passes |",
        "| ---: " * 8 + "|",
    ]
    for queries, systems, drop in itertools.product((50, 300, 1000), (1, 14), (0.0, 0.03, 0.1)):
        design = Design(queries, drop, queries // 5, 0.1, systems, ALIKE)
        found = _simulated(values, design, repetitions)
        lines.append(
            f"| {queries:,} | {design.documents} | {systems} | {drop:g} | "
            f"{earlier(values, design, repetitions):.1%} | {found.failed:.1%} | "
            f"{found.inconclusive:.1%} | {found.passed:.1%} |"
        )
    return "\n".join(lines)


def earlier(values: Sequence[float], design: Design, repetitions: int) -> float:
    """How often the earlier gate fails: signs of single queries, no change as the null, Holm."""
    changes = HarmlessChanges.of(np.asarray(values), design.churn, design.icc)
    rng = np.random.default_rng(1)
    failed = 0
    for _ in range(repetitions):
        drawn = changes.draw(design.clusters, design.systems, design.drop, design.alike, rng)
        over = -drawn.mean(axis=0) > design.tolerance
        if over.any():
            p = np.array(p_less(turned(drawn, None, int(rng.integers(2**31)), 499)))
            failed += float(np.where(over, p, 1.0).min()) * design.systems <= design.alpha
    return failed / repetitions


def rules(repetitions: int) -> str:
    """False alarms of rules for the cluster of a query whose evidence stands in several documents."""
    named: dict[str, Callable[[Documents], Mapping[int, object]]] = {
        "joined by any shared document": _components,
        "the most shared document": _most_shared,
        "the first document": lambda documents: {q: names[0] for q, names in documents.items()},
        "each query": lambda documents: {q: q for q in documents},
    }
    lines = ["| evidence | documents | " + " | ".join(named) + " |", "| --- |" + " ---: |" * 5]
    for kind, documents in itertools.product(KINDS, (20, 60)):
        rng = np.random.default_rng(2)
        alarms: Counter[str] = Counter()
        count: Counter[str] = Counter()
        for round_ in range(repetitions):
            held = {q: KINDS[kind](rng, documents) for q in range(QUERIES)}
            moved = rng.standard_normal(documents + 1)
            shared = np.array([moved[list(names)].mean() for names in held.values()])
            changes = np.sqrt(0.1) * shared + np.sqrt(0.9) * rng.standard_normal(QUERIES)
            for name, rule in named.items():
                found = turned(changes, list(rule(held).values()), round_, 499)
                alarms[name] += p_less(found)[0] <= 0.05
                count[name] += found.clusters
        shares = [f"{alarms[n] / repetitions:.1%} ({count[n] // repetitions})" for n in named]
        lines.append(f"| {kind} | {documents} | " + " | ".join(shares) + " |")
    return "\n".join(lines)


Draw = Callable[[np.random.Generator, int], tuple[int, ...]]


def _second(chance: float, hub: bool, first: bool = False) -> Draw:
    """One document of so many, and with a chance another one, or the last, which all may share."""

    def draw(rng: np.random.Generator, documents: int) -> tuple[int, ...]:
        one, other = (int(n) for n in rng.integers(0, documents, 2))
        if rng.random() >= chance:
            return (one,)
        more = documents if hub else other
        return (more, one) if first else (one, more)

    return draw


KINDS: dict[str, Draw] = {
    "in one document": _second(0, hub=False),
    "a third in two": _second(1 / 3, hub=False),
    "all in two": _second(1, hub=False),
    "half also in one hub": _second(0.5, hub=True),
    "a third first in one hub": _second(1 / 3, hub=True, first=True),
}


def _components(documents: Documents) -> dict[int, int]:
    above: dict[int, int] = {}

    def root(name: int) -> int:
        while above.setdefault(name, name) != name:
            name = above[name]
        return name

    for names in documents.values():
        for name in names:
            above[root(name)] = root(names[0])
    return {query: root(names[0]) for query, names in documents.items()}


def _most_shared(documents: Documents) -> dict[int, str]:
    found = clusters_by_document({str(q): list(map(str, d)) for q, d in documents.items()})
    return {int(query): name for query, name in found.items()}


def _simulated(values: Sequence[float], design: Design, repetitions: int) -> Powered:
    return simulate(values, design, repetitions, np.random.default_rng(0))


def _failed(values: Sequence[float], design: Design, repetitions: int) -> float:
    return _simulated(values, design, repetitions).failed


def written(text: str, tables: Mapping[str, str]) -> str:
    """The page with each table between its two markers."""
    for name, table in tables.items():
        head, rest = text.split(f"<!-- {name} -->\n", 1)
        tail = rest.split("<!-- end -->", 1)[1]
        text = f"{head}<!-- {name} -->\n{table}\n<!-- end -->{tail}"
    return text


def main() -> None:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=2000)
    parser.add_argument("--write", action="store_true", help="into docs/gate.md")
    asked = parser.parse_args()
    values = values_of(read_baseline(BASELINE), SYSTEM)
    tables = {
        "false alarms": false_alarms(values, asked.repetitions),
        "power": power(values, asked.repetitions // 2),
        "clusters": rules(asked.repetitions // 2),
    }
    if asked.write:
        DOCS.write_text(written(DOCS.read_text(encoding="utf-8"), tables), encoding="utf-8")
    else:
        print("\n\n".join(tables.values()))


if __name__ == "__main__":
    main()
