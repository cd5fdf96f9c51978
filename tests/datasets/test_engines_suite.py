"""The bundled suite of engines on the handbook, and what docs/engines.md shows of its table."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.tiny import write_tiny

from goldrank.encoders.folders import default_cache_folder
from goldrank.report.common.grids import engines_grid
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.bundled import find_suite
from goldrank.suites.suite import load_suite

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "engines.md").read_text("utf-8")
RANKERS = ("vector", "bm25", "pq", "pq refined", "tantivy")


@pytest.fixture(scope="module")
def run() -> Run:
    path = find_suite("engines", ROOT)
    table = tomllib.loads(path.read_text("utf-8"))
    asked = {"queries": {**table["queries"], "ids": ["facilities-*"]}, "rankers": list(RANKERS)}
    return run_suite(load_suite(path, asked), default_cache_folder(), tables=("systems", "engines"))


def test_rounding_loses_much_and_whole_vectors_bring_it_back(run: Run):
    rows = run.engines.set_index("ranker")
    assert rows.exact.to_dict() == {"pq": "vector", "pq refined": "vector", "tantivy": "bm25"}
    # Whatever the training began with: five builds found 78.6 to 79.2 and at least 99.96 %.
    assert 0.6 < rows.found["pq"] < 0.95
    assert rows.found["pq refined"] > 0.99
    assert 0.9 < rows.found["tantivy"] < 1
    assert abs(rows.RR_change["pq refined"]) < 0.01


def test_rankers_that_ask_one_index_have_one_digest(run: Run):
    prints = run.fingerprints["rankers"]
    digests = [prints[name].partition(" built ")[2] for name in ("pq", "pq refined")]
    assert digests[0]
    assert digests[0] == digests[1]


def test_the_page_shows_the_heads_of_the_table():
    heads = [head for head in engines_grid().head() if head not in ("chunker", "variant")]
    shown = re.findall(r"^ranker .*$", PAGE, re.MULTILINE)
    assert [re.split(r"\s{2,}", line) for line in shown] == [heads]


def test_the_first_suite_of_the_page_is_one(tmp_path: Path):
    table = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
    rankers, _, rest = table.partition("\n\n")
    # The vectors of these tests have 32 numbers.
    suite = load_suite(write_tiny(tmp_path, rankers + "\n", rest.replace("24", "8")))
    assert [suite.ranker_graph[name].kind for name in suite.rankers] == [
        *("vector", "bm25", "lancedb", "tantivy")
    ]
