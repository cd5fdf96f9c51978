"""What a person types while finding evidence: a letter, and what it is about."""

from __future__ import annotations

import re

from goldrank.errors import GoldrankError
from goldrank.judging.passages import Passage
from goldrank.judging.session import (
    Accept,
    Action,
    Back,
    Done,
    Look,
    Move,
    NextNeed,
    Nothing,
    Quit,
    Reject,
    Skip,
    Undo,
)
from goldrank.text.quotes import trimmed
from goldrank.types import Span

HELP = (
    ("a", "accept the passage; a 2 or a 2-3: these sentences of it; a 10:50: these characters"),
    ("r", "reject it: it does not answer"),
    ("n, p", "the next, the previous passage, saying nothing of this one; Enter is n"),
    ("/ WORDS", "search by other words"),
    ("+", "what is accepted next answers another need of the question, not the same"),
    ("d", "done: the next question"),
    ("0", "nothing in the corpus answers this question"),
    ("s", "skip the question for now"),
    ("u, b", "take the last passage back; open the question before again"),
    ("q", "quit; the same command goes on here"),
)
_PLAIN: dict[str, Action] = {
    "": Move(1),
    "r": Reject(),
    "n": Move(1),
    "p": Move(-1),
    "+": NextNeed(),
    "d": Done(),
    "0": Nothing(),
    "s": Skip(),
    "u": Undo(),
    "b": Back(),
    "q": Quit(),
}
_STRETCH = re.compile(r"(\d{1,9})(?:\s*([-:])\s*(\d{1,9}))?")


def action_of(typed: str, passage: Passage | None) -> Action:
    """The action that a line means, where `passage` is shown.

    Raises `GoldrankError` for a line that means none.

    >>> action_of("r", None), action_of("/ sick leave", None)
    (Reject(), Look(words='sick leave'))
    >>> action_of("a 2", Passage("a.md", 10, 25, "Ask now. Or not."))
    Accept(span=Span(start=19, end=26))
    """
    line = typed.strip()
    if line.startswith("/"):
        if not line[1:].strip():
            raise GoldrankError("expected words to search by behind the /, such as / sick leave")
        return Look(line[1:].strip())
    key, _, rest = line.partition(" ")
    key = key.casefold()
    if key == "a":
        return Accept(stretch_of(rest, passage) if rest.strip() else None)
    if key in _PLAIN and not rest.strip():
        return _PLAIN[key]
    known = ", ".join(names for names, _ in HELP)
    raise GoldrankError(f"expected one of {known}; got {line[:40]!r}; h says what they mean")


def stretch_of(typed: str, passage: Passage | None) -> Span | None:
    """The place in its document that `2`, `2-3` (sentences from 1) or `10:50` (characters) names.

    `None` where no passage is shown. Raises `GoldrankError` for what is not in the passage.
    """
    if passage is None:
        return None
    match = _STRETCH.fullmatch(typed.strip())
    if match is None:
        raise GoldrankError(
            f"expected sentences, as 2 or 2-3, or characters, as 10:50; got {typed.strip()[:40]!r}"
        )
    first, last = int(match[1]), int(match[3] or match[1])
    if match[2] == ":":
        return _characters(first, last, passage)
    sentences = passage.sentences
    if not 1 <= first <= last <= len(sentences):
        raise GoldrankError(
            f"expected sentences between 1 and {len(sentences)}, got {typed.strip()[:40]}"
        )
    return Span(sentences[first - 1].start, sentences[last - 1].end)


def _characters(first: int, last: int, passage: Passage) -> Span:
    if not 0 <= first < last <= len(passage.text):
        raise GoldrankError(
            f"expected characters between 0 and {len(passage.text)}, got {first}:{last}"
        )
    span = trimmed(passage.text, first, last)
    if span.start >= span.end:
        raise GoldrankError(f"the characters {first}:{last} are white space alone")
    return Span(passage.start + span.start, passage.start + span.end)
