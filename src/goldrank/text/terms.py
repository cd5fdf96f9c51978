"""Text to terms: the words of any script, folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

import regex

# A term of these scripts is one character with its marks: they are written without spaces.
_SINGLE = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
)
_CHARACTER = rf"[[\w&&[{_SINGLE}]]--\p{{M}}]\p{{M}}*"
# A mark or a joiner inside a word belongs to it; alone (in an emoji, say) it is no term.
_WORD = rf"[[\w\p{{N}}]--[{_SINGLE}\p{{M}}\p{{Pc}}\p{{Cf}}]][[\w\p{{N}}]--[{_SINGLE}\p{{Pc}}]]*"
_TERM = regex.compile(rf"{_CHARACTER}|{_WORD}", regex.VERSION1)
_ASCII_TERM = re.compile(r"[a-z0-9]+")
_ONE_CHARACTER = regex.compile(_CHARACTER, regex.VERSION1)


def terms_of(text: str) -> list[str]:
    """NFKC, casefold, then words, or single characters of a script that is written without spaces.

    >>> terms_of("TLS_key-2"), terms_of("測試 v2")
    (['tls', 'key', '2'], ['測', '試', 'v2'])
    """
    if text.isascii():
        return _ASCII_TERM.findall(text.lower())
    folded = unicodedata.normalize("NFKC", text).casefold()
    terms: list[str] = _TERM.findall(unicodedata.normalize("NFKC", folded))
    return terms


def segmented_terms(text: str, scripts: str, segment: Callable[[str], list[str]]) -> list[str]:
    """Like `terms_of`, with stretches of some scripts cut into words by `segment`.

    `scripts` is what stands in a character class for them.

    >>> segmented_terms("測試 v2 試", r"\\p{Han}", lambda run: [run])
    ['測試', 'v2', '試']
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    terms: list[str] = []
    for found in _segmented(scripts).finditer(unicodedata.normalize("NFKC", folded)):
        terms += segment(found[0]) if found["run"] else [found[0]]
    return terms


@cache
def _segmented(scripts: str) -> regex.Pattern[str]:
    run = rf"(?P<run>(?:[[\w&&[{scripts}]]--\p{{M}}]\p{{M}}*)+)"
    return regex.compile(rf"{run}|{_CHARACTER}|{_WORD}", regex.VERSION1)


def words_in(terms: list[str]) -> float:
    """About how many words `terms` are: a character of a script without spaces is half of one.

    >>> words_in(terms_of("v2 測試"))
    2.0
    """
    return sum(0.5 if is_character(term) else 1.0 for term in terms)


def is_character(term: str) -> bool:
    """Whether a term is one character of a script that is written without spaces.

    >>> is_character("測"), is_character("a")
    (True, False)
    """
    return not term.isascii() and _ONE_CHARACTER.fullmatch(term) is not None
