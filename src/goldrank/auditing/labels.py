"""The class of every chunk of which one is known: by the reader, else by a rule that is good enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldrank.auditing.chunks import AuditedChunks
from goldrank.auditing.class_shares import class_shares


@dataclass(frozen=True, slots=True)
class Labels:
    """By position among the chunks: the class, of those that have one; `read` are the reader's."""

    classes: Mapping[int, str]
    read: frozenset[int]

    def of_need(self, gold: Mapping[int, int]) -> str:
        """The class of a need by its gold chunks; empty where they have none, or several.

        >>> Labels({3: "twin", 4: "twin", 5: "named"}, frozenset()).of_need({3: 1, 4: 1, 9: 1})
        'twin'
        """
        found = {self.classes[at] for at in gold if at in self.classes}
        return next(iter(found)) if len(found) == 1 else ""


def labels_of(audited: AuditedChunks, path: Path) -> Labels:
    """The classes of a reader's file, and of the rest the rule's where it agrees well enough."""
    found = class_shares(audited, path)
    read = {audited.at[chunk]: name for chunk, name in found.readings.last.items()}
    guesses = (audited.guesses or []) if found.corrected is not None else []
    return Labels({**dict(enumerate(guesses)), **read}, frozenset(read))
