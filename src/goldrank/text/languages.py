"""Languages by name: what a suite may call them, and what is there for each of them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import snowballstemmer

from goldrank.errors import GoldrankError
from goldrank.suggest import unknown

CODES: Final = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "ja": "japanese",
    "ko": "korean",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
    "zh": "chinese",
}
"""ISO 639-1 codes of the languages that anything is known of."""

WITH_STOP_WORDS: Final = (
    *("chinese", "danish", "dutch", "english", "french", "german", "italian", "korean"),
    *("norwegian", "portuguese", "russian", "spanish", "swedish", "turkish"),
)
"""The languages that bm25s has a list of stop words for."""


@lru_cache(maxsize=256)
def language_named(named: str, what: str = "language") -> str:
    """The name of a language that is given by its name or its code, in any case.

    >>> language_named("de"), language_named("German")
    ('german', 'german')

    Raises `GoldrankError` for one that nothing is known of; `what` is what asked.
    """
    name = CODES.get(named.casefold(), named.casefold())
    if name not in {*CODES.values(), *stemmed_languages()}:
        raise GoldrankError(f"{what}: {unknown('language', named, sorted(CODES.values()))}")
    return name


@cache
def stop_words(language: str) -> tuple[str, ...]:
    """The stop words of a language, from bm25s; its English list is Lucene's 33.

    >>> len(stop_words("english")), "und" in stop_words("german")
    (33, True)

    Raises `GoldrankError` for a language without a list.
    """
    from bm25s import stopwords

    if language not in WITH_STOP_WORDS:
        known = ", ".join(WITH_STOP_WORDS)
        raise GoldrankError(
            f"stopwords: there is a list for {known}; got {language!r}: give the words themselves"
        )
    named = "EN" if language == "english" else language.upper()
    words: tuple[str, ...] = tuple(getattr(stopwords, f"STOPWORDS_{named}"))
    return words


def stemmed_languages() -> list[str]:
    """The languages that Snowball has a stemmer for."""
    names: list[str] = snowballstemmer.algorithms()
    return names


@lru_cache(maxsize=1 << 18)
def stem(language: str, term: str) -> str:
    """A term without its endings; as it is in a language without a stemmer.

    >>> stem("german", "gärten") == stem("german", "garten"), stem("japanese", "設定")
    (True, '設定')
    """
    stemmer = _stemmer(language)
    return term if stemmer is None else str(stemmer.stemWord(term))


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer | None:
    return snowballstemmer.stemmer(language) if language in stemmed_languages() else None
