"""One system's ranking of one query, looked into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from goldrank.evidence.gold import GoldNeed
from goldrank.filters.allowed import Allowed
from goldrank.inspection.marked_text import Stretch, mark, within
from goldrank.inspection.open_chunker import OpenChunker
from goldrank.inspection.origins import Origins
from goldrank.inspection.reasons import reason_of
from goldrank.inspection.values import Candidate, Detail, Placed
from goldrank.rankers.base import Side, SumOfTerms
from goldrank.rankers.graph import dense_of, known_to
from goldrank.rankers.order import NOT_RETRIEVED, Scores, ordered, rank_of, score_of
from goldrank.types import Evidence, System, Variant
from goldrank.window.query_readings import unread_terms

TOP = 5
AROUND = 2
"""How many units before and after the gold one: five with itself."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is asked of a system: the query's text, where its need is met, and what it may see."""

    text: str
    gold: GoldNeed | None
    evidence: tuple[Evidence, ...] = ()
    allowed: Allowed | None = None


def detail_of(opened: OpenChunker, system: System, variant: Variant, look: Look) -> Detail:
    """Rank every unit for the query again, and show the first ones and those around the gold."""
    scored = opened.scored(opened.fitted, look.text, system.ranker, variant, look.allowed)
    rows = {name: block[0] for name, block in scored.rows(system.ranker, variant).items()}
    row = rows[system.ranker]
    origins = Origins.of(opened, scored, system.ranker, variant)
    position = _gold_position(row, look.gold)
    margin = opened.margin(system.ranker, variant)
    rank = None if position is None else rank_of(row, position, margin)
    makes = _Candidates(opened, rows, origins, _terms(opened, variant, look.text, rows), look)
    found = {at: makes(at, position) for at in _shown(row, position, look.gold)}
    gold = None if position is None else found[position]
    ranker = opened.parts.rankers[system.ranker]
    # Of several encoders, what the first one reads is shown.
    read = next(iter(dense_of(system.ranker, variant, opened.parts.rankers)), variant)
    reasoned = tuple(replace(each, reason=reason_of(each, gold, ranker)) for each in found.values())
    return Detail(
        system=system,
        units=len(row),
        rank=rank.rank if rank else None,
        best=rank.best if rank else None,
        worst=rank.worst if rank else None,
        gold=next((each for each in reasoned if gold and each.chunk_id == gold.chunk_id), None),
        candidates=reasoned,
        ahead_inside=_ahead_inside(opened, row, position),
        dense=_indexed(origins, "dense", read, position, look),
        lexical=_indexed(origins, "lexical", variant, position, look),
        unread=_unread(opened, look.text, read.encoder)
        if set(origins.sides.values()) == {"dense"}
        else (),
        unit=opened.unit,
        known_to=known_to(system.ranker, opened.parts.rankers),
        readers={side: name for name, side in reversed(list(origins.sides.items()))},
    )


def _unread(opened: OpenChunker, text: str, encoder: str) -> tuple[str, ...]:
    """The terms of a query that the encoder does not read."""
    missed = unread_terms(text, opened.query_reading(text, encoder), opened.parts.tokenizer)
    return tuple(sorted(missed))


def _gold_position(row: Scores, gold: GoldNeed | None) -> int | None:
    """The gold unit that ranks first; the first in corpus order where none is retrieved."""
    places = list(gold.gold) if gold else []
    ranked = [p for p in places if row[p] != NOT_RETRIEVED]
    # Equal scores rank in corpus order, so the first of the best is the best.
    return max(ranked, key=lambda p: (row[p], -p)) if ranked else next(iter(places), None)


def _shown(row: Scores, position: int | None, gold: GoldNeed | None) -> list[int]:
    """The first units, those around the gold one, and the parts of a split need, by rank."""
    order = ordered(row)
    places = {int(p): n for n, p in enumerate(order)}
    chosen = set(range(min(TOP, len(order))))
    for at in [position] if position is not None else list(gold.parts if gold else ()):
        if at in places:
            around = AROUND if position is not None else 0
            chosen |= set(range(places[at] - around, places[at] + around + 1))
    listed = [int(order[n]) for n in sorted(chosen) if 0 <= n < len(order)]
    missing = [position] if position is not None else list(gold.parts if gold else ())
    return [*listed, *(at for at in missing if at not in places)]


