"""BM25 as Lucene computes it, and rank-bm25's Okapi beside it.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009);
the variants by name: Kamphuis et al., "Which BM25 Do You Mean?" (ECIR 2020).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings, Side
from goldrank.rankers.order import NOT_RETRIEVED, Scores, quantise
from goldrank.rankers.tokenizer import Tokenizer

Terms = Sequence[Sequence[str]]
EngineName = Literal["bm25s", "rank_bm25"]


class Bm25Settings(RankerSettings):
    """BM25 as Lucene computes it, and the tokenizer of both sides."""

    k1: float = 1.5
    """How soon a repeated term stops adding; 0 or more."""
    b: float = 0.75
    """How far long units are marked down; 0 to 1."""
    engine: EngineName = "bm25s"
    """`rank_bm25` is Okapi, and needs the extra `engines`."""
    stopwords: tuple[str, ...] | str = ()
    """Words that are no terms: a list of them, or a language that has one, as `german`."""
    stemming: str | None = None
    """The language of a Snowball stemmer, as `german`."""
    segmenting: str | None = None
    """`chinese` or `japanese`: words by a dictionary instead of single characters; needs the extra of that name."""

    @property
    def tokenizer(self) -> Tokenizer:
        """What counts terms, in chunks and in queries."""
        return Tokenizer(self.stopwords, self.stemming, self.segmenting)


@dataclass(frozen=True, slots=True)
class Bm25:
    """Sum over query terms, each as often as it is asked, of idf · tf / (tf + k1 · norm).

    norm is 1 - b + b · length / mean length; idf is ln(1 + (N - df + 0.5) / (df + 0.5)), which
    is never negative. A unit that shares no term with the query is not retrieved.
    `engine="rank_bm25"` is Okapi with that package's idf, which can be zero or negative.
    Raises `GoldrankError` for a negative or infinite k1, or b outside [0, 1].

    >>> index = Bm25().fit(["cache ttl", "cache disk", "queue", "topic"])
    >>> index.scores(["Cache?"]).tolist()[0][:2], index.scores(["cache"])[0, 2] == NOT_RETRIEVED
    ([241094671, 241094671], np.True_)
    """

    reads: ClassVar[Side] = "lexical"
    settings: ClassVar[type[Bm25Settings]] = Bm25Settings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "BM25"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    score_remark: ClassVar[str] = "a sum over the query's words: it grows with their number"
    digits: ClassVar[int] = 2

    k1: float = 1.5
    b: float = 0.75
    tokenizer: Tokenizer = field(default_factory=Tokenizer)
    engine: EngineName = "bm25s"
    name: str = "bm25"
    step: float = 1e-9

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Bm25:
        """Its own settings, and a tokenizer of its own."""
        own: Bm25Settings = named.settings
        return cls(own.k1, own.b, own.tokenizer, own.engine, named.name)

    def __post_init__(self) -> None:
        if not 0 <= self.k1 < math.inf:
            raise GoldrankError(f"bm25: expected k1 >= 0 and finite, got {self.k1}")
        if not 0 <= self.b <= 1:
            raise GoldrankError(f"bm25: expected b between 0 and 1, got {self.b}")
        if self.engine not in _ENGINES:
            raise GoldrankError(
                f"bm25: expected engine to be one of {', '.join(_ENGINES)}; got {self.engine!r}"
            )
        if self.engine == "rank_bm25":
            _okapi()  # found missing before any work

    @property
    def fingerprint(self) -> str:
        """Every setting, in words."""
        settings = f"engine={self.engine} k1={self.k1} b={self.b} step={self.step:g}"
        return f"bm25 {settings} {self.tokenizer.fingerprint}"

    def units_of(self, material: Material, representation: str) -> Sequence[str]:
        """The texts of the representation."""
        return material.texts(representation)

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        """The texts of the queries."""
        return asked.texts

    def fit(self, units: Sequence[str]) -> Bm25Index:
        """Count the terms of all texts."""
        terms = [self.tokenizer(text) for text in units]
        tokenless = sum(not found for found in terms)
        # Without a single term there is no mean length to divide by.
        engine = _ENGINES[self.engine](terms, self) if tokenless < len(terms) else None
        return Bm25Index(len(terms), tokenless, engine, self.tokenizer, self.step)


@dataclass(frozen=True, slots=True, eq=False)
class Bm25Index:
    """The counted terms of a corpus; `tokenless` of its units have none and are never found."""

    near: ClassVar[int] = 0

    units: int
    tokenless: int
    engine: Engine | None
    tokenizer: Tokenizer
    step: float

    @property
    def remark(self) -> str:
        """How many units are never retrieved."""
        if not self.tokenless:
            return ""
        return f"{self.tokenless} of {self.units} units have no BM25 term and are never retrieved by it"

    def scores(self, queries: Sequence[str]) -> Scores:
        """Scores in steps, shape (queries, units), of query texts."""
        block = np.full((len(queries), self.units), NOT_RETRIEVED, dtype=np.int64)
        if self.engine is not None:
            for row, text in zip(block, queries, strict=True):
                scores, found = self.engine.score(self.tokenizer(text))
                row[:] = quantise(scores, self.step, found)
        return block

    def by_term(self, query: str) -> dict[str, NDArray[np.float64]]:
        """What each term of `query` adds to every unit's score, shape (units,).

        A term that is asked twice adds twice. The sums over terms are the scores.

        >>> index = Bm25().fit(["cache ttl", "cache disk", "queue", "topic"])
        >>> {term: round(float(added[1]), 3) for term, added in index.by_term("Cache disk").items()}
        {'cache': 0.241, 'disk': 0.419}
        """
        terms = self.tokenizer(query)
        if self.engine is None:
            return {term: np.zeros(self.units) for term in terms}
        return {term: self.engine.score([term])[0] * terms.count(term) for term in terms}


class Engine(Protocol):
    """A counted corpus that scores one query."""

    def score(self, terms: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Every unit's score, and whether it shares a term with the query."""
        ...


