"""What a person types while reading an audit's chunks."""

from __future__ import annotations

from typing import Final, Literal

from goldrank.auditing.classes import CLASSES, ChunkClass
from goldrank.errors import GoldrankError

Other = Literal["skip", "back", "guess", "quit"]

HELP: Final = (
    *((each.key, f"{each.name}: {each.meaning}") for each in CLASSES),
    ("s, b", "skip the chunk for now; go back to the one before, to read it anew"),
    ("g", "what the rule says of the chunk that was read last"),
    ("q", "quit; the same command goes on here"),
)
_OTHERS: Final[dict[str, Other]] = {"s": "skip", "b": "back", "g": "guess", "q": "quit"}
_CLASSES: Final = {each.key: each for each in CLASSES}


def meant(typed: str) -> ChunkClass | Other:
    """What a line means. Raises `GoldrankError` for a line that means nothing.

    >>> meant("P").name, meant(" b ")
    ('pronoun', 'back')
    """
    key = typed.strip().casefold()
    if key in _OTHERS:
        return _OTHERS[key]
    if key in _CLASSES:
        return _CLASSES[key]
    known = ", ".join((*_CLASSES, *_OTHERS))
    raise GoldrankError(f"expected one of {known}; got {typed.strip()[:40]!r}; h says what each is")
