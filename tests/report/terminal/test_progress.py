"""Progress shows stages and is in nobody's way."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from goldrank.progress import Silent
from goldrank.report.terminal.progress import RichProgress, _Told


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


class Clock:
    """Seconds that pass only when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_log_of_long_work_gets_a_line_every_ten_seconds():
    file, clock = io.StringIO(), Clock()
    with (
        RichProgress(Console(file=file, width=100), clock) as progress,
        progress.stage("encode", 1_300, "chunks") as advance,
    ):
        advance(300)  # what the cache held, at once
        for _ in range(25):
            clock.now += 1.0
            advance(20)
    assert file.getvalue().splitlines() == [
        # 300 cached and ten seconds at 20 a second; then at 20 a second the rest.
        "encode: 500/1,300 chunks, 50.0 a second, 16 s left",
        "encode: 700/1,300 chunks, 20.0 a second, 30 s left",
        "encode: 1,300 chunks, 25.0 s",
    ]


def test_a_stage_of_unknown_size_says_what_is_done():
    file, clock = io.StringIO(), Clock()
    with (
        RichProgress(Console(file=file, width=100), clock) as progress,
        progress.stage("read", 0, "documents") as advance,
    ):
        clock.now = 10.0
        advance(40)
    assert file.getvalue().splitlines()[0] == "read: 40 documents, 4.0 a second"


def test_a_stage_that_tells_nothing_says_that_it_is_at_work():
    file = io.StringIO()
    with (
        RichProgress(Console(file=file, width=100), every=0.01) as progress,
        progress.stage("load the model", 0, "steps"),
    ):
        while "at work" not in file.getvalue():
            time.sleep(0.001)
    said = file.getvalue().splitlines()
    assert said[0] == "load the model: at work for 0 s"
    assert said[-1].startswith("load the model: 0.")


def test_a_stage_of_which_a_line_was_just_told_is_left_alone():
    told = _Told("encode", 100, "chunks", 0.0, 10.0)
    assert told.advanced(40, 12.0)
    assert told.alive(21.9) == ""
    assert told.alive(22.0) == "encode: 40/100 chunks, at work for 22 s"
