"""Text from outside for a page: what would be invisible, or turn the line around, is shown."""

from __future__ import annotations

import re

# Direction controls, other invisible format characters, controls, separators, tag characters.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: object) -> str:
    """`text` with every hidden or direction character as `\\u{202e}`; new lines and tabs stay.

    >>> visible("pay \\u202eeno\\u202c\\x07\\r\\n")
    'pay \\\\u{202e}eno\\\\u{202c}\\\\u{7}\\n'
    """
    return _HIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", str(text).replace("\r\n", "\n"))
