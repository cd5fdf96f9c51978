"""The needs that rank lowest, opened, for a page that is read without JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.inspection.marked_text import Stretch, mark, within
from goldrank.rankers.graph import known_to, sides_of
from goldrank.report.page.lookup_tables import Looked
from goldrank.report.page.query_terms import chosen
from goldrank.report.page.table_pass import NONE, SIDES, SPLIT, TWIN, PageNeed
from goldrank.representations.base import Represented
from goldrank.types import Chunk, Evidence, Span, System

SHOWN = 50
SPLIT_SHOWN = 10
"""Needs that no chunk holds fail alike: the first few stand for them."""
AHEAD = 5


@dataclass(frozen=True, slots=True)
class PageCompetitor:
    """A unit that ranks first for a query: its number, place, score and the terms it has."""

    rank: int
    unit: int
    place: tuple[str, ...]
    score: float
    terms: tuple[tuple[str, bool], ...]
    side: str
    twin: bool
    gold: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """One need under one system, with everything that a reader wants to see of it."""

    need: PageNeed
    rank: str
    diagnosis: str
    repair: str
    ranks: tuple[tuple[str, str], ...]
    stretches: tuple[Stretch, ...]
    parts: tuple[tuple[int, tuple[str, ...]], ...]
    competitors: tuple[PageCompetitor, ...]


def worst(looked: Looked, system: int) -> list[Opened]:
    """The needs that `system` ranks lowest, the lowest first, then a few that no unit holds."""
    ranks = [need.ranks[system] for need in looked.needs]
    split = [n for n, rank in enumerate(ranks) if rank == SPLIT][:SPLIT_SHOWN]
    ranked = [n for n, rank in enumerate(ranks) if rank not in (SPLIT, 1)]
    deepest = sorted(ranked, key=lambda n: (-(ranks[n] or float("inf")), n))
    chosen_needs = [*deepest[: SHOWN - len(split)], *split]
    return [opened(looked, looked.needs[n], system) for n in chosen_needs]


def opened(looked: Looked, need: PageNeed, system: int) -> Opened:
    """One need under one system."""
    one = looked.systems[system]
    known = known_to(one.ranker, looked.rankers)
    same = [
        (s.variant, rank_text(need.ranks[n], known))
        for n, s in enumerate(looked.systems)
        if (s.chunker, s.ranker) == (one.chunker, one.ranker)
    ]
    diagnosis = need.diagnoses[system]
    cover = looked.covers.get((need.query_id, need.number, one.chunker), ())
    return Opened(
        need,
        rank_text(need.ranks[system], known),
        looked.diagnoses[diagnosis] if diagnosis >= 0 else "",
        need.repairs[system],
        tuple(same),
        _stretches(looked, need, one, looked.representations[system], need.gold[system]),
        tuple((unit, place_of(looked, unit)) for unit in cover),
        tuple(_competitors(looked, need, system)),
    )


def units_named(shown: Sequence[Opened]) -> list[int]:
    """The units that the opened needs point to, in the order of their first mention."""
    named = [
        unit
        for each in shown
        for unit in (*(part for part, _ in each.parts), *(c.unit for c in each.competitors))
    ]
    return list(dict.fromkeys(named))


def rank_text(rank: int, known: int | None = None) -> str:
    """A rank for people; `known` is how deep ranks are known, where that is not the last.

    >>> rank_text(1200), rank_text(0), rank_text(-1), rank_text(0, 50)
    ('1,200', 'none', 'split', '> 50')
    """
    if rank:
        return "split" if rank == SPLIT else f"{rank:,}"
    return "none" if known is None else f"> {known:,}"


def place_of(looked: Looked, unit: int) -> tuple[str, ...]:
    """Title and section path of a unit."""
    name = looked.units.names[unit]
    return looked.units.places.get(name, (name,))


def _stretches(
    looked: Looked, need: PageNeed, system: System, read: Sequence[str], unit: int
) -> tuple[Stretch, ...]:
    """The string that is indexed of a gold unit, marked; of the vector side where there is one."""
    around = looked.units.around.get((system.chunker, read[0] if read else ""), {}).get(unit)
    if unit == NONE or around is None:
        return ()
    name = looked.units.names[unit]
    before, body = looked.units.affixes[around.before], looked.units.texts[name]
    text = before + body + looked.units.affixes[around.after]
    represented = Represented(text, Span(len(before), len(before) + len(body)))
    dense = "dense" in sides_of(system.ranker, looked.rankers)
    end = around.read if around.read >= 0 and dense else None
    doc_id, _, place = name.rpartition("#")
    start, _, stop = place.partition("-")
    spans = [Evidence(e.doc_id, e.start, e.end) for e in need.evidence if e.start >= 0]
    found = within(represented, Chunk(doc_id, int(start), int(stop)), spans)
    return mark(represented, end, found, around.left_out if dense else ())


def _competitors(looked: Looked, need: PageNeed, system: int) -> list[PageCompetitor]:
    listed = looked.lists.get((need.query_id, system))
    if listed is None:
        return []
    sides = looked.sides.get((need.query_id, need.number, system), ())
    terms = looked.terms[need.query_id]
    rows = zip(listed.units, listed.scores, listed.bits, strict=True)
    return [
        PageCompetitor(
            n + 1,
            unit,
            place_of(looked, unit),
            score,
            tuple((term, term in looked.common) for term in chosen(terms, bits)),
            SIDES[sides[n] % TWIN] if n < len(sides) else "",
            n < len(sides) and sides[n] >= TWIN,
            unit == need.gold[system],
        )
        for n, (unit, score, bits) in enumerate(list(rows)[:AHEAD])
    ]
