"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from tests.encoders.loopback import KEY, Loopback, truncating

from goldrank.encoders import patience

# Test runners set a width; what is printed into a pipe is as wide as it needs to be.
os.environ.pop("COLUMNS", None)

# A busy machine fails no example.
settings.register_profile("without-a-deadline", deadline=None)
settings.load_profile("without-a-deadline")

ROOT = Path(__file__).resolve().parents[1]


# To import torch takes as long as a hundred tests: one process does it, and runs all of these.
WITH_TORCH = (
    "tests/test_determinism.py",
    "tests/test_dot_product.py",
    "tests/encoders/test_detached.py",
    "tests/encoders/test_embed.py",
    "tests/encoders/test_sentence_transformer.py",
    "tests/window/test_check.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """By file, as `--dist loadfile` does it, but for the files that need torch: they are one."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class OneProcessWithTorch(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            return "with torch" if file in WITH_TORCH else file

    return OneProcessWithTorch(config, log)


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


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were slept, without sleeping."""
    waits: list[float] = []
    monkeypatch.setattr(patience, "SLEEP", waits.append)
    return waits


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> Iterator[Loopback]:
    with Loopback(truncating(100)) as loopback:
        monkeypatch.setenv("OPENAI_BASE_URL", loopback.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        for proxy in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.delenv(proxy, raising=False)
        yield loopback
