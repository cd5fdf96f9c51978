"""Which words tell anything: the terms of texts, the terms that half of a corpus has, and kinship."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Tokenize = Callable[[str], list[str]]

FEWEST_DOCUMENTS = 10
"""With fewer documents than these, half of them says nothing of a word."""

_SIBILANTS = "sxzh"
_DOUBLES = ("bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt")


@dataclass(frozen=True, slots=True, eq=False)
class TermSets:
    """The distinct terms of each of some texts; a text is read when it is first asked for.

    >>> sets = TermSets(["Booking a room", "Leave"], str.split)
    >>> sorted(sets.terms(0)), sorted(sets.kin(0))
    (['Booking', 'a', 'room'], ['Book', 'a', 'room'])
    """

    texts: Sequence[str]
    tokenize: Tokenize
    _terms: dict[int, frozenset[str]] = field(default_factory=dict)
    _kin: dict[int, frozenset[str]] = field(default_factory=dict)

    def terms(self, position: int) -> frozenset[str]:
        """The terms as they are."""
        if position not in self._terms:
            self._terms[position] = frozenset(self.tokenize(self.texts[position]))
        return self._terms[position]

    def kin(self, position: int) -> frozenset[str]:
        """The terms without their endings."""
        if position not in self._kin:
            self._kin[position] = frozenset(map(kin, self.terms(position)))
        return self._kin[position]


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
        return cls(len(owners), chunks, frozenset(common) | function)

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


@lru_cache(maxsize=1 << 17)
def kin(term: str) -> str:
    """`term` without the endings of English inflection, so that "booked" finds "booking".

    For vectors, which see the beginnings of words; BM25 sees terms as they are. After step 1 of
    M. F. Porter, "An algorithm for suffix stripping" (1980), simplified. Other languages keep
    most of their words as they are.

    >>> [kin(term) for term in ("badges", "badge", "carried", "carry", "planned", "days", "bus")]
    ['badg', 'badg', 'carry', 'carry', 'plan', 'day', 'bus']
    """
    if len(term) > 4 and term.endswith(("ies", "ied")):
        return term[:-3] + "y"
    return _bare(_without_ending(term))


def _without_ending(term: str) -> str:
    if len(term) > 5 and term.endswith("ing"):
        return term[:-3]
    if len(term) > 4 and term.endswith("ed"):
        return term[:-2]
    if len(term) > 4 and term.endswith("es") and term[-3] in _SIBILANTS:
        return term[:-2]
    if len(term) > 3 and term.endswith("s") and not term.endswith(("ss", "us", "is")):
        return term[:-1]
    return term


def _bare(stem: str) -> str:
    """Without the doubled consonant of "planned" and the silent e of "lease"."""
    if len(stem) > 4 and stem.endswith(_DOUBLES):
        return stem[:-1]
    return stem[:-1] if len(stem) > 3 and stem.endswith("e") else stem
