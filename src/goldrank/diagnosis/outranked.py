"""What outranks a gold chunk: the chunks ahead of it, and on which half of the query each is."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.diagnosis.forms import Written, merged
from goldrank.diagnosis.halves import Half, Halves, half_of, matched, weight
from goldrank.diagnosis.twins import Twins
from goldrank.diagnosis.units import Units
from goldrank.diagnosis.vocabulary import TermSets

SHOWN = 10
"""How many of the chunks ahead are looked at: the first ones, which a reader sees instead."""

Positions = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Competitor:
    """A chunk ahead of a gold chunk.

    `topic` and `predicate` are the query's terms of each half that it matches; `to_section` and
    `to_text` its cosines with the gold chunk's section and text; `alike` says whether its
    breadcrumb carries everything that the gold chunk's tells.
    """

    rank: int
    position: int
    side: Half
    topic: tuple[str, ...]
    predicate: tuple[str, ...]
    to_section: float
    to_text: float
    twin: bool
    alike: bool

    def cells(self, ids: Sequence[str]) -> dict[str, Any]:
        """Its cells in the table."""
        return {
            "rank": self.rank,
            "chunk_id": ids[self.position],
            "side": self.side,
            "topic_terms": " ".join(merged(self.topic)),
            "predicate_terms": " ".join(merged(self.predicate)),
            "to_section": self.to_section,
            "to_text": self.to_text,
            "twin": self.twin,
            "alike": self.alike,
        }


def ahead_of(order: Positions, rank: int | None) -> Positions:
    """The positions before a rank in a ranking that ends with -1; all of it where there is none.

    >>> ahead_of(np.array([4, 2, 9, -1]), 3).tolist(), ahead_of(np.array([4, 2, -1]), None).tolist()
    ([4, 2], [4, 2])
    """
    first = order if rank is None else order[: rank - 1]
    return first[first >= 0]


@dataclass(frozen=True, slots=True, eq=False)
class SectionMeans:
    """The mean direction of the section around a chunk, without the chunk itself."""

    units: Units
    _known: dict[int, NDArray[np.float32] | None] = field(default_factory=dict)

    def __call__(self, gold: int) -> NDArray[np.float32] | None:
        """Of length 1; `None` where the document has no other chunk, or nothing is encoded."""
        if gold not in self._known:
            others, vectors = self.units.section_of(gold), self.units.vectors
            mean = None if vectors is None or not others else vectors[others].mean(axis=0)
            length = 0.0 if mean is None else float(np.linalg.norm(mean))
            self._known[gold] = None if mean is None or not length else mean / length
        return self._known[gold]


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Looks at what is ahead of gold chunks under one system; `indexed` is what its ranker reads.

    `whole` are those of it that are asked with the whole query, whatever the encoder reads of it.
    """

    units: Units
    indexed: Sequence[TermSets]
    twins: Twins
    sections: SectionMeans
    whole: Sequence[TermSets] = ()

    def __call__(
        self, gold: int, halves: Halves, ahead: Positions, unread: frozenset[str] = frozenset()
    ) -> list[Competitor]:
        """The first competitors of a gold chunk, in their order; `unread` as in `named`."""
        first = ahead[:SHOWN]
        to_section, to_text = self._cosines(gold, first)
        return [
            self._competitor(
                n + 1,
                gold,
                int(position),
                Halves(
                    tuple(self.named(halves.topic, int(position), unread)),
                    tuple(self.named(halves.predicate, int(position), unread)),
                ),
                to_section[n],
                to_text[n],
            )
            for n, position in enumerate(first)
        ]

    def named(self, terms: Sequence[str], position: int, unread: frozenset[str]) -> list[str]:
        """`terms` without those that no vector was asked with and no other side has."""
        held = [sets.kin(position) for sets in self.whole] if unread else []
        return [t for t in terms if t not in unread or self._matched([t], held)]

    def exact(self, telling: Sequence[str], position: int) -> list[str]:
        """The telling terms of a query that the indexed text of a unit has as they are."""
        held = [sets.terms(position) for sets in self.indexed]
        return [term for term in telling if any(term in terms for terms in held)]

    def shared(self, telling: Sequence[str], position: int, written: Written) -> list[str]:
        """Those that it has in any form: with another ending, in camel case, in a compound."""
        stems, language = self._kin(position), self.units.language
        kin = set(self._matched(telling, stems))
        return [
            term
            for term in telling
            if term in kin
            or any(
                written.in_compound(term, s.terms(position), s.joined(position), stem, language)
                for s, stem in zip(self.indexed, stems, strict=True)
            )
        ]

    def twins_ahead(self, gold: int, ahead: Positions, golds: Collection[int]) -> list[int]:
        """The ranks of the twins of a gold chunk in what is ahead of it, without `golds`."""
        twins = [twin for twin in self.twins.get(gold, ()) if twin not in golds]
        return (np.flatnonzero(np.isin(ahead, twins)) + 1).tolist() if twins else []

    def _matched(self, terms: Sequence[str], stems: Sequence[frozenset[str]]) -> list[str]:
        return matched(terms, *stems, stem=self.units.language.stem)

    def _competitor(
        self, rank: int, gold: int, position: int, halves: Halves, section: float, text: float
    ) -> Competitor:
        held, words = self._kin(position), self.units.words
        topic, predicate = (self._matched(half, held) for half in (halves.topic, halves.predicate))
        side = half_of(
            weight(topic, halves.topic, words),
            weight(predicate, halves.predicate, words),
            section,
            text,
        )
        quality = self.units.quality
        return Competitor(
            rank,
            position,
            side,
            tuple(topic),
            tuple(predicate),
            section,
            text,
            position in self.twins.get(gold, {}),
            quality[gold].telling <= quality[position].telling,
        )

    def _kin(self, position: int) -> list[frozenset[str]]:
        return [sets.kin(position) for sets in self.indexed]

    def _cosines(self, gold: int, others: Positions) -> tuple[list[float], list[float]]:
        vectors = self.units.vectors
        unknown = [math.nan] * len(others)
        if vectors is None or not len(others):
            return unknown, unknown
        rows = vectors[others]
        section = self.sections(gold)
        to_section = unknown if section is None else (rows @ section).round(6).tolist()
        return to_section, (rows @ vectors[gold]).round(6).tolist()
