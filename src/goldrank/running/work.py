"""A run before it is tables: one result for each chunker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Reading
from goldrank.evidence.gold import GoldNeed
from goldrank.filters.allowed import Allowed
from goldrank.running.indexing import Indexed
from goldrank.running.prepared import Prepared
from goldrank.running.ranking import Ranked, Seconds
from goldrank.suites.parts import Parts
from goldrank.types import Chunk, Query, System
from goldrank.window.measured import Window


@dataclass(frozen=True, slots=True)
class Rankings:
    """The first units of every ranking, and per chunker the ids of its units and their gold."""

    unit_ids: Mapping[str, Sequence[str]]
    gold: Mapping[str, Sequence[GoldNeed]]
    query_ids: Sequence[str]
    ranked: Mapping[System, Ranked]


@dataclass(frozen=True, slots=True)
class Result:
    """One chunker's indexes, and where its units ranked; `allowed` is what each query may see."""

    indexed: Indexed
    gold: Sequence[GoldNeed]
    ranked: Mapping[System, Ranked]
    unit_ids: Sequence[str]
    seconds: Seconds
    zero_queries: int
    unreserved: int = 0
    allowed: Allowed | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """A run before it is tables: what it started from, and one result for each chunker.

    `read` is what each encoder whose vectors are ranked reads of each query, by its name.
    """

    prepared: Prepared
    queries: Sequence[Query]
    results: Sequence[Result]
    damage: Sequence[str]
    seconds: float
    read: Mapping[str, Sequence[Reading]] = field(default_factory=dict)

    @property
    def judged(self) -> list[Query]:
        """The queries that means are about: all but those that nothing answers."""
        return [query for query in self.queries if query.answerable]

    @property
    def read_judged(self) -> dict[str, list[Reading]]:
        """What each encoder reads of `judged`."""
        return {
            name: [r for q, r in zip(self.queries, read, strict=True) if q.answerable]
            for name, read in self.read.items()
        }

    def ranked_judged(self, result: Result) -> dict[System, Ranked]:
        """What a chunker's systems ranked for `judged`."""
        unanswerable = [not query.answerable for query in self.queries]
        return {system: answers.without(unanswerable) for system, answers in result.ranked.items()}

    @property
    def parts(self) -> Parts:
        """The working parts of the suite."""
        return self.prepared.parts

    @property
    def corpus(self) -> Corpus:
        """The documents."""
        return self.prepared.corpus

    @property
    def window(self) -> Window | None:
        """The first encoder's window, where it was measured."""
        return self.prepared.window

    @property
    def chunks(self) -> dict[str, Sequence[Chunk]]:
        """What each chunker made."""
        return {result.indexed.chunker: result.indexed.chunks for result in self.results}
