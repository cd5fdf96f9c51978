"""Output that is not UTF-8: what an encoding cannot write is written in plainer signs."""

from __future__ import annotations

import codecs
import io
import unicodedata
from typing import TextIO

PLAINER = "goldrank_plainer"
SIGNS = str.maketrans("·–—−→←…×≥≤Δµ“”„‘’•│─", '*---><.x><du"""\'\'*|-')
"""Signs of ours and the plainest that looks like them, one for one, so that tables stay in line."""


def let_output_be_written(*streams: TextIO) -> None:
    """Make streams that cannot hold every character write a plainer one instead of failing.

    A stream that holds all of Unicode is left as it is.
    """
    codecs.register_error(PLAINER, _plainer)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and not _is_unicode(stream.encoding):
            stream.reconfigure(errors=PLAINER)


def plain_text(text: str) -> str:
    """`text` in ASCII, one character for one.

    >>> plain_text("MRR .354 → .689 · été 30 €")
    'MRR .354 > .689 * ete 30 ?'
    """
    letters = (unicodedata.normalize("NFKD", sign)[:1] for sign in text.translate(SIGNS))
    return "".join(sign if sign.isascii() and sign else "?" for sign in letters)


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_text(error.object[error.start : error.end]), error.end


def _is_unicode(encoding: str) -> bool:
    return codecs.lookup(encoding).name.startswith("utf")
