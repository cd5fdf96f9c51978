"""The buttons of a notebook do what keys do in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.judging.finding import QUESTIONS
from tests.tiny import FILES, write_tiny

from goldrank.buttons import BUTTONS, EvidenceButtons, find_evidence


@pytest.fixture
def buttons(tmp_path: Path) -> EvidenceButtons:
    files = {
        **FILES,
        "bad.md": "# Gym <script>\n\nThe gym \u202e<img src=x onerror=alert()> is shut.\n",
    }
    write_tiny(tmp_path, files=files)
    (tmp_path / "q.txt").write_text(QUESTIONS, encoding="utf-8")
    return find_evidence(tmp_path / "q.txt", tmp_path / "corpus")


def _press(buttons: EvidenceButtons, name: str) -> None:
    _, _, *rows = buttons.widget.children
    (button,) = [each for row in rows for each in row.children if each.description == name]
    button.click()


def _lines(buttons: EvidenceButtons) -> list[dict[str, Any]]:
    return [json.loads(line) for line in buttons.finding.file.path.read_text("utf-8").splitlines()]


def test_pressing_buttons_writes_what_was_said_at_once(buttons: EvidenceButtons):
    buttons.widget.children[1].children[0].value = "0:10"
    _press(buttons, "accept")
    assert _lines(buttons)[0]["evidence"][0]["quote"] == "It must be"
    _press(buttons, "done")
    assert "unfinished" not in _lines(buttons)[0]
    assert "2/3" in buttons.widget.children[0].value


def test_words_search_and_a_refusal_is_shown(buttons: EvidenceButtons):
    buttons.widget.children[1].children[1].value = "bonus"
    assert buttons.finding.state.words == "bonus"
    _press(buttons, "done")
    assert "nothing is accepted yet" in buttons.widget.children[0].value


def test_text_of_the_corpus_is_text(buttons: EvidenceButtons):
    _press(buttons, "skip")
    shown = buttons.widget.children[0].value
    assert "&lt;img src=x onerror=alert()&gt;" in shown
    assert not any(unsafe in shown for unsafe in ("<img", "<script", "\u202e"))


def test_every_button_has_a_key_of_the_terminal(buttons: EvidenceButtons):
    for _, name in BUTTONS:
        _press(buttons, name)  # none is unknown
        assert "expected one of" not in buttons.widget.children[0].value


def test_when_all_is_said_it_says_where(buttons: EvidenceButtons):
    for _ in QUESTIONS.splitlines():
        _press(buttons, "skip")
    assert "3 of 3 questions left" in buttons.widget.children[0].value
    _press(buttons, "accept")


def test_without_ipywidgets_it_is_said_what_to_install(
    buttons: EvidenceButtons, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert "install goldrank[notebook]" in buttons._repr_mimebundle_()["text/plain"]


def test_with_them_a_notebook_shows_the_buttons(buttons: EvidenceButtons):
    assert "application/vnd.jupyter.widget-view+json" in buttons._repr_mimebundle_()
