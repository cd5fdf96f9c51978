"""Print the table of docs/gate.md: false alarms of the gate (A/A) and its power (A/B).

    python scripts/simulate_gate.py

The values of RR are those of heading/raw/vector in the committed baseline of the default suite.
With --repetitions 2000 (the default) it takes some minutes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.power import DROPS, QUERIES, Powered, power_markdown, simulate, values_of

BASELINE = Path(__file__).resolve().parents[1] / "bench" / "baselines" / "handbook.json"
SYSTEM = "heading/raw/vector"


def table(repetitions: int, seed: int = 0) -> list[Powered]:
    """A/A for one system and for twelve at once, then A/B for each drop."""
    values = values_of(read_baseline(BASELINE), SYSTEM)
    rng = np.random.default_rng(seed)
    rows = [simulate(values, n, 0.0, repetitions, rng) for n in QUERIES]
    rows.append(simulate(values, 150, 0.0, repetitions, rng, systems=12))
    rows += [simulate(values, n, drop, repetitions, rng) for n in QUERIES for drop in DROPS[1:]]
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=2000)
    print(power_markdown(table(parser.parse_args().repetitions)), end="")


if __name__ == "__main__":
    main()
