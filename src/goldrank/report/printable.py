"""Text from outside, made harmless to a terminal. It imports nothing, so that errors are quick."""

from __future__ import annotations


def printable(text: str) -> str:
    """`text` with everything that could steer a terminal replaced by U+FFFD.

    >>> printable("a\\x1b[31mb")
    'a�[31mb'
    """
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)
