"""The example of docs/standing.md runs, and its last line is refused by loop and type checker."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "standing.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
SAID = "The rule of parental leave changes: ask 60 days before."


def test_the_example_lets_through_what_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "sessions").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "leave.md").write_text(f"# Leave\n\n{SAID}\n")
    texts = ["What is for lunch?", "Soup.", "Who has the key?", SAID]
    lines = [
        {"role": "user", "content": text, "time": f"2026-03-01T09:0{at}:00Z"}
        for at, text in enumerate(texts)
    ]
    (tmp_path / "sessions" / "a.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GoldrankError, match="expected SessionChunk, got ReferenceChunk"):
        exec(compile(EXAMPLE, "standing.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == [f"2026-03-01 09:03:00+00:00 a.jsonl 4 {SAID}"]


def test_a_type_checker_refuses_the_last_line_alone(tmp_path: Path):
    (tmp_path / "example.py").write_text(EXAMPLE)
    file = tmp_path / "example.py"
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--output", "json", "--no-error-summary", str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    errors = [json.loads(line)["line"] for line in ran.stdout.splitlines()]
    assert errors == [len(EXAMPLE.rstrip().splitlines())], ran.stdout + ran.stderr
