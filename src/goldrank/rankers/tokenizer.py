"""Text to the terms that lexical ranking counts: one tokenizer for chunks and for queries."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.text.terms import terms_of


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """NFKC, casefold, then runs of `\\w`; an underscore ends a word as a hyphen does.

    `stopwords` are left out after folding; `"english"` is Lucene's list of 33. `stemming` names a
    Snowball language (needs the package PyStemmer). Neither is on by default.
    Raises `GoldrankError` for a stemmer that is not there.

    >>> Tokenizer()("TLS_key-2: Naïve STRASSE")
    ['tls', 'key', '2', 'naïve', 'strasse']
    >>> Tokenizer()("測試 v2")
    ['測', '試', 'v2']
    >>> Tokenizer(stopwords=("The",))("the token")
    ['token']
    """

    stopwords: tuple[str, ...] | Literal["english"] = ()
    stemming: str | None = None

    def __post_init__(self) -> None:
        if self.stemming is not None:
            _stemmer(self.stemming)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        stops = self.stopwords if isinstance(self.stopwords, str) else sorted(set(self.stopwords))
        return f"nfkc casefold words stopwords={stops} stemming={self.stemming}"

    def __call__(self, text: str) -> list[str]:
        """The terms of `text`, in order, repeated where they repeat."""
        terms = terms_of(text)
        if self.stopwords:
            stops = _folded_stopwords(self.stopwords)
            terms = [term for term in terms if term not in stops]
        return terms if self.stemming is None else list(_stemmer(self.stemming)(terms))


@lru_cache(maxsize=8)
def _folded_stopwords(stopwords: tuple[str, ...] | Literal["english"]) -> frozenset[str]:
    if isinstance(stopwords, str):
        from bm25s.stopwords import STOPWORDS_EN

        return frozenset(STOPWORDS_EN)
    return frozenset(term for word in stopwords for term in terms_of(word))


@lru_cache(maxsize=8)
def _stemmer(language: str) -> Callable[[Sequence[str]], list[str]]:
    try:
        package = importlib.import_module("Stemmer")
    except ImportError as missing:
        raise GoldrankError(
            f"stemming {language!r}: expected the package PyStemmer, which is not installed; "
            "run: pip install PyStemmer, or leave stemming off"
        ) from missing
    if language not in package.algorithms():
        known = ", ".join(package.algorithms())
        raise GoldrankError(f"stemming: expected one of {known}; got {language!r}")
    stem: Callable[[Sequence[str]], list[str]] = package.Stemmer(language).stemWords
    return stem
