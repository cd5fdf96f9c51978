"""Fail `pytest` with the gate's sentences.

    @pytest.mark.goldrank(suite="handbook")
    def test_retrieval_is_no_worse(): ...

A marked test runs its suite against the committed baseline, after its own body, and fails where
the gate does. The `goldrank` fixture hands the body what the gate found (`goldrank.result`).
Marks with the same suite and baseline share one run. PYTEST_DONT_REWRITE
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from goldrank.gating.in_test import GateInTest

# Nothing heavy here: every pytest run of everybody who has goldrank installed loads this file.

MARKER = (
    "goldrank(suite=None, baseline=None, gate=True): hold a retrieval suite against its baseline, "
    "and fail with what the gate says; gate=False only hands the fixture what it needs."
)
_KEY: pytest.StashKey[dict[tuple[Any, ...], GateInTest]] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known, so that `--strict-markers` accepts it."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture(name="goldrank")
def goldrank_fixture(request: pytest.FixtureRequest) -> GateInTest:
    """What the gate found for the suite of the test's `goldrank` mark; it runs when it is asked."""
    return _gate_of(request.node)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """After the body of a marked test, the gate."""
    yield
    marker = item.get_closest_marker("goldrank")
    if marker is None or not _arguments(marker)["gate"]:
        return
    found = _gate_of(item)
    sentence = found.failure()
    item.user_properties.append(("goldrank", found.verdict))
    item.add_report_section("call", "goldrank", found.text)
    if sentence is not None:
        pytest.fail(sentence, pytrace=False)


def _gate_of(item: pytest.Item) -> GateInTest:
    from goldrank.gating.in_test import GateInTest

    marker = item.get_closest_marker("goldrank")
    named = _arguments(marker)
    known = item.config.stash.setdefault(_KEY, {})
    key = (named["suite"], named["baseline"])
    if key not in known:
        known[key] = GateInTest(*key, item.config.rootpath)
    return known[key]


def _arguments(marker: pytest.Mark | None) -> dict[str, Any]:
    """The arguments of a mark; one that does not exist is an error, not a gate that is off."""
    found: dict[str, Any] = {"suite": None, "baseline": None, "gate": True}
    if marker is None:
        return found
    positional = dict(zip(found, marker.args, strict=False))
    given = {**positional, **marker.kwargs}
    unknown = [name for name in given if name not in found]
    if unknown or len(marker.args) > len(found):
        raise pytest.UsageError(
            f"goldrank mark: expected suite, baseline and gate; got {marker.args} {marker.kwargs}"
        )
    for name in ("suite", "baseline"):
        if isinstance(given.get(name), Path):
            given[name] = str(given[name])
    return {**found, **given}
