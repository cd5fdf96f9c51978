"""Every command writes what an encoding cannot hold in plainer signs, and keeps its exit code."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiny import FILES, QUERIES, write_tiny

from goldrank.cli import main
from goldrank.cli.encodings import let_output_be_written

COMMANDS = {
    "run": ["run", "tiny.toml", "--name", "again", "--replace"],
    "dry run": ["run", "tiny.toml", "--dry-run"],
    "plan": ["plan", "corpus"],
    "headings": ["headings", "corpus"],
    "validate": ["validate", "tiny.toml"],
    "report": ["report", "reports/one", "--format", "md"],
    "inspect": ["inspect", "reports/one", "q1"],
    "inspect text": ["inspect", "reports/one", "--text", "où 测量 → ?"],
    "read": ["read", "été.md", "--corpus", "corpus"],
    "compare": ["compare", "reports/one", "reports/two"],
    "gate": ["gate", "tiny.toml", "--baseline", "b.json"],
    "gate github": ["gate", "tiny.toml", "--baseline", "b.json", "--github"],
    "baseline": ["baseline", "show", "b.json"],
    "power": ["power", "tiny.toml", "--repetitions", "3"],
    "a mistake": ["inspect", "reports/one", "qé→"],
    "no such command": ["gâte"],
}


def call(monkeypatch, arguments: list[str], encoding: str) -> tuple[int, str]:
    """The exit code, and what both streams got, decoded again."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    monkeypatch.setattr("sys.argv", ["bench", *arguments])
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    with pytest.raises(SystemExit) as left:
        main()
    for stream in streams:
        stream.flush()
    return int(left.value.code or 0), "".join(s.buffer.getvalue().decode(encoding) for s in streams)


@pytest.fixture(scope="module")
def work(tmp_path_factory) -> Path:
    """A suite with two runs and a baseline; names, titles and a query that ASCII cannot hold."""
    folder = tmp_path_factory.mktemp("work")
    files = {**FILES, "été.md": "# Été → 测量\n\nOn ferme à midi “toujours”.\n"}
    french = {
        "query_id": "qé",
        "text": "quand ferme-t-on l'été → 测量",
        "evidence": [{"doc_id": "été.md", "quote": "ferme à midi"}],
    }
    write_tiny(folder, files=files, queries=(*QUERIES, french))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("GOLDRANK_CACHE", str(folder / "cache"))
        for arguments in (
            ["run", "tiny.toml", "--name", "one"],
            ["run", "tiny.toml", "--name", "two", "--ranker", "bm25"],
            ["baseline", "save", "tiny.toml", "--out", "b.json"],
            ["baseline", "save", "tiny.toml"],
        ):
            assert call(patch, arguments, "utf-8")[0] == 0
    return folder


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_ends_as_it_does_in_utf_8(work, monkeypatch, command, encoding) -> None:
    monkeypatch.chdir(work)
    monkeypatch.setenv("GOLDRANK_CACHE", str(work / "cache"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(work / "summary.md"))
    expected, said = call(monkeypatch, COMMANDS[command], "utf-8")
    assert expected in (0, 2), said
    code, told = call(monkeypatch, COMMANDS[command], encoding)
    assert code == expected, told
    assert told.strip()


def test_a_stream_that_holds_all_of_unicode_is_left_as_it_is() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict")
    let_output_be_written(stream)
    assert stream.errors == "strict"


def test_what_an_encoding_holds_stays() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    let_output_be_written(stream)
    stream.write("été … Δ → 测")
    stream.flush()
    assert stream.buffer.getvalue().decode("cp1252") == "été … d > ?"


@pytest.mark.skipif(shutil.which("env") is None, reason="needs env")
def test_the_entry_point_itself_runs_without_a_utf_8_locale(work) -> None:
    plain = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    code = "from goldrank.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "plan", "corpus"],
        cwd=work,
        env={**os.environ, **plain},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
