"""One pass over each of a run's tables, for a page that looks things up."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldrank.frames.rows import rows_of
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.frames.systems import system_of, systems_of
from goldrank.inspection.add_diagnosis import repair_words
from goldrank.report.page.query_terms import Matcher
from goldrank.report.page.units import UnitsShown
from goldrank.runs.run import Run
from goldrank.types import System

SPLIT, MISSED = -1, 0
"""What stands for a rank where no chunk holds the evidence, and where none is retrieved."""
NONE = -1
SIDES = ("", "topic", "predicate", "both", "neither")
TWIN = len(SIDES)
"""Added to the number of a side where the competitor is nearly the gold chunk's own text."""

Systems = Mapping[System, int]


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """A judged stretch of a document; -1 for a whole one."""

    doc_id: str
    start: int
    end: int
    quote: str


@dataclass(slots=True)
class PageNeed:
    """One need: what was asked, where its evidence stands, and one value a system.

    `ranks` are ranks, `MISSED` or `SPLIT`; `diagnoses` numbers of diagnoses; `gold` the best gold
    unit or `NONE`, with its score; `repairs` what was tried on it in the run, in words.
    """

    query_id: str
    number: int
    text: str
    tags: tuple[str, ...]
    place: tuple[str, ...]
    evidence: tuple[PageEvidence, ...]
    ranks: list[int]
    diagnoses: list[int]
    gold: list[int]
    scores: list[float | None]
    repairs: list[str]


@dataclass(frozen=True, slots=True)
class Listed:
    """The first units of a query under a system: numbers, scores, bits of matched terms."""

    units: tuple[int, ...]
    scores: tuple[float, ...]
    bits: tuple[int, ...]


def rounded(score: float, digits: int) -> float | None:
    """A score with the digits that tell ranks apart to a reader; `None` where there is none."""
    return None if math.isnan(score) else round(float(score), digits)


def diagnosis_names(run: Run) -> list[str]:
    """The diagnoses of a run, the commonest first."""
    if "diagnosis" not in run.diagnoses:
        return []
    return [str(name) for name in run.diagnoses.diagnosis.value_counts(sort=True).index]


def needs_of(run: Run, at: Systems, units: UnitsShown, diagnoses: Sequence[str]) -> list[PageNeed]:
    """Every need, in the order of the queries."""
    evidence = _evidence(run)
    asked = {
        query: (text, tuple(tags.split()))
        for query, text, tags in run.queries[["query_id", "text", "tags"]].itertuples(index=False)
    }
    found: dict[tuple[str, int], PageNeed] = {}
    rankers = run.suite.ranker_graph
    table = run.needs.assign(rank=run.needs["rank"].fillna(MISSED).astype(int))
    for one, row in zip(systems_of(table), rows_of(table), strict=True):
        query_id, number, unit = row["query_id"], row["need"], row["chunk_id"] or ""
        need = found.get((query_id, number))
        if need is None:
            spans = evidence.get((query_id, number), ())
            place = units.places.get(unit, ()) or _place(units, spans)
            need = found[query_id, number] = PageNeed(
                query_id,
                number,
                *asked[query_id],
                place,
                spans,
                ranks=[MISSED] * len(at),
                diagnoses=[NONE] * len(at),
                gold=[NONE] * len(at),
                scores=[None] * len(at),
                repairs=[""] * len(at),
            )
        system = at[one]
        need.ranks[system] = SPLIT if row["split"] else row["rank"]
        need.gold[system] = units.numbers.get(unit, NONE)
        need.scores[system] = rounded(row["score"], rankers[one.ranker].digits)
    _diagnose(run, at, found, diagnoses)
    return list(found.values())


def _place(units: UnitsShown, evidence: Sequence[PageEvidence]) -> tuple[str, ...]:
    return units.places.get(evidence[0].doc_id, (evidence[0].doc_id,)) if evidence else ()


def _evidence(run: Run) -> dict[tuple[str, int], tuple[PageEvidence, ...]]:
    found: dict[tuple[str, int], tuple[PageEvidence, ...]] = {}
    for row in rows_of(run.evidence.fillna({"start": -1, "end": -1})):
        key = row["query_id"], row["need"]
        span = PageEvidence(row["doc_id"], int(row["start"]), int(row["end"]), row["quote"])
        found[key] = (*found.get(key, ()), span)
    return found


def _diagnose(
    run: Run,
    at: Systems,
    needs: Mapping[tuple[str, int], PageNeed],
    diagnoses: Sequence[str],
) -> None:
    if not diagnoses:
        return
    numbers = {name: n for n, name in enumerate(diagnoses)}
    table = run.diagnoses
    for system, row in zip(systems_of(table), rows_of(table), strict=True):
        need = needs[row["query_id"], row["need"]]
        need.diagnoses[at[system]] = numbers[row["diagnosis"]]
        if row.get("repair"):
            need.repairs[at[system]] = repair_words(row)


def lists_of(
    run: Run,
    at: Systems,
    units: UnitsShown,
    matcher: Matcher,
    read: Sequence[Sequence[str]],
    terms: Mapping[str, Sequence[str]],
) -> dict[tuple[str, int], Listed]:
    """The first units of every query under every system."""
    gathered: dict[tuple[str, int], list[tuple[int, float, int]]] = {}
    table, rankers = run.top, run.suite.ranker_graph
    for one, row in zip(systems_of(table), rows_of(table), strict=True):
        query, system, number = row["query_id"], at[one], units.numbers[row["chunk_id"]]
        bits = matcher.bits(terms[query], one, read[system], number) & matcher.asked(query, one)
        score = rounded(row["score"], rankers[one.ranker].digits) or 0.0
        gathered.setdefault((query, system), []).append((number, score, bits))
    return {key: Listed(*map(tuple, zip(*rows, strict=True))) for key, rows in gathered.items()}


def sides_ahead(run: Run, at: Systems) -> dict[tuple[str, int, int], tuple[int, ...]]:
    """On which half of the query each chunk ahead of a gold one competes, by its rank."""
    gathered: dict[tuple[str, int, int], dict[int, int]] = {}
    table = run.competitors
    if "side" not in table:
        return {}
    for row in rows_of(table[[*NEED_KEY, "rank", "side", "twin"]]):
        system = at[system_of(row)]
        code = SIDES.index(row["side"]) if row["side"] in SIDES else 0
        own = gathered.setdefault((row["query_id"], row["need"], system), {})
        own[row["rank"]] = code + (TWIN if row["twin"] else 0)
    return {
        key: tuple(own.get(rank, 0) for rank in range(1, max(own) + 1))
        for key, own in gathered.items()
    }


def covers_of(run: Run, units: UnitsShown) -> dict[tuple[str, int, str], tuple[int, ...]]:
    """The fewest units that hold the parts of each split need, per chunker."""
    table: Any = run.diagnoses
    if "cover" not in table:
        return {}
    split = table[table.cover != ""].drop_duplicates(["chunker", "query_id", "need"])
    return {
        (row["query_id"], row["need"], row["chunker"]): tuple(
            units.numbers[unit] for unit in json.loads(row["cover"])
        )
        for row in rows_of(split)
    }
