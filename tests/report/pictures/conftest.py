"""Runs that all pictures are drawn of."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.report.pictures.runs import LONG, random_run

from goldrank.runs.run import Run


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="session")
def one_query(folder: Path) -> Run:
    return random_run(folder / "one", ["heading"], queries=1)


@pytest.fixture(scope="session")
def several(folder: Path) -> Run:
    names = ["heading", "切块器", "قاطع", LONG]
    return random_run(folder / "several", names, queries=40)


@pytest.fixture(scope="session")
def forty(folder: Path) -> Run:
    """Seven chunkers, two variants, three rankers: 42 systems."""
    names = [f"c{n}" for n in range(7)]
    return random_run(folder / "forty", names, queries=45)
