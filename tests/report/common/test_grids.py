"""One choice of columns and one head for each, whatever shows them."""

from __future__ import annotations

import re

import pytest
from tests.tiny import run_tiny, write_tiny

from goldrank.frames.rows import rows_of
from goldrank.frames.schema import SCHEMA
from goldrank.report.common.grids import cell, coverage_grid, systems_grid
from goldrank.report.page.html import report_html
from goldrank.report.terminal.run import coverage_table, systems_table
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.run import Run

SYSTEMS = ["chunker", "variant", "ranker", "MRR", "Δ raw", "recall@1", "recall@5", "recall@10"]
SYSTEMS += ["recall@20", "nDCG@10", "median", "tokens", ">20", ">100", "split", "outside"]
COVERAGE = ["chunker", "variant", "chunks", "coverage", "cut chunks", "prefix tokens"]
COVERAGE += ["of window", "pushed out", "similarity"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_tiny(write_tiny(tmp_path_factory.mktemp("grids") / "suite"))


def test_the_heads_of_terminal_and_markdown_are_those_of_the_schema(run: Run):
    assert systems_table(run.systems, run.cutoffs).head == SYSTEMS
    assert coverage_table(run.coverage).head == COVERAGE
    lines = summary_markdown(run).splitlines()
    heads = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert SYSTEMS in heads
    assert COVERAGE in heads


def test_the_page_has_the_same_heads_and_one_column_more_of_coverage(run: Run):
    tables = re.findall(r"<thead><tr>(.*?)</tr></thead>", report_html(run))
    heads = [re.findall(r"<th[^>]*>([^<]*)</th>", table) for table in tables]
    assert [name.replace("Δ raw", "Δ MRR").replace(">", "&gt;") for name in SYSTEMS] in heads
    assert [*COVERAGE[:5], "different inputs", *COVERAGE[5:]] in heads


def test_chunkers_that_are_compared_have_a_column_more(run: Run):
    other = run.systems.assign(chunker="other")
    both = type(run.systems)([*rows_of(run.systems), *rows_of(other)])
    assert [c.head for c in systems_grid(both, [1]).numbers][:3] == [
        "MRR",
        "MRR held",
        "Δ {baseline}",
    ]


def test_a_format_shows_a_value_as_its_column_says():
    def shown(table: str, name: str, value: object) -> str:
        return cell(SCHEMA[table].column(name), {name: value, "units": 900})

    assert shown("systems", "RR", 0.5) == ".500"
    assert shown("systems", "RR_change", -0.25) == "−.250"
    assert shown("systems", "median_rank", None) == "> 900"
    assert shown("systems", "outside", None) == "–"
    assert shown("systems", "median_tokens", 1234.0) == "1,234"
    assert shown("coverage", "prefix_tokens", 12.25) == "12.2"


def test_only_what_is_shown_may_be_spared(run: Run):
    grid = coverage_grid(run.coverage)
    assert grid.heads_of(["similarity", "inputs", "chunks"]) == ["similarity", "chunks"]
