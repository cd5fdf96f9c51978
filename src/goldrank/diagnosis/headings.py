"""How much a breadcrumb tells: the bits by which it sets its chunks apart from the others.

A breadcrumb is the document's title and the last three headings. Its *telling terms* are its terms
without function words, words that half of the corpus has, numbering ("Section 4.2", "Annex B"),
dividers ("Overview") and words for kinds of documents ("Policy"). Of N chunks, let n carry all the
telling terms of a breadcrumb in theirs. The breadcrumb then tells log2(N / n) bits: 0 where every
chunk has them, or where it has none; 1 where it halves the corpus; log2 N where no other chunk has
them all. It is *empty* below 1 bit.

By the chain rule the bits are the title's, which set documents apart, plus the headings', which
set a document's chunks apart: log2(N / n) = log2(N / t) + log2(t / n), where t chunks carry the
telling terms of the title.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from goldrank.diagnosis.heading_words import EMPTY, NUMBERED, words_of
from goldrank.diagnosis.languages import Language, Tokenize

EMPTY_BELOW = 1.0
"""Bits under which a breadcrumb is empty: it sets its chunks apart from less than half."""

Why = Literal["", "no heading", "numbering", "divider", "function words", "on most chunks"]

_SERIAL = re.compile(r"\d{1,3}|[a-z]|(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of headings that tell nothing, as the tokenizer makes them."""

    tokenize: Tokenize
    common: frozenset[str]
    function: frozenset[str]
    numbered: frozenset[str]
    empty: frozenset[str]

    @classmethod
    def of(
        cls,
        tokenize: Tokenize,
        common: frozenset[str] = frozenset(),
        language: Language | None = None,
    ) -> Lexicon:
        """The lexicon for a tokenizer; `common` are terms that half of the corpus's chunks have.

        Function words are those of `language`, English by default; of a language without a list of
        dividers and numbered words the English ones alone count.
        """
        known = language or Language()
        numbered, empty = (
            frozenset(tokenize(words_of(lists, known.corpus))) for lists in (NUMBERED, EMPTY)
        )
        function = known.function_words(tokenize)
        return cls(tokenize, common, function, numbered, empty)

    def telling(self, heading: str) -> frozenset[str]:
        """The terms of one title or heading that tell something.

        >>> lexicon = Lexicon.of(lambda text: text.lower().replace(".", " ").split())
        >>> sorted(lexicon.telling("Section 4.2 Parental leave")), sorted(lexicon.telling("Tier 2"))
        (['leave', 'parental'], ['2', 'tier'])
        >>> lexicon.telling("General provisions"), lexicon.telling("Annex B")
        (frozenset(), frozenset())
        """
        terms = self._unnumbered(heading)
        return frozenset(terms) - self.function - self.empty - self.common

    def why_empty(self, headings: Sequence[str]) -> Why:
        """What an untelling breadcrumb is made of; dividers come before numbering."""
        terms = {term for heading in headings for term in self.tokenize(heading)}
        if not terms:
            return "no heading"
        left = {term for heading in headings for term in self._unnumbered(heading)}
        if left & self.empty:
            return "divider"
        return "function words" if left else "numbering"

    def _unnumbered(self, heading: str) -> list[str]:
        kept: list[str] = []
        numbering = True  # a heading may begin with its number
        for term in self.tokenize(heading):
            if numbering and _SERIAL.fullmatch(term):
                if kept and kept[-1] in self.numbered:
                    kept.pop()
                continue
            numbering = term in self.numbered
            kept.append(term)
        return kept


@dataclass(frozen=True, slots=True)
class Quality:
    """What a breadcrumb tells, in bits: in all, by its title, by its headings.

    `alike` chunks carry all its telling terms, itself among them; `why` says what an empty one
    is made of.
    """

    bits: float
    title_bits: float
    heading_bits: float
    alike: int
    telling: frozenset[str]
    why: Why = ""

    @property
    def is_empty(self) -> bool:
        """Whether it sets its chunks apart from less than half of the others."""
        return self.bits < EMPTY_BELOW


def qualities(breadcrumbs: Sequence[Sequence[str]], lexicon: Lexicon) -> list[Quality]:
    """The quality of each chunk's breadcrumb, given as its title and headings, in order.

    Two of four chunks are under "Leave", one of them under "Notice" too:

    >>> crumbs = [["Leave", "Notice"], ["Leave", "Overview"], ["Pool cars"], ["Circular 7"]]
    >>> found = qualities(crumbs, Lexicon.of(lambda text: text.lower().split()))
    >>> [(each.bits, each.title_bits, each.heading_bits) for each in found]
    [(2.0, 1.0, 1.0), (1.0, 1.0, 0.0), (2.0, 2.0, 0.0), (0.0, 0.0, 0.0)]
    """
    titles = [lexicon.telling(parts[0]) if parts else frozenset() for parts in breadcrumbs]
    whole = [
        title.union(*(lexicon.telling(heading) for heading in parts[1:]))
        for title, parts in zip(titles, breadcrumbs, strict=True)
    ]
    carriers = _Carriers.of(whole)
    made = []
    for parts, title, terms in zip(breadcrumbs, titles, whole, strict=True):
        alike, of_title = carriers.count(terms), carriers.count(title)
        bits, title_bits = math.log2(len(whole) / alike), math.log2(len(whole) / of_title)
        why: Why = ""
        if bits < EMPTY_BELOW:
            why = "on most chunks" if terms else lexicon.why_empty(parts)
        made.append(Quality(bits, title_bits, math.log2(of_title / alike), alike, terms, why))
    return made


@dataclass(frozen=True, slots=True, eq=False)
class _Carriers:
    """Which chunks carry which telling term."""

    chunks: int
    postings: Mapping[str, frozenset[int]]
    known: dict[frozenset[str], int]

    @classmethod
    def of(cls, terms: Sequence[frozenset[str]]) -> _Carriers:
        postings: dict[str, set[int]] = {}
        for position, found in enumerate(terms):
            for term in found:
                postings.setdefault(term, set()).add(position)
        return cls(len(terms), {t: frozenset(p) for t, p in postings.items()}, {})

    def count(self, terms: frozenset[str]) -> int:
        """How many chunks carry all of `terms`."""
        if terms not in self.known:
            lists = sorted((self.postings[term] for term in terms), key=len)
            self.known[terms] = len(lists[0].intersection(*lists[1:])) if lists else self.chunks
        return self.known[terms]
