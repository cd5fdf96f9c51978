"""One word in several forms: phrases of scripts without spaces, camel case, compounds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.text.terms import is_character

COMPOUNDING = frozenset({"danish", "dutch", "german", "norwegian", "swedish"})
"""Languages that write a compound as one word."""

_LEAST, _REST = 5, 3  # letters of a part of a compound, and of what is left of it
_HUMPED = re.compile(
    r"(?<![^\W_])(?=[A-Za-z0-9]*[a-z][0-9]*[A-Z]|[A-Za-z0-9]*[A-Z]{2}[a-z])[A-Za-z0-9]+(?![^\W_])"
)


@dataclass(frozen=True, slots=True)
class Phrased:
    """A tokenizer that reads characters without spaces between them by twos and threes.

    One character of such a script tells little; a phrase tells what it says.

    >>> from goldrank.rankers.tokenizer import Tokenizer
    >>> Phrased(Tokenizer())("住房公積 v2")
    ['住房', '房公', '公積', '住房公', '房公積', 'v2']
    """

    tokenize: Tokenize

    def __call__(self, text: str) -> list[str]:
        """The terms of `text`."""
        terms = self.tokenize(text)
        if text.isascii():
            return terms
        found: list[str] = []
        for alone, group in groupby(terms, key=is_character):
            run = list(group)
            found += _grams(run) if alone else run
        return found


def _grams(run: Sequence[str]) -> list[str]:
    if len(run) == 1:
        return list(run)
    return ["".join(run[n : n + size]) for size in (2, 3) for n in range(len(run) - size + 1)]


def merged(terms: Iterable[str]) -> list[str]:
    """Terms for a reader: phrases that overlap in one, without those inside another.

    >>> merged(["住房", "公積", "住房公", "房公積", "v2"])
    ['住房公積', 'v2']
    """
    whole: list[str] = []
    for term in terms:
        last = whole[-1] if whole else ""
        if is_character(term[:1]) and len(term) > 2 and last[-2:] == term[:2]:
            whole[-1] = last + term[-1]
        else:
            whole.append(term)
    inside = [t for t in whole if is_character(t[:1]) and any(t != o and t in o for o in whole)]
    return [term for term in whole if term not in inside]


def camel_parts(text: str) -> dict[str, tuple[str, ...]]:
    """The parts of each word in camel case, all in small letters.

    >>> camel_parts("a ConfigMap, an HTTPServer, the _Base64Coder")
    {'configmap': ('config', 'map'), 'httpserver': ('http', 'server'), 'base64coder': ('base', '64', 'coder')}
    """
    words = _HUMPED.findall(text)
    return {word.lower(): tuple(p.lower() for p in _split(word)) for word in words}


def _split(word: str) -> list[str]:
    return re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", word)


def joined(terms: Sequence[str]) -> frozenset[str]:
    """Neighbours written as one.

    >>> sorted(joined(["a", "config", "map"]))
    ['aconfig', 'configmap']
    """
    return frozenset(one + other for one, other in pairwise(terms))


@dataclass(frozen=True, slots=True)
class Written:
    """How a query writes its terms: the parts of camel case, and each with a neighbour."""

    parts: dict[str, tuple[str, ...]]
    neighbours: dict[str, frozenset[str]]

    @classmethod
    def of(cls, text: str, tokenize: Tokenize) -> Written:
        """Read a query."""
        terms = tokenize(text)
        near: dict[str, frozenset[str]] = {}
        for one, other in pairwise(terms):
            for term in (one, other):
                near[term] = near.get(term, frozenset()) | {one + other}
        return cls(camel_parts(text), near)

    def in_compound(
        self,
        term: str,
        terms: Collection[str],
        pairs: Collection[str],
        stems: Collection[str],
        language: Language,
    ) -> bool:
        """Whether a text has `term` as a part of a compound, or its parts.

        `terms` are the text's terms, `pairs` its neighbours written as one, `stems` its stems.

        >>> from goldrank.diagnosis.languages import Language
        >>> asked = Written.of("config map", str.split)
        >>> asked.in_compound("map", {"configmap"}, (), (), Language())
        True
        """
        if term in pairs or any(both in terms for both in self.neighbours.get(term, ())):
            return True
        parts = self.parts.get(term, ())
        if parts and all(language.stem(part) in stems for part in parts):
            return True
        return language.name in COMPOUNDING and _in_word(term, terms, language)


def _in_word(term: str, terms: Iterable[str], language: Language) -> bool:
    """Whether a word begins or ends with `term`, or `term` with a word."""
    if len(term) < _LEAST or not term.isalpha():
        return False
    return any(_part_of(term, word, language) or _part_of(word, term, language) for word in terms)


def _part_of(part: str, whole: str, language: Language) -> bool:
    if len(part) < _LEAST or len(whole) < len(part) + _REST or not whole.isalpha():
        return False
    return whole.endswith(part) or whole.startswith((part, language.stem(part)))
