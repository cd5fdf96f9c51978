"""Characters of a text from outside that hide, steer a terminal or turn a line: the one table.

It imports nothing of goldrank, so that an error is quick.
"""

from __future__ import annotations

import re

CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"  # all but the tab and the new line
BREAKS = "\u2028\u2029"  # of lines and paragraphs
MARKS = "\u061c\u200e\u200f"  # of direction, for one place
TURNS = "\u202a-\u202e\u2066-\u2069"  # of direction, for all that follows
INVISIBLE = "\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
NO_TEXT = "\ud800-\udfff\ufffe\uffff"
# Not printable to Python, and harmless.
SPACES = "\n\u00a0\u2000-\u200a\u200c\u200d\u202f\u205f\u3000"

IN_TABLES = re.compile(f"[{CONTROLS}{BREAKS}{TURNS}]")
# What cannot stand in XML 1.0 (fifth edition, production 2), escaped or not.
IN_XML = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{NO_TEXT}]")
_IN_JSON = re.compile(f"[{CONTROLS}{BREAKS}{MARKS}{TURNS}]")
_IN_PAGES = re.compile(f"[{CONTROLS}{BREAKS}{MARKS}{TURNS}{INVISIBLE}{NO_TEXT}]")
_SPACE = re.compile(f"[{SPACES}]")


def printable(text: str) -> str:
    """`text` with everything that could steer a terminal, or hides, replaced by U+FFFD.

    >>> printable("a\\x1b[31mb")
    'a�[31mb'
    """
    return "".join(c if c.isprintable() or _SPACE.match(c) else "�" for c in text)


def visible(text: object) -> str:
    """`text` with every hidden or direction character as `\\u{202e}`; new lines and tabs stay.

    >>> visible("pay \\u202eeno\\u202c\\x07\\r\\n")
    'pay \\\\u{202e}eno\\\\u{202c}\\\\u{7}\\n'
    """
    return _IN_PAGES.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", str(text).replace("\r\n", "\n"))


def escaped_json(text: str) -> str:
    """JSON with the same value, in which nothing steers a terminal or turns a line around.

    >>> escaped_json('["\\x9b31m"]')
    '["\\\\u009b31m"]'
    """
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
