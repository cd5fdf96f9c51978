"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Test runners set a width; what is printed into a pipe is as wide as it needs to be.
os.environ.pop("COLUMNS", None)

# A busy machine fails no example.
settings.register_profile("without-a-deadline", deadline=None)
settings.load_profile("without-a-deadline")

ROOT = Path(__file__).resolve().parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of whole runs first: the long ones begin early, and no process waits for a last one."""
    items.sort(key=lambda item: item.path.parent != ROOT / "tests")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora that lie beside the project; tests that need them skip where they are absent."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the shared corpora are not at {folder}")
    return folder
