"""Every command of docs/evidence.md is run, in its order, and what the page says of keys is so."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from tests.tiny import write_tiny

from goldrank.cli.main import main
from goldrank.judging.keys import HELP

PAGE = (Path(__file__).parents[1] / "docs" / "evidence.md").read_text(encoding="utf-8")
TYPED = {
    "find": "a\nd\n0\na 1\nd\n",
    "ana": "3 1\n" + "0\n" * 40,
    "bo": "2\n" + "0\n" * 40,
}


def test_the_keys_are_those_of_the_terminal():
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == list(HELP)


def _run(line: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", shlex.split(line))
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0, line


def test_each_command_does_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    suite = write_tiny(tmp_path, 'rankers = ["vector", "bm25"]\n')
    (tmp_path / "corpus").rename(tmp_path / "docs")
    text = suite.read_text("utf-8").replace('"corpus"', '"docs"')
    text = text.replace("queries.jsonl", "questions.judged.jsonl")
    (tmp_path / "suite.toml").write_text(text, encoding="utf-8")
    (tmp_path / "questions.txt").write_text("when is leave requested\nis there a gym\nbonus\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path.parent / "tiny-cache"))
    lines = [
        line
        for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
        for line in block.splitlines()
    ]
    assert [line.split()[1:3] for line in lines if " evidence " in line] == [
        ["evidence", name] for name in ("find", "pool", "agreement", "holes", "apply")
    ]
    shown = {}
    for line in lines:
        if " pool " in line:
            _run(line.replace("--judge ana", "--judge bo"), TYPED["bo"], monkeypatch)
        typed = TYPED["find"] if " find " in line else TYPED["ana"]
        _run(line, typed, monkeypatch)
        shown[line.split()[2]] = capsys.readouterr().out
    assert "1 by ana" not in shown["agreement"]
    assert "They differ on 1" in shown["agreement"]
    assert "unjudged" in shown["holes"]
    assert "places added" in shown["apply"]
    written = (tmp_path / "questions.pooled.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["query_id"] for line in written] == ["q1", "q2", "q3"]