class _Lucene:
    """bm25s with 64-bit weights: each term's share of each unit's score is computed once."""

    def __init__(self, corpus: Terms, settings: Bm25) -> None:
        import bm25s

        # Numbers in order of appearance: no set's order gets into a sum.
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        ids = [[numbers[term] for term in terms] for terms in corpus]
        self._ids = dict(numbers)
        self._index = bm25s.BM25(
            k1=settings.k1, b=settings.b, method="lucene", dtype="float64", csc_backend="scipy"
        )
        self._index.index((ids, self._ids), show_progress=False)

    def score(self, terms: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        known = [self._ids[term] for term in terms if term in self._ids]
        scores: NDArray[np.float64] = self._index.get_scores_from_ids(known)
        return scores, scores > 0  # idf and tf are positive, so whatever matches is


def _okapi() -> Any:
    try:
        from rank_bm25 import BM25Okapi
    except ImportError as error:
        raise GoldrankError(
            '[bm25] engine "rank_bm25": expected the package rank-bm25, which is not installed; '
            "install goldrank[engines], or leave engine out"
        ) from error
    return BM25Okapi


class _Okapi:
    """rank_bm25.BM25Okapi, asked only about the units that share a term."""

    def __init__(self, corpus: Terms, settings: Bm25) -> None:
        BM25Okapi = _okapi()  # noqa: N806 - it is a class
        self._units = len(corpus)
        self._index: Any = BM25Okapi(corpus, k1=settings.k1, b=settings.b)
        self._postings: dict[str, list[int]] = defaultdict(list)
        for unit, terms in enumerate(corpus):
            for term in set(terms):
                self._postings[term].append(unit)

    def score(self, terms: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        found = np.zeros(self._units, dtype=np.bool_)
        for term in terms:
            found[self._postings.get(term, [])] = True
        scores = np.zeros(self._units)
        scores[found] = self._index.get_batch_scores(list(terms), np.flatnonzero(found))
        return scores, found


_ENGINES: dict[str, type[_Lucene] | type[_Okapi]] = {"bm25s": _Lucene, "rank_bm25": _Okapi}
