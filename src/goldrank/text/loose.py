"""Where a quote stands in a text but for how it is typed: its marks, its case, its composition."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from goldrank.types import Span

GAP = 1_000  # folded characters that an ellipsis may stand for
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:…|\.{3})\s*\]|…|\.{3,})\s*")
_LETTER = re.compile(r"(?s).[\u0300-\u036f\u0483-\u0487\u064b-\u065f\u093c\u3099\u309a]*")
_MARKS = {ord(sign): '"' for sign in "“”„‟«»″"}
_MARKS |= {ord(sign): "'" for sign in "‘’‚‛`´′"}
_MARKS |= {ord(sign): "-" for sign in "‐‑‒–—―−"}
_SILENT = frozenset("*_\u00ad\u200b\u200c\u200d\u2060\ufeff")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text with its typing folded away, and where each of its characters comes from."""

    text: str
    origin: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> Folded:
        """Fold `text`: quotation marks, dashes, case, composition, emphasis and white space.

        >>> Folded.of("**It’s**  fine").text
        "it's fine"
        """
        made: list[str] = []
        origin: list[Span] = []
        for letter in _LETTER.finditer(text):
            folded = _folded(letter[0])
            if folded == " " and (not made or made[-1] == " "):
                continue
            made += folded
            origin += [Span(*letter.span())] * len(folded)
        return cls("".join(made), tuple(origin))


def loosely(text: str, quote: str) -> list[Span]:
    r"""Where `quote` stands in `text` but for how it is typed.

    Quotation marks and dashes of any shape are one, and so are small and capital letters, NFC and
    NFD, any white space; emphasis is passed over, and an ellipsis stands for any words of the same
    stretch. Whoever asks has looked for the quote as it is.

    >>> text = "Ask early. It’s **requested** 30\ndays in advance."
    >>> [text[a:b] for a, b in loosely(text, "it's requested ... advance")]
    ['It’s **requested** 30\ndays in advance']
    """
    parts = [Folded.of(part).text.strip() for part in _ELLIPSIS.split(quote)]
    wanted = [part for part in parts if part]
    if not wanted:
        return []
    folded = Folded.of(text)
    found = []
    start = folded.text.find(wanted[0])
    while start >= 0:
        end = _end(folded.text, start, wanted)
        if end is not None:
            found.append(Span(folded.origin[start].start, folded.origin[end - 1].end))
        start = folded.text.find(wanted[0], start + 1)
    return found


def _end(text: str, start: int, wanted: list[str]) -> int | None:
    """Where the last part ends, each found soon behind the one before it."""
    end = start + len(wanted[0])
    for part in wanted[1:]:
        at = text.find(part, end, end + GAP + len(part))
        if at < 0:
            return None
        end = at + len(part)
    return end


def _folded(letter: str) -> str:
    if letter.isspace():
        return " "
    if letter in _SILENT:
        return ""
    return unicodedata.normalize("NFC", letter).translate(_MARKS).casefold()


def same_letters(name: str) -> str:
    """A name in the one composition by which names are compared.

    >>> same_letters("e\\u0301te\\u0301.md") == same_letters("été.md")
    True
    """
    return unicodedata.normalize("NFC", name)
