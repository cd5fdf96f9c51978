"""One pass over each of a run's tables, for a page that looks things up."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.schema.ranks import NEED_KEY
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

Systems = Mapping[tuple[str, str, str], int]
Key = tuple[str, str, str]


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
        str(q): (str(text), tuple(str(tags).split()))
        for q, text, tags in zip(
            run.queries.query_id, run.queries.text, run.queries.tags, strict=True
        )
    }
    found: dict[tuple[str, int], PageNeed] = {}
    rankers = run.suite.ranker_graph
    for key, query_id, number, unit, rank, score, split in _need_rows(run.needs):
        need = found.get((query_id, number))
        if need is None:
            spans = evidence.get((query_id, number), ())
            place = units.places.get(unit or "", ()) or _place(units, spans)
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
        system = at[key]
        need.ranks[system] = SPLIT if split else rank
        need.gold[system] = units.numbers.get(unit or "", NONE)
        need.scores[system] = rounded(score, rankers[key[2]].digits)
    _diagnose(run, at, found, diagnoses)
    return list(found.values())


def _place(units: UnitsShown, evidence: Sequence[PageEvidence]) -> tuple[str, ...]:
    return units.places.get(evidence[0].doc_id, (evidence[0].doc_id,)) if evidence else ()


def _need_rows(
    needs: pd.DataFrame,
) -> Iterable[tuple[Key, str, int, str | None, int, float, bool]]:
    ranks = needs["rank"].fillna(MISSED).astype(int)
    units = needs.chunk_id.where(needs.chunk_id.notna(), None)
    for row in zip(
        _keys(needs), needs.query_id, needs.need, units, ranks, needs.score, needs["split"],
        strict=True,
    ):  # fmt: skip
        key, query_id, number, unit, rank, score, split = row
        shown = str(unit) if isinstance(unit, str) else None
        yield key, str(query_id), int(number), shown, int(rank), float(score), bool(split)


def _keys(table: pd.DataFrame) -> Iterable[Key]:
    rows = zip(table.chunker, table.variant, table.ranker, strict=True)
    return ((str(c), str(v), str(r)) for c, v, r in rows)


def _evidence(run: Run) -> dict[tuple[str, int], tuple[PageEvidence, ...]]:
    found: dict[tuple[str, int], tuple[PageEvidence, ...]] = {}
    table = run.evidence
    starts, ends = (table[name].fillna(-1).astype(int) for name in ("start", "end"))
    for query_id, number, doc_id, start, end, quote in zip(
        table.query_id, table.need, table.doc_id, starts, ends, table.quote, strict=True
    ):
        key = (str(query_id), int(number))
        span = PageEvidence(str(doc_id), int(start), int(end), str(quote))
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
    for key, query_id, number, name in zip(
        _keys(table), table.query_id, table.need, table.diagnosis, strict=True
    ):
        needs[str(query_id), int(number)].diagnoses[at[key]] = numbers[str(name)]
    if "repair" in table:
        mended = table[table.repair != ""]
        for key, row in zip(_keys(mended), rows_of(mended), strict=True):
            needs[str(row["query_id"]), int(row["need"])].repairs[at[key]] = repair_words(row)


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
    for key, query_id, unit, score in zip(
        _keys(table), table.query_id, table.chunk_id, table.score, strict=True
    ):
        system, number = at[key], units.numbers[str(unit)]
        one = System(*key)
        bits = matcher.bits(terms[str(query_id)], one, read[system], number)
        bits &= matcher.asked(str(query_id), one)
        gathered.setdefault((str(query_id), system), []).append(
            (number, rounded(float(score), rankers[key[2]].digits) or 0.0, bits)
        )
    return {key: Listed(*map(tuple, zip(*rows, strict=True))) for key, rows in gathered.items()}


def sides_ahead(run: Run, at: Systems) -> dict[tuple[str, int, int], tuple[int, ...]]:
    """On which half of the query each chunk ahead of a gold one competes, by its rank."""
    gathered: dict[tuple[str, int, int], dict[int, int]] = {}
    table = run.competitors
    if "side" not in table:
        return {}
    for row in rows_of(table[[*NEED_KEY, "rank", "side", "twin"]]):
        system = at[row["chunker"], row["variant"], row["ranker"]]
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
        (str(q), int(n), str(c)): tuple(units.numbers[u] for u in json.loads(cover))
        for q, n, c, cover in zip(
            split.query_id, split.need, split.chunker, split.cover, strict=True
        )
    }
