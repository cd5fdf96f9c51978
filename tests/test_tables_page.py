"""docs/tables.md is what the schema says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_page_of_tables_is_what_its_script_writes():
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "tables.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "")
