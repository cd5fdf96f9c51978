"""Simulated gates: their arithmetic, and the table in the docs."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from goldrank.errors import GoldrankError
from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.power import Powered, power_markdown, simulate, two_runs, values_of

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (\d+) \| ([\d.]+) \| (\d+) \| ([\d.]+)% \| ([\d.]+)% \| ([\d.]+)% \|$", re.M)


def documented() -> list[Powered]:
    """The rows of the table in docs/gate.md."""
    rows = ROW.findall((ROOT / "docs" / "gate.md").read_text(encoding="utf-8"))
    shares = [[float(cell) / 100 for cell in row[3:]] for row in rows]
    return [
        Powered(int(row[0]), float(row[1]), int(row[2]), *share)
        for row, share in zip(rows, shares, strict=True)
    ]


def test_the_table_in_the_docs_holds_false_alarms_at_or_below_alpha() -> None:
    alarms = [row for row in documented() if row.drop == 0]
    assert [(row.queries, row.systems) for row in alarms] == [
        (50, 1),
        (150, 1),
        (500, 1),
        (150, 12),
    ]
    # Of 2,000 gates: alpha and two standard errors.
    assert all(row.failed <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / 2000) for row in alarms)


def test_the_table_in_the_docs_has_every_drop_at_every_size_and_is_ordered() -> None:
    rows = {(row.queries, row.drop): row.failed for row in documented() if row.systems == 1}
    for queries in (50, 150, 500):
        assert rows[queries, 0.01] < rows[queries, 0.03] < rows[queries, 0.05]
    assert rows[50, 0.05] < rows[150, 0.05] < rows[500, 0.05]


@pytest.mark.parametrize(("queries", "drop"), [(150, 0.0), (50, 0.05)])
def test_a_row_of_the_docs_comes_out_again(queries: int, drop: float) -> None:
    values = values_of(
        read_baseline(ROOT / "bench" / "baselines" / "handbook.json"), "heading/raw/vector"
    )
    again = simulate(values, queries, drop, 150, np.random.default_rng(1), resamples=499)
    row = next(r for r in documented() if (r.queries, r.drop, r.systems) == (queries, drop, 1))
    # Four standard errors of 150 gates.
    assert again.failed == pytest.approx(row.failed, abs=4 * math.sqrt(0.25 / 150))
    assert again.passed == pytest.approx(row.passed, abs=4 * math.sqrt(0.25 / 150))


def test_the_two_halves_of_an_a_a_test_have_one_mean_and_the_churn_asked_for() -> None:
    pool = np.linspace(0, 1, 1001)
    before, after = two_runs(pool, 40_000, 0.0, 0.2, np.random.default_rng(0))
    assert before.mean() == pytest.approx(after.mean(), abs=0.01)
    # Both keep their value with .9 * .9.
    assert np.mean(before != after) == pytest.approx(0.19, abs=0.01)


def test_the_drop_that_was_asked_for_is_there() -> None:
    pool = np.array([1.0, 0.5, 0.25, 0.0])
    before, after = two_runs(pool, 200_000, 0.05, 0.0, np.random.default_rng(0))
    assert np.mean(before - after) == pytest.approx(0.05, abs=0.003)


def test_a_table_is_markdown() -> None:
    text = power_markdown([Powered(50, 0.01, 1, 0.125, 0.25, 0.625)])
    assert text.splitlines()[-1] == "| 50 | 0.01 | 1 | 12.5% | 25.0% | 62.5% |"


def test_nothing_to_simulate_from_is_an_error() -> None:
    with pytest.raises(GoldrankError, match="expected values, a drop and a churn"):
        simulate([], 50, 0.01, 1, np.random.default_rng(0))
    baseline = read_baseline(ROOT / "bench" / "baselines" / "handbook.json")
    with pytest.raises(
        GoldrankError, match="no system 'a/b/c' in the baseline; it has heading/raw"
    ):
        values_of(baseline, "a/b/c")
