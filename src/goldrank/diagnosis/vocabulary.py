"""Which words tell anything: the terms of texts, the terms that half of a corpus has, and kinship."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from goldrank.diagnosis.forms import camel_parts, joined
from goldrank.diagnosis.languages import Language, Tokenize

FEWEST_DOCUMENTS = 10
"""With fewer documents than these, half of them says nothing of a word."""


@dataclass(frozen=True, slots=True, eq=False)
class TermSets:
    """The distinct terms of each of some texts; a text is read when it is first asked for.

    >>> sets = TermSets(["Booking a room", "Leave"], str.split)
    >>> sorted(sets.terms(0)), sorted(sets.kin(0))
    (['Booking', 'a', 'room'], ['Book', 'a', 'room'])
    """

    texts: Sequence[str]
    tokenize: Tokenize
    stem: Callable[[str], str] = field(default_factory=lambda: Language().stem)
    _terms: dict[int, frozenset[str]] = field(default_factory=dict)
    _kin: dict[int, frozenset[str]] = field(default_factory=dict)
    _joined: dict[int, frozenset[str]] = field(default_factory=dict)

    def terms(self, position: int) -> frozenset[str]:
        """The terms as they are."""
        if position not in self._terms:
            self._terms[position] = frozenset(self.tokenize(self.texts[position]))
        return self._terms[position]

    def kin(self, position: int) -> frozenset[str]:
        """The terms without their endings, with the parts of those in camel case."""
        if position not in self._kin:
            parts = camel_parts(self.texts[position]).values()
            inside = (part for each in parts for part in each)
            self._kin[position] = frozenset(map(self.stem, {*self.terms(position), *inside}))
        return self._kin[position]

    def joined(self, position: int) -> frozenset[str]:
        """Neighbouring terms written as one."""
        if position not in self._joined:
            self._joined[position] = joined(self.tokenize(self.texts[position]))
        return self._joined[position]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """How many texts of a corpus have each term, and the common ones.

    Common is what at least half of the chunks have; or, in a corpus of ten documents or more, half of the documents: whether a
    word is common should not hang on how finely a chunker cuts.

    >>> words = Vocabulary.of([{"the", "leave"}, {"the", "fee"}, {"a", "fee"}], ["x", "x", "y"])
    >>> sorted(words.common), words.bits("leave")
    (['fee', 'the'], 1.58)
    """

    texts: int
    counts: Counter[str]
    common: frozenset[str]
    function: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        terms: Iterable[Iterable[str]],
        owners: Sequence[str],
        function: frozenset[str] = frozenset(),
    ) -> Vocabulary:
        """Count the distinct terms of chunks; `owners` names the document of each.

        `function` are words that are common wherever they stand.
        """
        chunks: Counter[str] = Counter()
        by_document: dict[str, set[str]] = {}
        for found, owner in zip(terms, owners, strict=True):
            distinct = set(found)
            chunks.update(distinct)
            by_document.setdefault(owner, set()).update(distinct)
        common = {term for term, count in chunks.items() if 2 * count >= len(owners)}
        if len(by_document) >= FEWEST_DOCUMENTS:
            documents = Counter(term for found in by_document.values() for term in found)
            common |= {t for t, count in documents.items() if 2 * count >= len(by_document)}
        return cls(len(owners), chunks, frozenset(common) | function, function)

    def bits(self, term: str) -> float:
        """How much one occurrence tells: log2(texts / texts that have it); an unseen term as one seen once."""
        return math.log2(max(self.texts, 1) / max(self.counts[term], 1))

    @property
    def in_half_of_texts(self) -> frozenset[str]:
        """The terms that at least half of the texts have, however many documents have them."""
        return frozenset(t for t, count in self.counts.items() if 2 * count >= self.texts)

    def telling(self, terms: Iterable[str]) -> list[str]:
        """The distinct terms that are not common, in order."""
        return [term for term in dict.fromkeys(terms) if term not in self.common]


def kin(term: str) -> str:
    """An English term without its endings, so that "booked" finds "booking": Snowball's stemmer.

    For vectors, which see the beginnings of words; BM25 sees terms as they are.

    >>> [kin(term) for term in ("badges", "badge", "carried", "carry", "planned", "days", "bus")]
    ['badg', 'badg', 'carri', 'carri', 'plan', 'day', 'bus']
    """
    return Language().stem(term)
