"""The six classes of chunks: how far a chunk says what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ChunkClass:
    """One class: its key in the terminal, its name, what it means, and an example.

    `lacks_subject` says that the subject is not in the chunk, or not which one. A twin names its
    subject, and still needs what tells it from the other.
    """

    key: str
    name: str
    meaning: str
    example: str
    lacks_subject: bool


CLASSES: Final = (
    ChunkClass(
        "p",
        "pronoun",
        "its subject is a pronoun",
        "It must be requested 30 days in advance.",
        True,
    ),
    ChunkClass(
        "i",
        "imperative",
        "an instruction that leaves out what it is about",
        "Send to the desk within ten days.",
        True,
    ),
    ChunkClass(
        "l",
        "list-item",
        "items of a list, cut from the words that lead into it",
        "- a passport photograph",
        True,
    ),
    ChunkClass(
        "u",
        "underspecified",
        "it names its subject by a word that fits many",
        "The limit is 50 euros a day.",
        True,
    ),
    ChunkClass(
        "n",
        "named",
        "it names its subject",
        "Parental leave lasts 26 weeks.",
        False,
    ),
    ChunkClass(
        "t",
        "twin",
        "it names its subject, and nearly the same text stands under another heading",
        "Gold support answers within 4 hours.",
        False,
    ),
)
"""In the order of how much of the subject is missing, as tables show them."""

NAMES: Final = tuple(each.name for each in CLASSES)
