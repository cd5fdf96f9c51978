"""On a terminal of any usual width the numbers are whole, and what has no room is named."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console, RenderableType
from tests.report.gate_results import need, policy, result
from tests.tiny import run_tiny, write_tiny

from goldrank.gating.verdicts import Verdict
from goldrank.report.common.formats import decimal
from goldrank.report.terminal.diagnosis import counts_table
from goldrank.report.terminal.fitting import Fitting
from goldrank.report.terminal.gate import gate_report
from goldrank.report.terminal.run import run_summary
from goldrank.report.text.comparison import MEASURES, _rich
from goldrank.runs.run import Run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    name = '[[chunker]]\nname = "a-chunker-with-a-long-name"\nkind = "heading"\n'
    return run_tiny(write_tiny(tmp_path_factory.mktemp("fitting"), rest=name))


def _shown(what: RenderableType, width: int) -> str:
    file = io.StringIO()
    Console(file=file, width=width).print(what)
    return file.getvalue()


@pytest.mark.parametrize("width", [60, 80, 100])
def test_mrr_is_whole_and_no_cell_is_cut(run: Run, width: int) -> None:
    shown = _shown(run_summary(run), width)
    assert "…" not in shown
    [ranks] = [part for part in shown.split("\n\n") if part.startswith("Gold ranks")]
    grid = ranks.partition("No room")[0].splitlines()
    lines = [line for line in grid if {"vector", "bm25", "rrf"} & set(line.split())]
    assert [line.split()[3] for line in lines] == list(map(decimal, run.systems.RR))
    assert "MRR" in ranks
    assert "Δ raw" in ranks
    words = " ".join(ranks.split())
    assert "No room for: recall@1," in words
    assert "a wider terminal or systems.csv shows them." in words


def test_a_wide_terminal_shows_every_column(run: Run) -> None:
    assert "No room" not in _shown(run_summary(run), 200)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=30), min_size=1, max_size=4),
    st.integers(40, 120),
)
def test_no_number_is_ever_cut_and_each_column_is_shown_or_named(
    names: list[str], width: int
) -> None:
    numbers = [f"n{n}" for n in range(8)]
    rows = [[name, *(f"{n}.{n:07}" for n in range(8))] for name in names]
    shown = _shown(Fitting("", ["name", *numbers], rows, 1, numbers[1:]), width)
    table, _, left = shown.partition("No room for:")
    for n, number in enumerate(numbers):
        there = table.count(f"{n}.{n:07}")
        assert there == (0 if number in left.replace("\n", " ") else len(names))
    assert "…" not in shown


def test_the_verdict_of_a_comparison_is_whole() -> None:
    row = ["nDCG@10", ".500", ".750", "+.250", "+.100 to +.400", ".024", "better", ".110", "1,234"]
    shown = _shown(_rich("vector", MEASURES, [row], 1), 60)
    for cell in [*row[:4], ".024", "better"]:
        assert cell in shown
    assert "No room for: 95 %, detectable, needed" in " ".join(shown.split())


def test_of_the_causes_the_rarest_have_no_room() -> None:
    causes = ["found", "buried", "split", "twin", "empty heading", "outside the window"]
    many = [5, 4, 1, 3, 2, 6]
    diagnoses = pd.DataFrame(
        [
            {"chunker": "heading", "variant": "raw", "ranker": "vector", "diagnosis": cause}
            for cause, count in zip(causes, many, strict=True)
            for _ in range(count)
        ]
    )
    table = counts_table(diagnoses)
    assert "found" not in table.spared
    assert list(table.spared)[:2] == ["split", "empty heading"]


def test_a_gate_s_ranks_are_whole_beside_long_names() -> None:
    worse = need(7, 1, 23, "a-chunker-with-a-long-name/a-variant-with-a-long-name/rrf")
    shown = _shown(gate_report(result(policy(Verdict.FAIL), worse=(worse,)), Path("/")), 60)
    assert "rank 1  " in shown
    assert "rank 23" in shown
    assert "…" not in shown


def test_a_real_terminal_of_eighty_columns_shows_whole_numbers(tmp_path: Path) -> None:
    show = (
        "from goldrank.cli.output import console\n"
        "from goldrank.report.terminal.fitting import Fitting\n"
        "numbers = [f'recall@{n}' for n in range(12)]\n"
        "row = ['a-long-name-of-a-chunker', '.354', *['.100'] * 12]\n"
        "console().print(Fitting('', ['name', 'MRR', *numbers], [row], 1, numbers))\n"
    )
    theirs, ours = pty.openpty()
    environ = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    subprocess.run(
        [sys.executable, "-c", show], stdout=ours, check=True, env={**environ, "TERM": "xterm"}
    )
    os.close(ours)
    shown = os.read(theirs, 65536).decode()
    os.close(theirs)
    assert ".354" in shown
    assert "No room for" in shown
    assert "…" not in shown
