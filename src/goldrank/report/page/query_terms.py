"""Which terms of a query a unit's indexed text has, as one number for a page to unfold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Side
from goldrank.rankers.graph import Graph, indexed_of, sides_of
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.report.page.units import UnitsShown
from goldrank.suites.suite import Suite
from goldrank.text.intervals import subtract
from goldrank.types import Span, System, Variant

AT_MOST = 30
"""Terms of a query that are looked for: as many as a page's whole numbers have bits for."""
COMMON = 0.5


def tokenizer_of(suite: Suite) -> Tokenizer:
    """The run's tokenizer; without its stemmer where that is not installed here."""
    try:
        return suite.tokenizer
    except GoldrankError:
        return Tokenizer(suite.bm25.stopwords)


@dataclass(slots=True)
class Matcher:
    """Finds query terms in what each system indexes; every text is cut into terms once.

    `unread` has by query the bits of the terms that the encoder does not read.
    """

    units: UnitsShown
    tokenizer: Tokenizer
    variants: Mapping[str, Variant]
    rankers: Graph
    unread: Mapping[str, int] = field(default_factory=dict)
    _terms: dict[tuple[str, tuple[str, ...], int, bool], frozenset[str]] = field(
        default_factory=dict
    )

    def terms(self, query: str) -> list[str]:
        """The different terms of a query, in order, the first ones of a very long one."""
        return list(dict.fromkeys(self.tokenizer(query)))[:AT_MOST]

    def common(self) -> frozenset[str]:
        """Terms that more than half of the units' texts have: matching them tells little."""
        counted: Counter[str] = Counter()
        for text in self.units.texts.values():
            counted.update(set(self.tokenizer(text)))
        return frozenset(t for t, n in counted.items() if n > COMMON * len(self.units.texts))

    def representations(self, system: System) -> list[str]:
        """What the ranker of a system reads: the vector side, the lexical side, or both."""
        return indexed_of(system.ranker, self.variants[system.variant], self.rankers)

    def bits(self, terms: Sequence[str], system: System, names: Sequence[str], unit: int) -> int:
        """Bit n is set where term n is in what the system's ranker reads of the unit."""
        held = self._held(system.chunker, tuple(names), unit, self._sides(system) == ["dense"])
        found = 0
        for n, term in enumerate(terms):
            if term in held:
                found |= 1 << n
        return found

    def asked(self, query_id: str, system: System) -> int:
        """The bits of the terms that a system's ranker is asked with."""
        missed = self.unread.get(query_id, 0) if self._sides(system) == ["dense"] else 0
        return ~missed

    def _sides(self, system: System) -> list[Side]:
        return sides_of(system.ranker, self.rankers)

    def _held(self, chunker: str, names: tuple[str, ...], unit: int, cut: bool) -> frozenset[str]:
        key = (chunker, names, unit, cut)
        if key not in self._terms:
            read = (self.units.indexed(chunker, name, unit, cut) for name in names)
            self._terms[key] = frozenset(term for text in read for term in self.tokenizer(text))
        return self._terms[key]


def unread_bits(
    terms: Sequence[str], text: str, unread: Sequence[tuple[int, int]], tokenizer: Tokenizer
) -> int:
    """The bits of those terms of a query that are nowhere in what is read of it.

    >>> unread_bits(["ask", "your", "manager"], "ask your manager", [(8, 16)], Tokenizer())
    4
    """
    kept = subtract([Span(0, len(text))], [Span(*span) for span in unread])
    read = {term for span in kept for term in tokenizer(text[span.start : span.end])}
    return sum(1 << n for n, term in enumerate(terms) if term not in read)


def chosen(terms: Sequence[str], bits: int) -> list[str]:
    """The terms whose bits are set.

    >>> chosen(["how", "early", "leave"], 0b101)
    ['how', 'leave']
    """
    return [term for n, term in enumerate(terms) if bits >> n & 1]
