"""Progress shows stages and is in nobody's way."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from goldrank.progress import Silent
from goldrank.report.progress import RichProgress


def test_a_log_gets_one_line_a_stage_and_no_markup_is_read():
    file = io.StringIO()
    with (
        RichProgress(Console(file=file, width=100)) as progress,
        progress.stage("encode [red]x/raw", 7, "chunks") as advance,
    ):
        advance(7)
    assert file.getvalue().startswith("encode [red]x/raw: 7 chunks, 0.")
    assert file.getvalue().count("\n") == 1


def test_a_terminal_gets_bars_that_go_away():
    file = io.StringIO()
    console = Console(file=file, width=100, force_terminal=True)
    with RichProgress(console) as progress:
        with progress.stage("rank", 3, "queries") as advance:
            advance(3)
        with progress.stage("read", 0, "documents"):
            pass
    assert "rank" in file.getvalue()


@pytest.mark.parametrize("terminal", [True, False])
def test_an_error_inside_a_stage_passes_through(terminal: bool):
    console = Console(file=io.StringIO(), force_terminal=terminal)
    with (
        pytest.raises(ZeroDivisionError),
        RichProgress(console) as progress,
        progress.stage("rank", 3, "queries"),
    ):
        raise ZeroDivisionError


def test_silence_takes_everything():
    with Silent().stage("x", 1, "y") as advance:
        assert advance(1) is None
