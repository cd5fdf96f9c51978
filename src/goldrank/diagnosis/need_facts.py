"""What is known of each need whatever system ranks it, worked out once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldrank.diagnosis.causes import OUTSIDE, SPLIT, STRADDLING
from goldrank.diagnosis.forms import Written
from goldrank.diagnosis.halves import Halves
from goldrank.diagnosis.outranked import Positions
from goldrank.diagnosis.split_needs import Cover, cover_of
from goldrank.diagnosis.units import Units
from goldrank.diagnosis.unread_evidence import unread_share
from goldrank.encoders.base import Reading
from goldrank.evidence.gold import GoldNeed
from goldrank.types import Evidence, Query
from goldrank.window.query_readings import unread_terms


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """The needs of the queries among the units; `texts` are the documents' texts by id.

    `readings` says what the encoder reads of each query; without, it reads all of them.
    `languages` names those of the queries that say their own.
    """

    units: Units
    queries: Sequence[Query]
    gold: Sequence[GoldNeed]
    texts: Mapping[str, str]
    readings: Sequence[Reading] = ()
    languages: Mapping[str, str] = field(default_factory=dict)
    _unread_terms: dict[int, frozenset[str]] = field(default_factory=dict)
    _telling: dict[int, list[str]] = field(default_factory=dict)
    _written: dict[int, Written] = field(default_factory=dict)
    _subject: dict[int, bool] = field(default_factory=dict)
    _golds: dict[int, frozenset[int]] = field(default_factory=dict)
    _halves: dict[tuple[int, int], Halves] = field(default_factory=dict)
    _covers: dict[int, Cover] = field(default_factory=dict)
    _unread: dict[tuple[int, int, str], float] = field(default_factory=dict)

    def telling(self, index: int) -> list[str]:
        """The terms of a need's query that are not common."""
        query = self.gold[index].query
        if query not in self._telling:
            terms = self.units.own.tokenize(self.queries[query].text)
            self._telling[query] = self.units.words.telling(terms)
        return self._telling[query]

    def query_read(self, index: int) -> float:
        """The share of the tokens of a need's query that the encoder read."""
        return self.readings[self.gold[index].query].token_share if self.readings else 1.0

    def query_cells(self, index: int, dense: bool) -> dict[str, float]:
        """The shares of the tokens of a need's query that are read, and that are unknown."""
        if not (dense and self.readings):
            return {"query_read": 1.0, "query_unknown": 0.0}
        reading = self.readings[self.gold[index].query]
        unknown = reading.unknown_tokens / reading.tokens if reading.tokens else 0.0
        return {"query_read": reading.token_share, "query_unknown": unknown}

    def unread_terms(self, index: int) -> frozenset[str]:
        """The terms of a need's query that the encoder did not read."""
        query = self.gold[index].query
        if self.query_read(index) == 1:
            return frozenset()
        if query not in self._unread_terms:
            text, tokenize = self.queries[query].text, self.units.own.tokenize
            self._unread_terms[query] = unread_terms(text, self.readings[query], tokenize)
        return self._unread_terms[query]

    def written(self, index: int) -> Written:
        """How a need's query writes its terms."""
        query = self.gold[index].query
        if query not in self._written:
            text = self.queries[query].text
            self._written[query] = Written.of(text, self.units.own.tokenize)
        return self._written[query]

    def names_subject(self, index: int) -> bool:
        """Whether a need's query names a subject."""
        query = self.gold[index].query
        if query not in self._subject:
            terms = self.units.own.tokenize(self.queries[query].text)
            asked = self.languages.get(self.queries[query].query_id, "")
            self._subject[query] = self.units.subjects(asked).named(terms)
        return self._subject[query]

    def golds(self, index: int) -> frozenset[int]:
        """Every unit that is gold of any need of a need's query."""
        query = self.gold[index].query
        if not self._golds:
            for need in self.gold:
                self._golds[need.query] = self._golds.get(need.query, frozenset()) | set(need.gold)
        return self._golds[query]

    def halves(self, index: int, position: int) -> Halves:
        """The topic and the predicate of a need's query, seen from a gold unit's header."""
        key = (self.gold[index].query, position)
        if key not in self._halves:
            header = self.units.header_terms.kin(position)
            stem = self.units.language.stem
            self._halves[key] = Halves.of(self.telling(index), header, stem)
        return self._halves[key]

    def unread(self, index: int, position: int, dense: str, window: str) -> float:
        """The share of the evidence in a gold unit that its vector under `dense` did not read.

        Of documents, which have many vectors, only `window` is known: what all of them read.
        """
        if dense not in self.units.read:
            return {OUTSIDE: 1.0, STRADDLING: 0.5}.get(window, 0.0)
        key = (index, position, dense)
        if key not in self._unread:
            place, read = self.units.places[position], self.units.read[dense][position]
            self._unread[key] = unread_share(place, read, self._evidence(index), self.texts)
        return self._unread[key]

    def unknown(self, index: int, position: int, dense: str, unread: float) -> float:
        """The share of the evidence, `unread` of which is not read, that a window holds and the tokenizer does not know."""
        if dense not in self.units.unknown:
            return 0.0
        place, blind = self.units.places[position], self.units.unknown[dense][position]
        known = unread_share(place, blind, self._evidence(index), self.texts)
        return min(unread, 1 - known)

    def split_cells(self, index: int, order: Positions) -> dict[str, object]:
        """The cells of a need that no unit holds: its parts, their cover, and where that ranks."""
        if index not in self._covers:
            parts = self.gold[index].parts
            self._covers[index] = cover_of(
                self._evidence(index), self.texts, self.units.places, parts
            )
        cover = self._covers[index]
        ranks = {int(p): n for n, p in enumerate(order, start=1) if p >= 0}
        return {
            "diagnosis": SPLIT,
            "holds": SPLIT,
            "parts": self._named(self.gold[index].parts),
            "cover": self._named(cover.positions),
            "cover_ranks": json.dumps([ranks.get(p) for p in cover.positions]),
            "cover_share": cover.share,
        }

    def _evidence(self, index: int) -> Sequence[Evidence]:
        need = self.gold[index]
        return self.queries[need.query].needs[need.need].evidence

    def _named(self, positions: Sequence[int]) -> str:
        return json.dumps([self.units.ids[p] for p in positions], ensure_ascii=False)
