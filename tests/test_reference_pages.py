"""The reference pages are what the schema, the settings and the docstrings say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "script", ["tables", "suite", "api", "commands", "formats", "query_schema", "datasets"]
)
def test_a_reference_page_is_what_its_script_writes(script: str):
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / f"{script}.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "")


def test_every_setting_of_a_suite_has_a_meaning():
    page = (ROOT / "docs" / "suite.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) > 60
    assert [row for row in rows if len(row) != 4 or not row[3].strip(" |")] == []


def test_every_option_of_a_command_has_a_meaning():
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) > 150
    assert [row for row in rows if len(row) != 3 or not row[2].strip(" |")] == []
