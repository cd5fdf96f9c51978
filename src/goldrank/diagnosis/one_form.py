"""The rank that a need would have were its words, and the texts', in one form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goldrank.diagnosis.forms import camel_parts
from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.evidence.gold import GoldNeed
from goldrank.filters.allowed import Allowed
from goldrank.rankers.base import Material, QueryBlock, Side
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import Fitted, Scored
from goldrank.rankers.hits import Places
from goldrank.rankers.order import Scores, rank_of
from goldrank.types import Query, System, Variant


@dataclass(frozen=True, slots=True)
class OneForm:
    """Texts whose words are stemmed; those in camel case stand there in parts as well.

    >>> OneForm(lambda text: text.lower().split(), Language())("Booked ConfigMaps")
    'book configmap config map'
    """

    tokenize: Tokenize
    language: Language

    def __call__(self, text: str) -> str:
        """`text` as the words that stemming leaves."""
        parts = camel_parts(text)
        terms = self.tokenize(text)
        every = [word for term in terms for word in (term, *parts.get(term, ()))]
        return " ".join(map(self.language.stem, every))


@dataclass(slots=True)
class Stemmed:
    """The rankers of one chunker that read texts alone, over those texts in one form."""

    fitted: Fitted
    queries: Sequence[Query]
    form: OneForm
    allowed: Allowed | None = None
    _other: Fitted = field(init=False)
    _scores: dict[tuple[int, str, str], Scores] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._other = Fitted(self.fitted.rankers, _Material(self.fitted.material, self.form))

    def rank(self, need: GoldNeed, system: System, variant: Variant) -> int | None:
        """The rank of a need's best gold unit; `None` where it is still not retrieved."""
        row = self._row(need.query, system, variant)
        ranks = [rank.rank for p in need.gold if (rank := rank_of(row, int(p))) is not None]
        return min(ranks, default=None)

    def _row(self, query: int, system: System, variant: Variant) -> Scores:
        key = (query, system.ranker, variant.lexical)
        if key not in self._scores:
            asked = self.queries[query]
            no_vectors = np.zeros((1, 0), dtype=np.float32)
            seen = None if self.allowed is None else self.allowed[query : query + 1]
            text = [self.form(asked.text)]
            block = QueryBlock([asked.query_id], text, no_vectors, allowed=seen)
            self._scores[key] = Scored(self._other, block)(system.ranker, variant)[0]
        return self._scores[key]


@dataclass(frozen=True, slots=True)
class _Material:
    """What was ranked, its texts in one form."""

    material: Material
    form: OneForm

    @property
    def count(self) -> int:
        """How many units are ranked."""
        return self.material.count

    def vectors(self, representation: str) -> NDArray[np.float32]:
        """As they were."""
        return self.material.vectors(representation)

    def texts(self, representation: str) -> list[str]:
        """The texts in one form."""
        return [self.form(text) for text in self.material.texts(representation)]

    @property
    def ranked(self) -> Places:
        """As it was."""
        return self.material.ranked

    def fold(self, side: Side) -> Fold | None:
        """As it was."""
        return self.material.fold(side)
