"""`bench evidence find` in a real terminal: what is typed, what is killed, and what is shown."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest
from tests.judging.finding import QUESTIONS
from tests.person import Person
from tests.tiny import run_tiny, write_tiny

from goldrank.runs.record import save


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    (tmp_path / "tiny_encoder.py").write_text("raise RuntimeError('an encoder was imported')\n")
    (tmp_path / "q.txt").write_text(QUESTIONS, encoding="utf-8")
    return tmp_path


def test_a_killed_session_has_lost_nothing_and_the_next_goes_on_there(folder: Path):
    person = Person(folder, "evidence", "find", "q.txt", "--corpus", "tiny.toml")
    person.reads_up_to("1/3")
    person.reads_up_to("> ")
    person.types("a")
    person.reads_up_to("accepted")
    assert person.leaves(signal.SIGKILL) == -signal.SIGKILL
    (line,) = (folder / "q.judged.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["evidence"][0]["quote"] == "It must be requested 30 days in advance."
    assert [path.name for path in folder.iterdir() if "judged" in path.name] == ["q.judged.jsonl"]

    again = Person(folder, "evidence", "find", "q.txt", "--corpus", "tiny.toml")
    assert "leave.md[41:81]" in again.reads_up_to("> ").partition("accepted")[2]
    again.types("d")
    again.reads_up_to("2/3")
    again.reads_up_to("> ")
    again.types("0")
    again.reads_up_to("3/3")
    assert again.leaves(signal.SIGINT) == 130
    kept = [json.loads(line) for line in (folder / "q.judged.jsonl").read_text().splitlines()]
    assert [(each["query_id"], each.get("answerable", True)) for each in kept] == [
        ("q1", True),
        ("q2", False),
    ]


def test_text_that_steers_a_terminal_is_shown_and_does_nothing(folder: Path):
    (folder / "corpus" / "leave.md").write_text(
        "# Leave \x1b[2J\n\nLeave \x1b]0;owned\x07 [red]now[/red] \u202egnol.\n", encoding="utf-8"
    )
    (folder / "q.txt").write_text("leave \x1b[31mnow\n", encoding="utf-8")
    person = Person(folder, "evidence", "find", "q.txt", "--corpus", "corpus")
    shown = person.reads_up_to("q quit")
    assert "[red]now[/red]" in shown
    for steering in ("\x1b[2J", "\x1b]0", "\x07", "\u202e", "\x1b[31mnow"):
        assert steering not in shown
    person.types("q")
    assert person.leaves() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("find", "none.txt", "--corpus", "corpus"), "no such list of questions"),
        (("find", "latin.txt", "--corpus", "corpus"), "not UTF-8"),
        (("find", "empty.txt", "--corpus", "corpus"), "expected one question a line"),
        (("find", "twice.csv", "--corpus", "corpus"), "stands already on line 2"),
        (("find", "other.csv", "--corpus", "corpus"), "got name, age"),
        (("find", "q.txt", "--corpus", "nowhere"), "no such file or folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    folder: Path,
    arguments: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    from goldrank.cli.main import main

    (folder / "latin.txt").write_bytes("Größe\n".encode("latin-1"))
    (folder / "empty.txt").write_text("\n \n", encoding="utf-8")
    (folder / "twice.csv").write_text("id,question\na,one\na,two\n", encoding="utf-8")
    (folder / "other.csv").write_text("name,age\na,1\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["bench", "evidence", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("bench: ")]
    assert (left.value.code, len(errors)) == (2, 1)
    assert said in errors[0]


def test_a_killed_judge_has_lost_no_grade(folder: Path):
    tiny = folder.parent / "pool"
    results = save(run_tiny(write_tiny(tiny, 'rankers = ["bm25"]\n')), tiny / "out" / "it", {}, {})
    arguments = ("pool", str(results), "--judge", "ana", "--corpus", str(tiny / "corpus"))
    person = Person(folder, "evidence", *arguments)
    person.reads_up_to("1/")
    person.reads_up_to("q quit")
    person.types("2")
    person.reads_up_to("2/")
    assert person.leaves(signal.SIGKILL) == -signal.SIGKILL
    (line,) = (folder / "judgments" / "ana.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["grade"] == 2
    again = Person(folder, "evidence", *arguments)
    assert "1 graded" in again.reads_up_to("2/")
    assert again.leaves(signal.SIGINT) == 130
