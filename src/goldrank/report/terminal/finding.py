"""Finding evidence in the terminal: what is shown of a session, and its loop. Nothing here prints."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.errors import GoldrankError
from goldrank.judging.find import Finding
from goldrank.judging.keys import HELP, action_of
from goldrank.judging.passages import Passage
from goldrank.judging.session import State
from goldrank.notebook import highlight
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.report.terminal.asking import Terminal, asks_for_help, help_report, refusal
from goldrank.report.terminal.run import plain

KEYS = "a accept  r reject  n next  p previous  + other need  d done  0 nothing answers  s skip  u undo  / words  h help  q quit"


def find_in_terminal(finding: Finding, terminal: Terminal) -> None:
    """Ask until the person leaves or all questions are answered."""
    terminal.show(begin_report(finding))
    shown: State | None = None
    while not finding.state.is_over:
        if finding.state is not shown:
            terminal.show(state_report(finding.state))
            shown = finding.state
        typed = terminal.ask()
        if typed is None:
            break
        if asks_for_help(typed):
            terminal.show(help_report(HELP))
            continue
        try:
            finding.do(action_of(typed, finding.state.passage))
        except GoldrankError as error:
            terminal.show(refusal(error))
    terminal.show(end_report(finding))


def begin_report(finding: Finding) -> RenderableType:
    """What there is to do, and where it is written."""
    state = finding.state
    answered = len(state.questions) - state.open_questions
    said = f"{_questions(len(state.questions))}, {answered} answered; answers go to "
    return Text(said).append_text(plain(finding.file.path))


def end_report(finding: Finding) -> RenderableType:
    """What is left."""
    left = finding.state.open_questions
    path = plain(finding.file.path)
    if not left:
        return Text("all questions are answered: ").append_text(path)
    said = f"{_questions(left)} left; the same command goes on there. What is said is in "
    return Text(said).append_text(path)


def state_report(state: State) -> RenderableType:
    """The question, what is said of it, and the passage that is looked at."""
    progress = f"{state.at + 1}/{len(state.questions)}"
    heading = Text(f"\n{progress}  ", style="bold").append_text(plain(state.question.text))
    heading.stylize("bold")
    parts: list[RenderableType] = [heading]
    for place in state.answer.places:
        needs = f" (need {place.need})" if state.answer.need > 1 else ""
        where = f"{place.doc_id}[{place.start}:{place.end}]{needs}"
        parts.append(Text("accepted  ", "green").append_text(plain(where)))
    if state.words != state.question.text:
        parts.append(Text("searched by  ", "dim").append_text(plain(state.words)))
    if state.passage is None:
        parts.append(Text(_no_more(state), "yellow"))
    else:
        number = f"passage {state.shown + 1} of {len(state.found)}"
        parts += passage_parts(state.passage, number, Tokenizer()(state.words))
    return Group(*parts, Text(KEYS, style="dim"))


def passage_parts(passage: Passage, place: str, terms: Collection[str]) -> list[RenderableType]:
    """Where a passage stands, and its text with its sentences numbered and the words found marked."""
    title = [] if passage.titles[:1] == (passage.title,) else [passage.title]
    path = Text(f"{place}  ", "dim").append_text(plain(" > ".join([*title, *passage.titles])))
    name = plain(f"{passage.doc_id}[{passage.start}:{passage.end}]")
    name.stylize("dim")
    return [path, name, _numbered(passage, terms), ""]


def _numbered(passage: Passage, terms: Collection[str]) -> Text:
    text = Text()
    pieces = passage.pieces
    for number, (before, own) in enumerate(pieces, start=1):
        text.append_text(plain(before))
        if len(pieces) > 1:
            text.append(f"[{number}] ", "cyan")
        for word in highlight(own, terms):
            shown = plain(word.text)
            shown.stylize("bold yellow" if word.hit else "")
            text.append_text(shown)
    return text


def _no_more(state: State) -> str:
    if not state.found:
        return "no passage has a word of it; search by other words: / WORDS"
    shown = (
        "the one passage was" if len(state.found) == 1 else f"all {len(state.found)} passages were"
    )
    return f"{shown} shown; search by other words (/ WORDS), or d, 0, s"


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count:,} questions"