def _roles(position: int | None, gold: GoldNeed | None) -> dict[int, str]:
    if gold is None:
        return {}
    parts = {} if gold.gold else dict.fromkeys(gold.parts, "part")
    return {**parts, **dict.fromkeys(gold.gold, "gold")}


def _terms(
    opened: OpenChunker, variant: Variant, text: str, rankers: Iterable[str]
) -> Mapping[str, Mapping[str, NDArray[np.float64]]]:
    """By ranker, what each term adds to the score of all that it indexes, where scores are sums."""
    indexes = {ranker: opened.fitted.index(ranker, variant) for ranker in rankers}
    sums = {name: index for name, index in indexes.items() if isinstance(index, SumOfTerms)}
    return {name: index.by_term(text) for name, index in sums.items()}


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Makes the candidates of one system's ranking."""

    opened: OpenChunker
    rows: Mapping[str, Scores]
    origins: Origins
    terms: Mapping[str, Mapping[str, NDArray[np.float64]]]
    look: Look

    def __call__(self, at: int, gold: int | None) -> Candidate:
        """The unit at one position; `gold` is the position of the gold unit that ranks first."""
        named = self._document if self.opened.unit == "document" else self._chunk
        return replace(
            named(at, gold),
            placed={name: self._placed(name, row, at) for name, row in self.rows.items()},
            terms=self._terms_of(at),
            role=_roles(gold, self.look.gold).get(at, ""),
        )

    def _chunk(self, at: int, gold: int | None) -> Candidate:
        chunk = self.opened.chunks[at]
        titles = tuple(self.opened.titles(chunk.doc_id, chunk.start))
        own = gold is not None and chunk.doc_id == self.opened.chunks[gold].doc_id
        text = self.opened.text(chunk)
        return Candidate(chunk.chunk_id, titles, text, {}, same_document=own)

    def _document(self, at: int, gold: int | None) -> Candidate:
        doc_id = self.opened.unit_ids[at]
        sources = self.origins.sources(at, self.look.evidence)
        title = self.opened.documents[doc_id].title
        return Candidate(doc_id, (title,), "", {}, same_document=at == gold, sources=sources)

    def _placed(self, ranker: str, row: Scores, at: int) -> Placed:
        rank = rank_of(row, at)
        step = self.opened.parts.rankers[ranker].step
        return Placed(rank.rank if rank else None, score_of(int(row[at]), step))

    def _terms_of(self, at: int) -> dict[str, float]:
        found: dict[str, float] = {}
        for ranker, terms in self.terms.items():
            place = self.origins.place(ranker, at)
            if place is not None:
                found |= {
                    term: float(added[place]) for term, added in terms.items() if added[place]
                }
        return found


def _ahead_inside(opened: OpenChunker, row: Scores, position: int | None) -> int:
    """How many chunks of the gold chunk's own document stand ahead of it."""
    if position is None or row[position] == NOT_RETRIEVED or opened.unit == "document":
        return 0
    own = opened.chunks[position].doc_id
    places = [n for n, chunk in enumerate(opened.chunks) if chunk.doc_id == own]
    rank = rank_of(row[places], places.index(position))
    return rank.rank - 1 if rank else 0


def _indexed(
    origins: Origins, side: Side, variant: Variant, position: int | None, look: Look
) -> tuple[Stretch, ...]:
    """What one side indexes of the gold unit: of a document, of the chunk its score comes from."""
    place = None if position is None else origins.place_on(side, position)
    if place is None:
        return ()
    opened, name = origins.opened, variant.side(side)
    text, chunk = opened.represented(side, name)[place], opened.pools.by_side[side][place]
    spans = within(text, chunk, look.evidence)
    if side == "lexical":
        return mark(text, None, spans)
    reading = opened.dense(name).readings[place]
    return mark(text, reading.end, spans, reading.left_out)


def evidence_of(parts: Sequence[Evidence], opened: OpenChunker) -> list[tuple[str, ...]]:
    """Title and section path of each piece of evidence."""
    return [tuple(opened.titles(each.doc_id, each.start or 0)) for each in parts]
