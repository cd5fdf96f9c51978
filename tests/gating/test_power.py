"""Simulated gates: their arithmetic, their noise, and the tables in the docs."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from goldrank.errors import GoldrankError
from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.noise import HarmlessChanges, two_runs
from goldrank.gating.power import (
    Design,
    Powered,
    designs_of,
    documents_of,
    power_markdown,
    simulate,
    values_of,
)

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / "bench" / "baselines" / "handbook.json"


def table(name: str) -> list[list[str]]:
    """The cells of a table in docs/gate.md that the script writes between its markers."""
    text = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    inside = text.split(f"<!-- {name} -->")[1].split("<!-- end -->")[0]
    lines = inside.strip().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]


def share(cell: str) -> float:
    """A percentage as a share."""
    return float(cell.partition("%")[0]) / 100


def test_the_docs_show_false_alarms_near_alpha_and_never_far_above() -> None:
    rows = table("false alarms")
    assert [(row[0], row[1]) for row in rows] == [
        (documents, icc) for documents in ("10", "20", "60") for icc in ("0", "0.1", "0.2")
    ]
    for row in rows:
        held = [share(cell) for cell in (*row[3:6], *row[7:])]
        # 4 to 6 %, and three standard errors of 2,000 gates.
        assert all(0.04 - 0.015 <= one <= 0.06 + 0.015 for one in held)
    # What the table is there to show: queries of few documents are not independent.
    assert share(rows[1][2]) > 0.12


def test_the_docs_show_power_that_grows_with_queries_and_drops() -> None:
    rows = {(r[0], r[2], r[3]): share(r[5]) for r in table("power")}
    for systems in ("1", "14"):
        for queries in ("50", "300", "1,000"):
            by_drop = [rows[queries, systems, drop] for drop in ("0", "0.03", "0.1")]
            assert by_drop == sorted(by_drop)
        by_size = [rows[queries, systems, "0.1"] for queries in ("50", "300", "1,000")]
        assert by_size == sorted(by_size)


def test_a_cell_of_the_docs_comes_out_again() -> None:
    values = values_of(read_baseline(SHARED), "heading/raw/vector")
    row = next(r for r in table("power") if r[:4] == ["300", "60", "1", "0.03"])
    design = Design(300, 0.03, 60, 0.1)
    again = simulate(values, design, 200, np.random.default_rng(1), resamples=499)
    # Four standard errors of 200 gates.
    assert again.failed == pytest.approx(share(row[5]), abs=4 * math.sqrt(0.25 / 200))
    assert again.passed == pytest.approx(share(row[7]), abs=4 * math.sqrt(0.25 / 200))


@pytest.mark.parametrize(("documents", "icc"), [(10, 0.2), (60, 0.1)])
def test_a_drop_at_the_tolerance_fails_in_alpha_of_gates(documents: int, icc: float) -> None:
    values = values_of(read_baseline(SHARED), "heading/raw/vector")
    design = Design(300, 0.01, documents, icc)
    found = simulate(values, design, 400, np.random.default_rng(3), resamples=499)
    # Three standard errors of 400 gates around 5 %.
    assert found.failed == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / 400))


def test_many_queries_do_not_make_an_allowed_drop_fail() -> None:
    values = values_of(read_baseline(SHARED), "heading/raw/vector")
    found = simulate(values, Design(2000, 0.009), 150, np.random.default_rng(0), resamples=199)
    assert found.failed <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 150)


def test_differences_correlate_within_documents_as_asked_and_are_harmless() -> None:
    pool = np.array([1.0, 0.5, 0.25, 0.0])
    for icc in (0.0, 0.1, 0.2):
        changes = HarmlessChanges.of(pool, 0.2, icc)
        drawn = changes.draw(np.arange(60_000) % 30_000, 1, 0.0, 0.0, np.random.default_rng(0))[
            :, 0
        ]
        pairs = np.corrcoef(drawn[:30_000], drawn[30_000:])[0, 1]
        # The standard error of a correlation of 30,000 pairs is .006; zeros make it larger.
        assert pairs == pytest.approx(icc, abs=0.03)
        assert drawn.mean() == pytest.approx(0, abs=0.005)


def test_systems_share_as_much_noise_as_asked() -> None:
    changes = HarmlessChanges.of(np.linspace(0, 1, 50), 1.0, 0.0)
    alike, apart = (
        changes.draw(np.arange(20_000), 2, 0.0, part, np.random.default_rng(0)) for part in (1, 0)
    )
    assert np.array_equal(alike[:, 0], alike[:, 1])
    assert np.corrcoef(apart.T)[0, 1] == pytest.approx(0, abs=0.03)


def test_the_two_halves_of_an_a_a_test_have_one_mean_and_the_churn_asked_for() -> None:
    pool = np.linspace(0, 1, 1001)
    before, after = two_runs(pool, 40_000, 0.0, 0.2, np.random.default_rng(0))
    assert before.mean() == pytest.approx(after.mean(), abs=0.01)
    # Both keep their value with .9 * .9.
    assert np.mean(before != after) == pytest.approx(0.19, abs=0.01)


def test_the_drop_that_was_asked_for_is_there() -> None:
    changes = HarmlessChanges.of(np.array([1.0, 0.5, 0.25, 0.0]), 0.0, 0.0)
    drawn = changes.draw(np.arange(200_000), 1, 0.05, 0.0, np.random.default_rng(0))
    assert drawn.mean() == pytest.approx(-0.05, abs=0.003)


def test_every_size_has_every_drop_and_its_own_documents() -> None:
    designs = designs_of({50: 10, 150: 30}, Design(0, icc=0.2))
    assert [(d.queries, d.documents, d.drop) for d in designs[:2]] == [
        (50, 10, 0.0),
        (50, 10, 0.01),
    ]
    assert len(designs) == 8
    assert {d.icc for d in designs} == {0.2}


def test_the_documents_of_a_baseline_are_counted() -> None:
    assert documents_of(read_baseline(SHARED)) == 60


def test_a_table_is_markdown() -> None:
    text = power_markdown([Powered(Design(50, 0.01, 10, 0.1), 0.125, 0.25, 0.625)])
    assert text.splitlines()[-1] == "| 50 | 10 | 0.1 | 1 | 0.01 | 12.5% | 25.0% | 62.5% |"


def test_nothing_to_simulate_from_is_an_error() -> None:
    with pytest.raises(GoldrankError, match="expected values, a drop and a churn"):
        simulate([], Design(50, 0.01), 1, np.random.default_rng(0))
    with pytest.raises(
        GoldrankError, match="no system 'a/b/c' in the baseline; it has heading/raw"
    ):
        values_of(read_baseline(SHARED), "a/b/c")
