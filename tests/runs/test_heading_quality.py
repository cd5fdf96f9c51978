"""Heading quality before any query."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from goldrank.cli import app

FILES = {
    "seven.md": "# Circular 7\n\n## Section 4.2\n\nThey lapse.\n\n## Overview\n\nOld ones go.\n",
    "leave.md": "# Family leave\n\n## Notice\n\nThirty days.\n\n## Pay\n\nFull.\n",
}


def headings(folder: Path, *options: str) -> str:
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    arguments = ["headings", str(folder), "--cache", str(folder / "cache"), *options]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_empty_headings_are_listed_before_any_query(tmp_path: Path):
    found = json.loads(headings(tmp_path, "--json"))["headings"]
    told = {row["breadcrumb"]: (row["bits"], row["empty"], row["why"]) for row in found}
    # Four chunks: "Family leave > Notice" is one of them, log2(4 / 1).
    assert told == {
        "Circular 7 > Section 4.2": (0.0, True, "numbering"),
        "Circular 7 > Overview": (0.0, True, "divider"),
        "Family leave > Notice": (2.0, False, ""),
        "Family leave > Pay": (2.0, False, ""),
    }


def test_the_terminal_shows_the_empty_ones_and_counts_them(tmp_path: Path):
    shown = headings(tmp_path)
    assert "Circular 7 > Overview" in shown
    assert "Family leave" not in shown
    assert "2 of 4 section paths are empty (50.0% of 4 chunks)" in shown
