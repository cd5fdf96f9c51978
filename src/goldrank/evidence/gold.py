"""Which chunks are gold: those that hold the evidence of a need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.types import Chunk, Document, Evidence, Query

EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class GoldRule:
    """When a chunk is gold.

    It holds at least `min_overlap` of the evidence's non-white-space characters; or, where
    `accept_inside` is set, at least that share of the chunk's own lies inside the evidence.

    >>> GoldRule(min_overlap=0)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: min_overlap: expected more than 0 and at most 1, got 0
    """

    min_overlap: float = 1.0
    accept_inside: float | None = None

    def __post_init__(self) -> None:
        for name, value in (
            ("min_overlap", self.min_overlap),
            ("accept_inside", self.accept_inside),
        ):
            if value is not None and not 0 < value <= 1:
                raise GoldrankError(f"{name}: expected more than 0 and at most 1, got {value}")


@dataclass(frozen=True, slots=True)
class GoldNeed:
    """One need of one query, located among the units that are ranked.

    `gold` holds the positions of its gold units with the grade of each; none means that the
    need is split. `parts` holds the units that hold some of its evidence.
    """

    query: int
    need: int
    gold: Mapping[int, int]
    parts: tuple[int, ...] = ()

    @property
    def is_split(self) -> bool:
        """Whether no single unit holds the evidence."""
        return not self.gold


def gold_chunks(
    queries: Sequence[Query],
    chunks: Sequence[Chunk],
    documents: Mapping[str, Document],
    rule: GoldRule,
) -> list[GoldNeed]:
    """Locate every need of every query among `chunks`, which are in corpus order.

    Evidence of grade 0 is judged and not relevant: it makes no chunk gold, and a need that has no
    other is none.
    """
    places = ChunkPlaces.of(chunks)
    counts: dict[str, NDArray[np.int64]] = {}
    found: list[GoldNeed] = []
    for index, query in enumerate(queries):
        for number, relevant in relevant_needs(query):
            gold: dict[int, int] = {}
            parts: set[int] = set()
            for evidence in relevant:
                _need_span(query, evidence)
                if evidence.doc_id not in counts:
                    counts[evidence.doc_id] = ink(documents[evidence.doc_id].text)
                holds, touches = places.holding(evidence, counts[evidence.doc_id], rule)
                parts.update(touches)
                for position in holds:
                    gold[position] = max(gold.get(position, 0), evidence.grade)
            found.append(GoldNeed(index, number, dict(sorted(gold.items())), tuple(sorted(parts))))
    return found


def gold_documents(queries: Sequence[Query], doc_ids: Sequence[str]) -> list[GoldNeed]:
    """Locate every need among whole documents: a span counts for the document it stands in."""
    position = {doc_id: index for index, doc_id in enumerate(doc_ids)}
    found: list[GoldNeed] = []
    for index, query in enumerate(queries):
        for number, relevant in relevant_needs(query):
            gold: dict[int, int] = {}
            for evidence in relevant:
                place = position[evidence.doc_id]
                gold[place] = max(gold.get(place, 0), evidence.grade)
            found.append(GoldNeed(index, number, dict(sorted(gold.items())), tuple(sorted(gold))))
    return found


def relevant_needs(query: Query) -> list[tuple[int, tuple[Evidence, ...]]]:
    """The number of each need that has evidence of grade 1 or more, with that evidence.

    A query without any has no gold: it is in no mean.

    >>> from goldrank.types import Need
    >>> relevant_needs(Query("q", "?", needs=(Need((Evidence("a.md", grade=0),)),)))
    []
    """
    graded = (
        (number, tuple(evidence for evidence in need.evidence if evidence.grade > 0))
        for number, need in enumerate(query.needs)
    )
    return [(number, relevant) for number, relevant in graded if relevant]


@dataclass(frozen=True, slots=True)
class ChunkPlaces:
    """For each document, the positions, starts and ends of its chunks."""

    by_document: Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]

    @classmethod
    def of(cls, chunks: Sequence[Chunk]) -> ChunkPlaces:
        """The places of `chunks`."""
        rows: dict[str, list[tuple[int, int, int]]] = {}
        for position, chunk in enumerate(chunks):
            rows.setdefault(chunk.doc_id, []).append((position, chunk.start, chunk.end))
        columns = {key: np.array(value, dtype=np.int64).T for key, value in rows.items()}
        return cls({key: (value[0], value[1], value[2]) for key, value in columns.items()})

    def holding(
        self, evidence: Evidence, counts: NDArray[np.int64], rule: GoldRule
    ) -> tuple[list[int], list[int]]:
        """Positions of the chunks that are gold for `evidence`, and of those that touch it."""
        if evidence.doc_id not in self.by_document:
            return [], []
        positions, starts, ends = self.by_document[evidence.doc_id]
        low = np.maximum(starts, evidence.start or 0)
        high = np.minimum(ends, evidence.end or 0)
        near = np.flatnonzero(high > low)
        held = counts[high[near]] - counts[low[near]]
        whole = counts[evidence.end or 0] - counts[evidence.start or 0]
        gold = held >= rule.min_overlap * whole - EXACT
        if rule.accept_inside is not None:
            own = counts[ends[near]] - counts[starts[near]]
            gold |= (held >= rule.accept_inside * own - EXACT) & (own > 0)
        touched = near[held > 0]
        return positions[near[gold & (held > 0)]].tolist(), positions[touched].tolist()


def ink(text: str) -> NDArray[np.int64]:
    """How many non-white-space characters stand before each offset; shape (len(text) + 1,).

    >>> ink("a b").tolist()
    [0, 1, 1, 2]
    """
    solid = np.fromiter((not c.isspace() for c in text), dtype=np.int64, count=len(text))
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(solid)])


def _need_span(query: Query, evidence: Evidence) -> None:
    if not evidence.is_span:
        raise GoldrankError(
            f"query {query.query_id}: its evidence is the whole document {evidence.doc_id}, and "
            'chunks are ranked; set unit = "document", or name a quote'
        )
