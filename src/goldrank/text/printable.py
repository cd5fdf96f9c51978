"""Text from outside, made harmless to a terminal. It imports nothing, so that errors are quick."""

from __future__ import annotations

import re

HARMLESS = "\n\u00a0\u2000-\u200a\u200c\u200d\u202f\u205f\u3000"
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_KEPT = re.compile(f"[{HARMLESS}]")


def printable(text: str) -> str:
    """`text` with everything that could steer a terminal, or hides, replaced by U+FFFD.

    >>> printable("a\\x1b[31mb")
    'a�[31mb'
    """
    return "".join(c if c.isprintable() or _KEPT.match(c) else "�" for c in text)


def escaped_json(text: str) -> str:
    """JSON with the same value, in which nothing steers a terminal or turns a line around.

    >>> escaped_json('["\\x9b31m"]')
    '["\\\\u009b31m"]'
    """
    return STEERING.sub(lambda c: c[0] if c[0] == "\n" else f"\\u{ord(c[0]):04x}", text)
