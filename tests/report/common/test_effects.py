"""What fusion does, where a gain comes from: said from the tables of a run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import goldrank
from goldrank.report.common.effects import side_lines
from goldrank.report.rewrite import write_again
from goldrank.runs.run import Run

REPORT = Path(__file__).resolve().parents[3] / "reports" / "handbook"


@pytest.fixture(scope="module")
def run() -> Run:
    return goldrank.load(REPORT)


def _ranks(run: Run, ranker: str) -> pd.Series:
    mine = run.needs[(run.needs.variant == "raw") & (run.needs.ranker == ranker) & ~run.needs.split]
    ranks: pd.Series = mine.set_index(["query_id", "need"])["rank"].astype("float64")
    return ranks.fillna(float("inf"))


def test_fusion_is_counted_against_the_better_single_ranker(run: Run):
    better = pd.concat([_ranks(run, "vector"), _ranks(run, "bm25")], axis=1).min(axis=1)
    fused = _ranks(run, "rrf")
    below, above = int((fused > better).sum()), int((fused < better).sum())
    assert f"RRF ranks {below} of {len(fused)} needs below" in side_lines(run)[0]
    assert f"and {above} above (net {above - below:+})" in side_lines(run)[0]


def test_the_needs_that_fusion_harms_are_listed(run: Run, tmp_path: Path):
    write_again(REPORT, "csv", tmp_path)
    lines = (tmp_path / "fusion.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("chunker,variant,query_id,need,vector,bm25,rrf")
    assert all(line.endswith(",below") for line in lines[1:])
    assert len(lines) == 1 + int(run.fusion_counts.below.sum())


def test_what_a_variant_changes_names_each_side(run: Run):
    changes = run.systems[run.systems.ranker == "rrf"].set_index("variant").RR_change
    told = next(
        line for line in side_lines(run) if line.startswith("What breadcrumb changes of RRF")
    )
    for variant, side in (
        ("breadcrumb-dense", "vector side only"),
        ("breadcrumb-lexical", "lexical side only"),
        ("breadcrumb", "both sides"),
    ):
        assert f"{side} {changes[variant]:+.3f}" in told
