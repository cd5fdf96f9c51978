"""One system's ranking of one query, looked into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from goldrank.evidence.gold import GoldNeed
from goldrank.inspection.marked_text import Stretch, mark, within
from goldrank.inspection.open_chunker import OpenChunker
from goldrank.inspection.reasons import reason_of
from goldrank.inspection.values import Candidate, Detail, Placed
from goldrank.rankers.base import SumOfTerms
from goldrank.rankers.graph import sides_of
from goldrank.rankers.order import NOT_RETRIEVED, Scores, ordered, rank_of, score_of
from goldrank.types import Evidence, System, Variant
from goldrank.window.query_readings import unread_terms

TOP = 5
AROUND = 2
"""How many chunks before and after the gold chunk: five with itself."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is asked of a system: the query's text, and where its need is met."""

    text: str
    gold: GoldNeed | None
    evidence: tuple[Evidence, ...] = ()


def detail_of(opened: OpenChunker, system: System, variant: Variant, look: Look) -> Detail:
    """Rank every chunk for the query again, and show the first ones and those around the gold."""
    rows = opened.scores(look.text, variant, system.ranker)
    row = rows[system.ranker]
    position = _gold_position(row, look.gold)
    margin = opened.margin(system.ranker, variant)
    rank = None if position is None else rank_of(row, position, margin)
    shown = _shown(row, position, look.gold)
    roles = _roles(position, look.gold)
    terms = _terms(opened, variant, look.text, rows)
    sides = sides_of(system.ranker, opened.parts.rankers)
    owner = None if position is None else opened.chunks[position].doc_id
    found = {at: _candidate(opened, at, rows, terms, roles, owner) for at in shown}
    gold = None if position is None else found[position]
    ranker = opened.parts.rankers[system.ranker]
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
        dense=_dense(opened, variant, position, look) if "dense" in sides else (),
        lexical=_lexical(opened, variant, position, look) if "lexical" in sides else (),
        unread=_unread(opened, look.text) if sides == ["dense"] else (),
    )


def _unread(opened: OpenChunker, text: str) -> tuple[str, ...]:
    """The terms of a query that the encoder does not read."""
    missed = unread_terms(text, opened.query_reading(text), opened.parts.tokenizer)
    return tuple(sorted(missed))


def _gold_position(row: Scores, gold: GoldNeed | None) -> int | None:
    """The gold chunk that ranks first; the first in corpus order where none is retrieved."""
    places = list(gold.gold) if gold else []
    ranked = [p for p in places if row[p] != NOT_RETRIEVED]
    # Equal scores rank in corpus order, so the first of the best is the best.
    return max(ranked, key=lambda p: (row[p], -p)) if ranked else next(iter(places), None)


def _shown(row: Scores, position: int | None, gold: GoldNeed | None) -> list[int]:
    """The first chunks, those around the gold chunk, and the parts of a split need, by rank."""
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
) -> Mapping[str, NDArray[np.float64]]:
    """What each term adds to every chunk's score, where a ranker's score is a sum over terms."""
    for ranker in rankers:
        index = opened.fitted.index(ranker, variant)
        if isinstance(index, SumOfTerms):
            return index.by_term(text)
    return {}


def _candidate(
    opened: OpenChunker,
    at: int,
    rows: Mapping[str, Scores],
    terms: Mapping[str, NDArray[np.float64]],
    roles: Mapping[int, str],
    owner: str | None,
) -> Candidate:
    placed = {}
    for name, row in rows.items():
        rank = rank_of(row, at)
        placed[name] = Placed(
            rank.rank if rank else None, score_of(int(row[at]), opened.parts.rankers[name].step)
        )
    chunk = opened.chunks[at]
    return Candidate(
        chunk_id=chunk.chunk_id,
        titles=tuple(opened.titles(at)),
        text=opened.text(at),
        placed=placed,
        terms={term: float(added[at]) for term, added in terms.items() if added[at]},
        role=roles.get(at, ""),
        same_document=chunk.doc_id == owner,
    )


def _ahead_inside(opened: OpenChunker, row: Scores, position: int | None) -> int:
    """How many chunks of the gold chunk's own document stand ahead of it."""
    if position is None or row[position] == NOT_RETRIEVED:
        return 0
    own = opened.chunks[position].doc_id
    places = [n for n, chunk in enumerate(opened.chunks) if chunk.doc_id == own]
    rank = rank_of(row[places], places.index(position))
    return rank.rank - 1 if rank else 0


def _dense(
    opened: OpenChunker, variant: Variant, position: int | None, look: Look
) -> tuple[Stretch, ...]:
    if position is None:
        return ()
    text, chunk = opened.represented(variant.dense)[position], opened.chunks[position]
    reading = opened.dense(variant.dense).readings[position]
    return mark(text, reading.end, within(text, chunk, look.evidence), reading.left_out)


def _lexical(
    opened: OpenChunker, variant: Variant, position: int | None, look: Look
) -> tuple[Stretch, ...]:
    if position is None:
        return ()
    text = opened.represented(variant.lexical)[position]
    return mark(text, None, within(text, opened.chunks[position], look.evidence))


def evidence_of(parts: Sequence[Evidence], opened: OpenChunker) -> list[tuple[str, ...]]:
    """Title and section path of each piece of evidence."""
    paths = []
    for evidence in parts:
        document = opened.documents[evidence.doc_id]
        path = opened.corpus.outlines[evidence.doc_id].titles_at(evidence.start or 0)
        paths.append((document.title, *(path[1:] if path[:1] == (document.title,) else path)))
    return paths
