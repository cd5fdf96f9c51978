"""A rule's guess of the class of a chunk, from its first words, its heading, and its near copy.

It reads no meaning. What it is worth is measured: it is held against a reader's classes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from goldrank.auditing.english import (
    ADVERBS,
    ALONE,
    CATEGORIES,
    IMPERATIVES,
    OPENERS,
    PRONOUNS,
    VERBS,
)
from goldrank.diagnosis.text_words import OF_TEXTS

LANGUAGE: Final = "english"
"""The only language that the rule knows."""

_OF_TEXTS = frozenset(OF_TEXTS[LANGUAGE].split())
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_MARKS = re.compile(r"[*_`>#|]+|\[|\]\([^)]*\)")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?:])\s")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rule sees of a chunk: its text, whether it names its heading, its near copy.

    `held` are the telling words of its section path that its text has, `missing` those that it has
    not; `is_copied` says that nearly the same text stands under another heading.
    """

    text: str
    held: Collection[str]
    missing: Collection[str]
    is_copied: bool


def guess(seen: Seen) -> str:
    """The name of a class.

    >>> guess(Seen("It is paid in March.", (), ("bonus",), False))
    'pronoun'
    >>> guess(Seen("- a passport\\n- a photograph", (), ("bring",), False))
    'list-item'
    >>> guess(Seen("A bonus is paid in March.", ("bonus",), (), False))
    'named'
    """
    lines = [line for line in seen.text.splitlines() if line.strip()]
    if lines and _ITEM.match(lines[0]) and _is_list(lines):
        return "list-item"
    words = first_words(seen.text)
    is_named = bool(seen.held) and not seen.missing
    if words and not is_named:
        if _is_pronoun(words):
            return "pronoun"
        if is_instruction(words):
            return "imperative"
    if not seen.held and (_is_category(words) or not words):
        return "underspecified"
    return "twin" if seen.is_copied else "named"


def tells_no_subject(word: str) -> bool:
    """Whether a heading's word is of texts or of a kind of thing: "Details", "The limit".

    >>> tells_no_subject("limits"), tells_no_subject("parental")
    (True, False)
    """
    return word in _OF_TEXTS or _singular(word) in CATEGORIES


def first_words(text: str) -> list[str]:
    """The words of the first sentence, small; a clause that only opens it is left out.

    >>> first_words("If you are ill, *call* the desk. Wait.")
    ['call', 'the', 'desk']
    """
    first = _SENTENCE.split(_MARKS.sub("", text).strip(), maxsplit=1)[0]
    words = _WORD.findall(first.casefold())
    if words and words[0] in OPENERS and "," in first:
        return _WORD.findall(first.partition(",")[2].casefold())
    return words


def is_instruction(words: Sequence[str]) -> bool:
    """Whether a sentence begins with a verb that tells somebody to do something.

    >>> is_instruction(["please", "call"]), is_instruction(["book", "orders"])
    (True, True)
    >>> is_instruction(["notice", "is", "given"])
    False
    """
    rest = list(words)
    while rest and rest[0] in ADVERBS:
        rest.pop(0)
    if not rest or rest[0] not in IMPERATIVES:
        return False
    return len(rest) == 1 or rest[1] not in VERBS - ADVERBS | {"of"}


def _is_pronoun(words: Sequence[str]) -> bool:
    if words[0] in ALONE:
        return True
    return words[0] in PRONOUNS and len(words) > 1 and words[1] in VERBS


def _is_category(words: Sequence[str]) -> bool:
    """Whether the subject is `the limit`, `this form`, `requests`: a kind, and not which one."""
    rest = [word for word in words if word not in ("the", "this", "that", "these", "those")]
    opened = rest[:1] and len(rest) < len(words) and words[0] not in rest[:1]
    return bool(opened) and any(_singular(word) in CATEGORIES for word in rest[:2])


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _is_list(lines: Sequence[str]) -> bool:
    """Whether every line is an item, or goes an item on."""
    return all(_ITEM.match(line) or line[:1] in " \t" for line in lines)
