"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Test runners set a width; what is printed into a pipe is as wide as it needs to be.
os.environ.pop("COLUMNS", None)

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora that lie beside the project; tests that need them skip where they are absent."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the shared corpora are not at {folder}")
    return folder
