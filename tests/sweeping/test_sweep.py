"""A sweep runs what a suite with that setting runs, and says what is left of the best."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.tiny import random_files, random_queries, write_tiny

from goldrank.cli import main
from goldrank.errors import GoldrankError
from goldrank.measuring.nested import nested_choice
from goldrank.report.text.sweep import conclusion, sweep_html, sweep_markdown
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite
from goldrank.sweeping.settings import axis_of
from goldrank.sweeping.sweep import Rules, Swept, sweep, system_of
from goldrank.tables.clusters import clusters_of
from goldrank.types import System

FILES = random_files(4)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(
        tmp_path_factory.mktemp("sweep"), files=FILES, queries=random_queries(FILES, 6)
    )


@pytest.fixture(scope="module")
def found(place: Path) -> Swept:
    axes = [axis_of("bm25.k1=0.2,4"), axis_of("bm25.b=0,1")]
    return sweep(load_suite(place), axes, place.parent / "cache", rules=Rules("RR", 4, 3, 1))


def test_every_setting_has_the_mean_that_its_suite_has(place: Path, found: Swept):
    for setting in found.settings[1:]:
        k1, b = setting.values
        suite = load_suite(place, {"bm25": {"k1": k1, "b": float(b)}})
        rows = run_suite(suite, place.parent / "cache").systems
        mine = rows[(rows.variant == "raw") & (rows.ranker == "bm25")]
        assert setting.mean == pytest.approx(float(mine.RR.iloc[0]))
    assert found.settings[0].values == (1.5, 0.75)


def test_what_is_left_is_the_nested_choice_over_the_runs_own_values(place: Path, found: Swept):
    columns = []
    for k1, b in [setting.values for setting in found.settings]:
        suite = load_suite(place, {"bm25": {"k1": k1, "b": float(b)}})
        run = run_suite(suite, place.parent / "cache")
        rows = run.measurements
        mine = rows[(rows.variant == "raw") & (rows.ranker == "bm25")].set_index("query_id").RR
        columns.append(mine.to_numpy(dtype=float))
        clusters = clusters_of(run.queries, run.evidence)
    choice = nested_choice(np.stack(columns, axis=1), [clusters[q] for q in mine.index], 0, 4, 3, 1)
    assert found.left.mean == pytest.approx(float((choice.values - columns[0]).mean()))
    assert found.best == choice.best
    assert sum(setting.chosen for setting in found.settings) == pytest.approx(1)


def test_the_system_is_one_that_all_settings_touch(place: Path):
    suite = load_suite(place)

    def touched(*sets: str, system: str | None = None) -> System:
        return system_of(suite, [axis_of(each) for each in sets], system)

    assert touched("bm25.k1=1,2") == System("heading", "raw", "bm25")
    assert touched("breadcrumb.depth=0,1") == System("heading", "breadcrumb", "rrf")
    assert touched("rrf.k=1,2", "bm25.k1=1,2") == System("heading", "raw", "rrf")
    named = "heading/breadcrumb/vector"
    assert touched("rrf.k=1,2", system=named) == System(*named.split("/"))
    with pytest.raises(GoldrankError, match="unknown ranker 'bm52'; did you mean 'bm25'"):
        touched("rrf.k=1,2", system="heading/raw/bm52")
    with pytest.raises(GoldrankError, match="expected chunker/variant/ranker"):
        touched("rrf.k=1,2", system="raw")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bm25.k1=0.5,high", "--set bm25.k1=high: 'bm25.k1': "),
        ("bm25.k=1,2", "unknown key 'bm25.k'"),
        ("heading.limt=10,20", "limt"),
        ("bm25.k1=1.5", "the suite has these values already"),
    ],
)
def test_a_value_that_is_none_is_said_before_anything_is_run(place: Path, text: str, said: str):
    with pytest.raises(GoldrankError) as raised:
        sweep(load_suite(place), [axis_of(text)], place.parent / "nothing")
    assert said in str(raised.value)
    assert not (place.parent / "nothing").exists()


def test_the_pages_say_the_conclusion_and_escape_what_is_from_outside(found: Swept):
    first, second, *_ = conclusion(found)
    assert "MRR" in first
    assert re.search(r"what is left is [+−]?\.\d{3} \(", second)
    page, text = sweep_html(found), sweep_markdown(found)
    assert "<svg" in page
    assert second in page.replace("&#39;", "'")
    assert "| as it is" in text


def test_the_command_prints_all_formats_and_the_same_bytes(place: Path, monkeypatch, capsys):
    monkeypatch.chdir(place.parent)
    monkeypatch.setenv("GOLDRANK_CACHE", str(place.parent / "cache"))

    def told(*more: str) -> tuple[int, str]:
        command = ["bench", "sweep", place.name, "--set", "rrf.k=1,500", "--repeats", "2", *more]
        monkeypatch.setattr("sys.argv", command)
        with pytest.raises(SystemExit) as left:
            main()
        return int(left.value.code or 0), capsys.readouterr().out

    assert told() == told()
    code, out = told("--format", "json", "--measure", "MRR@10")
    assert code == 0
    assert json.loads(out)["measure"] == "RR@10"
    assert told("--format", "pdf")[0] == 2
    assert told("--measure", "RRR")[0] == 2
