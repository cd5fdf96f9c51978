"""Text to the terms that lexical ranking counts: one tokenizer for chunks and for queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from goldrank.errors import GoldrankError
from goldrank.rankers.segmenters import loaded, segmenter_of
from goldrank.text.languages import language_named, stem, stemmed_languages, stop_words
from goldrank.text.terms import segmented_terms, terms_of


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """NFKC, casefold, then runs of `\\w`; an underscore ends a word as a hyphen does.

    `stopwords` are left out after folding: a list of them, or a language that has one (the
    English list is Lucene's of 33). `stemming` names a Snowball language. `segmenting` is
    `chinese` or `japanese`: words by a dictionary, where there are single characters without it.
    None of it is on by default. Raises `GoldrankError` for a language without that, and for a
    dictionary that is not installed.

    >>> Tokenizer()("TLS_key-2: Naïve STRASSE")
    ['tls', 'key', '2', 'naïve', 'strasse']
    >>> Tokenizer()("測試 v2")
    ['測', '試', 'v2']
    >>> Tokenizer(stopwords="german", stemming="german")("die Anträge und der Antrag")
    ['antrag', 'antrag']
    """

    stopwords: tuple[str, ...] | str = ()
    stemming: str | None = None
    segmenting: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.stopwords, str):
            stop_words(language_named(self.stopwords, "stopwords"))
        if self.stemming is not None:
            language = language_named(self.stemming, "stemming")
            if language not in stemmed_languages():
                known = ", ".join(stemmed_languages())
                raise GoldrankError(f"stemming: expected one of {known}; got {self.stemming!r}")
        if self.segmenting is not None:
            loaded(segmenter_of(self.segmenting))  # found missing before any work

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        stops: str | list[str] = (
            language_named(self.stopwords)
            if isinstance(self.stopwords, str)
            else sorted(set(self.stopwords))
        )
        stemming = self.stemming and language_named(self.stemming)
        words = f" segmented by {segmenter_of(self.segmenting)}" if self.segmenting else ""
        return f"nfkc casefold words stopwords={stops} stemming={stemming}{words}"

    def __call__(self, text: str) -> list[str]:
        """The terms of `text`, in order, repeated where they repeat."""
        terms = self.words(text)
        if self.stopwords:
            stops = _stops(self.stopwords, self.segmenting)
            terms = [term for term in terms if term not in stops]
        if self.stemming is None:
            return terms
        language = language_named(self.stemming)
        return [stem(language, term) for term in terms]

    def words(self, text: str) -> list[str]:
        """The terms of `text` with stop words and endings."""
        if self.segmenting is None or text.isascii():
            return terms_of(text)
        segmenter = segmenter_of(self.segmenting)
        return segmented_terms(text, segmenter.scripts, loaded(segmenter))


@lru_cache(maxsize=8)
def _stops(stopwords: tuple[str, ...] | str, segmenting: str | None) -> frozenset[str]:
    words = Tokenizer(segmenting=segmenting).words
    if not isinstance(stopwords, str):
        return frozenset(term for word in stopwords for term in words(word))
    # A word of several characters, cut into them, would stop characters that tell something.
    cut = (words(word) for word in stop_words(language_named(stopwords)))
    return frozenset(terms[0] for terms in cut if len(terms) == 1)
