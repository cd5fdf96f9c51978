"""`bench audit read` in a real terminal: what is typed, what is killed, and what is shown."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest
from tests.person import Person
from tests.tiny import write_tiny

from goldrank.auditing.readings import ReadingFile
from goldrank.auditing.sample import Design

ARGUMENTS = ("audit", "read", "tiny.toml", "--reader", "ana")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    (tmp_path / "tiny_encoder.py").write_text("raise RuntimeError('an encoder was imported')\n")
    return tmp_path


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / "audits" / "ana.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_a_killed_reader_has_lost_nothing_and_the_next_session_goes_on_there(folder: Path):
    person = Person(folder, *ARGUMENTS)
    person.reads_up_to("1/5")
    person.reads_up_to("q quit")
    person.types("p")
    person.reads_up_to("2/5")
    assert person.leaves(signal.SIGKILL) == -signal.SIGKILL
    assert [line["class"] for line in lines(folder)[1:]] == ["pronoun"]

    again = Person(folder, *ARGUMENTS)
    assert "1 read" in again.reads_up_to("2/5")
    again.reads_up_to("q quit")
    again.types("n")
    again.reads_up_to("3/5")
    assert again.leaves(signal.SIGINT) == 130
    assert [line["class"] for line in lines(folder)[1:]] == ["pronoun", "named"]

    last = Person(folder, *ARGUMENTS)
    last.reads_up_to("3/5")
    for number, key in enumerate("iul", start=3):
        last.reads_up_to("q quit")
        last.types(key)
        last.reads_up_to(f"{number + 1}/5" if number < 5 else "Readings are in")
    assert last.leaves() == 0
    assert len(lines(folder)) == 6


def test_text_that_steers_a_terminal_is_shown_and_does_nothing(folder: Path):
    (folder / "corpus" / "leave.md").write_text(
        "# Leave \x1b[2J\n\nLeave \x1b]0;owned\x07 [red]now[/red] \u202egnol.\n\n"
        "# Sick \x1b[2J\n\nLeave \x1b]0;owned\x07 now\n",
        encoding="utf-8",
    )
    (folder / "corpus" / "pay.md").unlink()
    person = Person(folder, *ARGUMENTS)
    shown = person.reads_up_to("q quit")
    person.types("s")
    shown += person.reads_up_to("q quit")
    assert "[red]now[/red]" in shown
    assert "most alike, under" in shown
    for steering in ("\x1b[2J", "\x1b]0", "\x07", "\u202e"):
        assert steering not in shown
    person.types("q")
    assert person.leaves() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.toml", "--reader", "ana"), "no such suite"),
        (("tiny.toml", "--reader", "../ana"), "--reader: expected a name"),
        (("tiny.toml", "--reader", "ana", "--chunker", "headings"), "did you mean"),
        (("tiny.toml", "--reader", "ana"), "is of another sample"),
        (("tiny.toml", "--reader", "bo"), "expected the readings of an audit"),
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

    ReadingFile.open(folder / "audits" / "ana.jsonl", Design("heading", 5, "other", 5))
    (folder / "audits" / "bo.jsonl").write_text("notes\n")
    before = sorted(path.name for path in (folder / "audits").iterdir())
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["bench", "audit", "read", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("bench: ")]
    assert (left.value.code, len(errors)) == (2, 1)
    assert said in errors[0]
    assert sorted(path.name for path in (folder / "audits").iterdir()) == before
