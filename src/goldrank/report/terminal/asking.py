"""A person at a terminal who is asked of one thing after another. Nothing here prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from goldrank.errors import GoldrankError
from goldrank.judging.walk import Walk
from goldrank.report.terminal.run import plain


class Terminal(Protocol):
    """What the loops of a judging person need: to show, and to be told a line."""

    def show(self, shown: RenderableType) -> None:
        """Show something."""

    def ask(self) -> str | None:
        """A line that was typed, `None` at the end of input."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What is shown of the thing that is looked at, what the keys mean, and what a line does.

    `done` is false where the person leaves.
    """

    shown: Callable[[], RenderableType]
    keys: Sequence[tuple[str, str]]
    done: Callable[[str], bool]


def ask_one_by_one(walk: Walk[Any], terminal: Terminal, asking: Asking) -> None:
    """Ask until the person leaves or nothing is left."""
    shown = -1
    while not walk.is_over:
        if walk.at != shown:
            terminal.show(asking.shown())
            shown = walk.at
        typed = terminal.ask()
        if typed is None:
            break
        if asks_for_help(typed):
            terminal.show(help_report(asking.keys))
            continue
        try:
            if not asking.done(typed):
                break
        except GoldrankError as error:
            terminal.show(refusal(error))


def asks_for_help(typed: str) -> bool:
    """Whether a line asks what can be typed."""
    return typed.strip().casefold() in ("h", "?", "help")


def help_report(keys: Sequence[tuple[str, str]]) -> RenderableType:
    """What can be typed."""
    return Text("\n".join(f"{key:<8}  {meaning}" for key, meaning in keys))


def refusal(error: GoldrankError) -> RenderableType:
    """Why an action was not taken."""
    return Text("! ", "red").append_text(plain(" ".join(str(error).split())))
