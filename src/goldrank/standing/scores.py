"""What a gate reads of a chunk: its cosine with the question, or its BM25 score at its time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.base import Role, Vectors
from goldrank.errors import GoldrankError
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.vector import Vector
from goldrank.standing.query import StandingQuery
from goldrank.standing.stream import Stream

Scores = NDArray[np.float64]
Embed = Callable[[Sequence[str], Role], Vectors]


class Scorer(Protocol):
    """Scores the chunks of a stream for a question.

    Promises, tested for every implementation: a score depends on nothing that comes later in the
    stream; -inf is of a chunk that has nothing of the question.
    """

    @property
    def name(self) -> str:
        """What gates and tables call it."""
        ...

    def __call__(self, query: StandingQuery, stream: Stream) -> Scores:
        """One score for each chunk, shape (chunks,)."""
        ...


@dataclass(frozen=True, slots=True)
class Cosine:
    """The cosine of the vectors of question and chunk, -1 to 1.

    `embed` takes texts and which side they are on, and gives one row for each.
    """

    embed: Embed = field(repr=False)
    name: str = "cosine"

    def __call__(self, query: StandingQuery, stream: Stream) -> Scores:
        """One score for each chunk."""
        ranker = Vector()
        index = ranker.fit(self.embed(stream.texts, "document"))
        block = index.scores(self.embed([query.text], "query"))
        return np.asarray(block[0] * ranker.step, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Bm25InTime:
    """BM25 with the counts that were there: those of the record itself and of all before it.

    The counts of a whole stream would tell a gate what is said later. Early scores rest on few
    records. Settings and formula are those of `Bm25`, which is what a record at the end of the
    stream has.
    """

    bm25: Bm25 = field(default_factory=Bm25)
    name: str = "bm25"

    def __post_init__(self) -> None:
        if self.bm25.engine != "bm25s":
            raise GoldrankError(
                f"standing: expected BM25 as Lucene computes it, got engine {self.bm25.engine!r}, "
                "whose counts are of a whole corpus; leave engine out"
            )

    def __call__(self, query: StandingQuery, stream: Stream) -> Scores:
        """One score for each chunk."""
        asked = Counter(self.bm25.tokenizer(query.text))
        seen = _Seen(asked, self.bm25.k1, self.bm25.b)
        terms = ((owner, self.bm25.tokenizer(text)) for owner, text in _owned(stream))
        scores: list[float] = []
        for _, record in groupby(terms, key=lambda each: each[0]):
            scores += seen.next(Counter(found) for _, found in record)
        return np.array(scores, dtype=np.float64)


def _owned(stream: Stream) -> list[tuple[int, str]]:
    return list(zip(stream.owners.tolist(), stream.texts, strict=True))


@dataclass(slots=True)
class _Seen:
    """What BM25 counts of a stream so far, of the terms that are asked."""

    asked: Counter[str]
    k1: float
    b: float
    units: int = 0
    length: int = 0
    holding: Counter[str] = field(default_factory=Counter)

    def next(self, chunks: Iterable[Counter[str]]) -> list[float]:
        """Count the chunks of the next record, then score them."""
        counted = list(chunks)
        for terms in counted:
            self.units += 1
            self.length += terms.total()
            self.holding.update(term for term in self.asked if term in terms)
        return [self._score(terms) for terms in counted]

    def _score(self, terms: Counter[str]) -> float:
        found = [term for term in self.asked if term in terms]
        if not found:
            return -math.inf
        mean = self.length / self.units
        norm = self.k1 * (1 - self.b + self.b * terms.total() / mean)
        return sum(
            self.asked[term] * self._idf(term) * terms[term] / (terms[term] + norm)
            for term in found
        )

    def _idf(self, term: str) -> float:
        holding = self.holding[term]
        return math.log(1 + (self.units - holding + 0.5) / (holding + 0.5))


def record_scores(stream: Stream, scores: Scores) -> Scores:
    """The score of each record: that of its best chunk, shape (records,)."""
    best = np.full(len(stream.records), -np.inf)
    np.maximum.at(best, stream.owners, scores)
    return best
