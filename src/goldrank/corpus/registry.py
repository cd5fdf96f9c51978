"""Readers by format and by suffix: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from goldrank.corpus.markdown import MARKDOWN
from goldrank.corpus.plain_text import TEXT
from goldrank.corpus.reader import Reader
from goldrank.formats.registry import FORMATS

READERS: Mapping[str, Reader] = {reader.format: reader for reader in (MARKDOWN, TEXT)}
OTHERWISE = MARKDOWN
"""It reads what a pattern of `include` names and no reader does."""

INCLUDE = tuple(f"*{suffix}" for reader in READERS.values() for suffix in reader.suffixes)
"""What is read of a folder where a suite does not say it."""

EVERY = (*INCLUDE, *(f"*{suffix}" for each in FORMATS.values() for suffix in each.suffixes))
"""The same and every format that is converted: what is read where no suite says anything."""


def own_reader(name: str) -> Reader | None:
    """The reader that a file's name asks for, in any case; `None` where it asks for none.

    >>> own_reader("hr/Notes.TXT").format, own_reader("index.xml")
    ('text', None)
    """
    name = name.lower()
    readers = READERS.values()
    return next((each for each in readers if name.endswith((*each.suffixes, *each.also))), None)
