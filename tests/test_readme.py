"""What the README shows is what the reference report says, and its commands exist."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest
from typer.main import get_command

import goldrank
from goldrank.cli import app
from goldrank.encoders.folders import default_cache_folder
from goldrank.suites.bundled import find_suite

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "reports" / "handbook"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLACE = ["chunker", "variant", "ranker", "query_id", "need"]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme", ROOT / "scripts" / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_shows_what_bench_run_printed():
    script = _script()
    assert script.with_output(README, script.shown(REPORT)) == README


def test_the_picture_shows_the_reference_report():
    picture = (ROOT / "docs" / "gold-ranks.svg").read_text(encoding="utf-8")
    assert _script().picture(REPORT) == picture


def test_every_command_that_the_readme_names_exists():
    commands = get_command(app).commands  # type: ignore[attr-defined]
    named = set(re.findall(r"`(?:\.venv/bin/)?bench ([a-z]+)", README))
    assert named >= {"run", "plan", "window", "validate", "gate", "inspect", "read", "compare"}
    assert named <= set(commands)


def test_every_link_of_the_readme_leads_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.notebook
def test_the_reference_report_is_what_the_default_suite_gives_apart_from_near_ties():
    run = goldrank.run_suite(
        goldrank.load_suite(find_suite("handbook", ROOT)), default_cache_folder()
    )
    known = goldrank.load(REPORT)
    both = run.needs.merge(known.needs, on=PLACE, suffixes=("", "_known"), validate="1:1")
    assert len(both) == len(run.needs) == len(known.needs)
    pd.testing.assert_frame_equal(run.coverage, known.coverage, rtol=1e-5)
    moved = both[both["rank"].fillna(0) != both["rank_known"].fillna(0)]
    words = moved[moved.ranker == "bm25"]
    assert words.empty
    # Vectors of another machine differ in the last bits: only neighbours may change places.
    assert ((moved["rank"] - moved["rank_known"]).abs() <= 2).all()
    assert len(moved) <= 0.01 * len(both)
