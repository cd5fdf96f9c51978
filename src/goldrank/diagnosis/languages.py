"""Which language a corpus and its queries are in, by its script or its function words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from goldrank.diagnosis.function_words import FUNCTION_WORDS
from goldrank.suites.languages import Stated
from goldrank.text.languages import WITH_STOP_WORDS, stem, stemmed_languages, stop_words

Tokenize = Callable[[str], list[str]]

LISTS: Final[dict[str, tuple[str, ...]]] = {
    "english": tuple(FUNCTION_WORDS.split()),
    **{name: stop_words(name) for name in WITH_STOP_WORDS if name != "english"},
}
"""The function words of each language that has a list; all but the English from bm25s."""

SHARE = 0.15
"""The share of a text's words that must be function words of a language for it to be known."""

_SCRIPTS = {"chinese": r"\p{Han}", "korean": r"\p{Hangul}"}
_TEXTS, _CHARACTERS = 200, 2000  # what is read of a corpus to tell its language


def language_of(texts: Sequence[str], tokenize: Tokenize) -> str:
    """The language of some texts together; "" where no list fits.

    Chinese and Korean are told by their script, the others by how many of the words are function
    words: the largest share, from `SHARE` up. Kana makes a text Japanese, which has no list.

    >>> language_of(["Wer bezahlt die Reise nach Berlin und zurück?"], lambda t: t.lower().split())
    'german'
    >>> language_of(["def main(): return 0"], str.split)
    ''
    """
    step = -(-len(texts) // _TEXTS) or 1
    read = " ".join(text[:_CHARACTERS] for text in texts[::step])
    for language, script in _SCRIPTS.items():
        letters = len(regex.findall(r"\p{L}", read))
        if 2 * len(regex.findall(script, read)) > letters:
            kana = language == "chinese" and regex.search(r"[\p{Hiragana}\p{Katakana}]", read)
            return "" if kana else language
    words = tokenize(read)
    shares = {name: _share(words, name) for name in LISTS if name not in _SCRIPTS}
    best = max(shares, key=lambda name: shares[name])
    return best if words and shares[best] >= SHARE else ""


def _share(words: Sequence[str], language: str) -> float:
    own = frozenset(LISTS[language])
    return sum(word in own for word in words) / max(len(words), 1)


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of the words of a corpus and of its queries; names are empty where unknown.

    `others` are the languages of queries that say their own.
    """

    corpus: str = "english"
    queries: str = "english"
    others: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        corpus: Sequence[str],
        queries: Sequence[str],
        tokenize: Tokenize,
        stated: Stated | None = None,
    ) -> Language:
        """The languages of a corpus and of its queries: as stated, else told from the texts."""
        said = stated or Stated()
        return cls(
            said.corpus or language_of(corpus, tokenize),
            said.queries or language_of(queries, tokenize),
            tuple(sorted(set(said.by_query.values()))),
        )

    @property
    def name(self) -> str:
        """The language by which words are stemmed: the corpus's, else the queries'; "" if unknown."""
        return self.corpus or self.queries

    @property
    def knows_forms(self) -> bool:
        """Whether it is known which words are forms of one: there is a stemmer, or there are none."""
        return self.name in stemmed_languages() or self.name == "chinese"

    def function_words(self, tokenize: Tokenize) -> frozenset[str]:
        """The function words of these languages, as a tokenizer makes them.

        >>> sorted(Language("german", "").function_words(str.split) & {"und", "the"})
        ['und']
        """
        names: Iterable[str] = {self.corpus, self.queries, *self.others} & set(LISTS)
        every = [word for name in sorted(names) for word in LISTS[name]]
        return frozenset(t for word in every if len(t_ := tokenize(word)) == 1 for t in t_)

    def stem(self, term: str) -> str:
        """A term without its endings; as it is where the language is unknown.

        >>> Language("german").stem("gärten") == Language("german").stem("garten")
        True
        """
        return stem(self.name, term)
