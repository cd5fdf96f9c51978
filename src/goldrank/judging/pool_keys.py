"""What a person types while grading a pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.judging.grades import MOST
from goldrank.judging.keys import stretch_of
from goldrank.judging.passages import Passage
from goldrank.types import Span

HELP = (
    ("3", "it answers; 3 2-4: these sentences of it answer; 3 10:50: these characters"),
    ("2", "it answers in part; sentences or characters as with 3"),
    ("1", "it touches on the question and does not answer"),
    ("0", "it does not answer"),
    ("s, b", "skip it for now; go back to the one before, to grade it anew"),
    ("q", "quit; the same command goes on here"),
)


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade, and the stretch of the unit that answers, where it was named."""

    grade: int
    span: Span | None = None


def graded(typed: str, passage: Passage) -> Grade | Literal["skip", "back", "quit"]:
    """What a line means. Raises `GoldrankError` for a line that means nothing.

    >>> graded("3 2", Passage("a.md", 10, 25, "Ask now. Or not."))
    Grade(grade=3, span=Span(start=19, end=26))
    >>> graded("b", Passage("a.md", 0, 3, "Ask"))
    'back'
    """
    key, _, rest = typed.strip().casefold().partition(" ")
    match key, bool(rest.strip()):
        case "s", False:
            return "skip"
        case "b", False:
            return "back"
        case "q", False:
            return "quit"
    if not (key.isascii() and key.isdecimal() and len(key) == 1 and int(key) <= MOST):
        raise GoldrankError(f"expected a grade from 0 to {MOST}, s, b or q; got {typed[:40]!r}")
    if rest.strip() and int(key) < 1:
        raise GoldrankError("a stretch that answers has a grade of 1 or more; got 0")
    return Grade(int(key), stretch_of(rest, passage) if rest.strip() else None)
