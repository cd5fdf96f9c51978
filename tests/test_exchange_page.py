"""The commands of docs/exchange.md run, in order, on small sets of the same shape."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.exchange import sets
from tests.tiny import ENCODER
from typer.testing import CliRunner

from goldrank.cli import app
from goldrank.exchange.exports.export import EXPORTS, WITH_TEXTS
from goldrank.exchange.registry import FORMATS
from goldrank.runs.record import load
from goldrank.suites.suite import load_suite

PAGE = (ROOT / "docs" / "exchange.md").read_text("utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


def _rows(head: str) -> list[str]:
    """The names in the first column of the table under `head`, in order."""
    table = PAGE.split(head)[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)]


def test_every_format_is_in_the_table_of_the_page():
    assert sorted(_rows("| format | what is read")) == sorted(FORMATS)
    assert sorted(_rows("| `--to` |")) == sorted([*EXPORTS, *WITH_TEXTS])


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path.parent / "tiny-cache"))
    sets.beir(tmp_path / "scifact")
    texts = {f"docs/{name}.md": text for name, text in sets.DOCUMENTS.items()}
    table = f"Frage,Stelle\n{sets.Q1},{sets.ASK}\n{sets.Q2},{sets.BONUS}\n"
    theirs = "q1 Q0 leave 1 1 x\n"
    sets.write(tmp_path, {**texts, "questions.csv": table, "theirs.run": theirs})
    (tmp_path / "tiny_encoder.py").write_text(ENCODER, encoding="utf-8")
    assert len(COMMANDS) == 8
    for command in COMMANDS:
        name, *arguments = shlex.split(command)
        assert name == "bench"
        if arguments[0] == "run":  # as on the page, but for a model that is no download
            arguments += ["--model", "tiny_encoder:encode", "--name", "handbook"]
            arguments += ["--ranker", "bm25", "--variant", "raw"]
        done = CliRunner().invoke(app, [*arguments, "--replace"])
        assert done.exit_code == 0, (command, done.output)
    run = load(tmp_path / "reports" / "handbook")
    assert set(run.systems[run.systems.ranker == "theirs"].known_to) == {1}
    assert (tmp_path / "trec" / "heading.qrels").is_file()


@pytest.mark.parametrize("number", [0, 1])
def test_the_suites_of_the_page_are_suites(number: int, tmp_path: Path):
    text = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[number]
    rest = '[corpus]\npath = "corpus"\n'
    rest += "" if "[queries]" in text else '[queries]\npath = "queries.jsonl"\n'
    (tmp_path / "s.toml").write_text(f"{text}\n{rest}", encoding="utf-8")
    suite = load_suite(tmp_path / "s.toml")
    assert suite.queries.qrels == "qrels/test.tsv" if number == 0 else "theirs" in suite.rankers
