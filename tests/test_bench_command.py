"""The real `bench`, as a command in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiny import NAMED, write_tiny

HEAVY = ("torch", "transformers", "sentence_transformers", "pandas", "numpy", "pydantic", "sklearn")
SOURCE = Path(__file__).resolve().parents[1] / "src"


def _python(code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(SOURCE), "GOLDRANK_CACHE": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


COMMAND = "from goldrank.cli import main; main()"
GUARDED = """
import json, socket, sys

def closed(*arguments, **keywords):
    raise RuntimeError("a socket was opened")

class Closed(socket.socket):
    __init__ = closed

socket.socket = Closed
socket.create_connection = closed
socket.getaddrinfo = closed
from goldrank.cli import main
try:
    main()
except SystemExit as left:
    code = left.code or 0
sys.stderr.write("\\n" + json.dumps([code, sorted(sys.modules)]))
"""


def _guarded(folder: Path, *arguments: str) -> tuple[int, set[str], str]:
    done = _python(GUARDED, folder, *arguments)
    code, modules = json.loads(done.stderr.rpartition("\n")[2])
    return code, set(modules), done.stdout


def test_help_imports_nothing_heavy(tmp_path: Path):
    code, modules, out = _guarded(tmp_path, "--help")
    assert code == 0
    assert "Run a suite" in out
    assert not modules & set(HEAVY)


def _children() -> float:
    """Seconds on the processor that processes started here have taken."""
    times = os.times()
    return times.children_user + times.children_system


def test_help_answers_at_once(tmp_path: Path):
    times = []
    for _ in range(3):
        before = _children()
        assert _python(COMMAND, tmp_path, "--help").returncode == 0
        times.append(_children() - before)
    # Time on the processor, so that a busy machine fails no test; alone it is the time one waits.
    assert min(times) < 0.4


def test_a_mistake_in_a_command_is_told_without_heavy_imports(tmp_path: Path):
    code, modules, _ = _guarded(tmp_path, "run", "--chunkr", "x")
    assert code == 2
    assert not modules & (set(HEAVY) - {"pydantic"})  # newer typers parse options with it


@pytest.mark.parametrize("arguments", [("plan", "corpus"), ("run", "bundled.toml", "--dry-run")])
def test_a_plan_loads_no_model_and_opens_no_socket(tmp_path: Path, arguments: tuple[str, ...]):
    suite = write_tiny(tmp_path)
    text = suite.read_text().replace('"tiny_encoder:encode"', '"bundled"').replace(NAMED, "")
    (tmp_path / "bundled.toml").write_text(text)
    code, modules, out = _guarded(tmp_path, *arguments)
    assert code == 0
    assert "no model was loaded" in out
    assert not modules & {"torch", "transformers", "sentence_transformers"}


def test_a_plan_imports_no_encoder_of_the_users(tmp_path: Path):
    write_tiny(tmp_path)
    (tmp_path / "tiny_encoder.py").write_text("raise RuntimeError('imported')\n")
    code, _, _ = _guarded(tmp_path, "run", "tiny.toml", "--dry-run")
    assert code == 0


def test_two_checkouts_and_one_cache_give_the_same_bytes(tmp_path: Path):
    folders = []
    for place in ("one", "deeper/two"):
        folder = tmp_path / place
        write_tiny(folder, 'rankers = ["vector", "bm25", "rrf", "random"]\n')
        arguments = ("run", "tiny.toml", "--name", "x", "--cache", str(tmp_path / "cache"))
        done = _python(COMMAND, folder, *arguments)
        assert done.returncode == 0, done.stderr
        folders.append(folder / "reports" / "x")
    first, second = (
        {p.relative_to(f).as_posix(): p.read_bytes() for p in f.rglob("*") if p.is_file()}
        for f in folders
    )
    assert first.keys() == second.keys()
    assert {n for n in first if first[n] != second[n]} <= {"record.json", "timings.json"}


def test_a_reader_that_goes_away_is_no_regression(tmp_path: Path):
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"{sys.executable} -c 'from goldrank.cli import main; main()' gate --help | head -c 0; exit ${{PIPESTATUS[0]}}",
        ],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        check=False,
    )
    assert done.returncode in (0, 141)
