"""A few of the broken sets of `fuzz.py`; many more are tried by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.exchange.fuzz import trial


@pytest.mark.filterwarnings("ignore")
def test_broken_sets_are_refused_in_a_line_or_taken_over_with_every_loss_said(tmp_path: Path):
    ended = {trial(seed, tmp_path / "set") for seed in range(60)}
    assert ended == {"refused", "converted", "converted in part"}
