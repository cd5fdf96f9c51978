"""Whether chance explains that a text stands in other documents too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from goldrank.text.terms import terms_of, words_in

LEAST_WORDS = 8
"""Shorter texts recur as turns of phrase, which the independence below knows nothing of."""
MOST_EXPECTED = 1e-6
"""The most places that chance may be expected to make for a repeat to be one."""


@dataclass(frozen=True)
class Chance:
    """How often chance would put a text into a corpus, from the corpus's own words.

    `texts` are those of the documents. They are counted when they are first asked about.

    >>> chance = Chance(["a a a b"])
    >>> chance.expected("a b"), chance.explains("a b")
    (0.75, True)
    """

    texts: Sequence[str]

    def expected(self, text: str) -> float:
        """The expected number of places with these words in a row, if each fell independently.

        The number of words of the corpus times the product of the shares that the words of
        `text` have of it; infinite for a text without words, which stands everywhere.
        """
        terms, size = terms_of(text), self._counts.total()
        if not terms:
            return math.inf
        return size * math.prod(max(1, self._counts[term]) / size for term in terms)

    def explains(self, text: str) -> bool:
        """Whether the text is too short, or its words too common, to be a repeat elsewhere."""
        return words_in(terms_of(text)) < LEAST_WORDS or self.expected(text) > MOST_EXPECTED

    @cached_property
    def _counts(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for text in self.texts:
            counts.update(terms_of(text))
        return counts
