"""Every need under every system of one chunker: why it fails, and what stands ahead of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.diagnosis.asked import Needs
from goldrank.diagnosis.causes import BETWEEN, Facts, diagnoses_of
from goldrank.diagnosis.outranked import Competitor, Judge, Positions, SectionMeans, ahead_of
from goldrank.diagnosis.sides import Side, matched
from goldrank.diagnosis.twins import twins_of
from goldrank.diagnosis.vocabulary import TermSets
from goldrank.ranking import Ranked
from goldrank.tables.rows import rows_of
from goldrank.types import System, Variant

KEYS = ("chunker", "variant", "ranker", "query_id", "need")
SIDES: tuple[Side, ...] = ("topic", "predicate", "both", "neither")


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The tables of one chunker.

    `diagnoses` has the rows of the needs table in its order: the named diagnosis, all that hold,
    the twin that ranks first and its rank, the terms that the query shares with the indexed text
    and those that only the header has, the share of the evidence that the vector did not read, the
    breadcrumb's bits, how many of the chunks ahead compete on which half and carry the same
    breadcrumb terms, and for split needs the chunks that hold the parts, the fewest that cover
    them, where those rank and how much they hold. `competitors` has the first ten chunks ahead of
    each gold chunk.
    """

    diagnoses: pd.DataFrame
    competitors: pd.DataFrame


def diagnose(
    asked: Needs,
    systems: Mapping[System, tuple[Variant, Ranked]],
    table: pd.DataFrame,
    k: int,
) -> Diagnosed:
    """Diagnose all needs; `table` is the needs table, its rows by system, then by need.

    `k` is the rank to which a need counts as found.
    """
    units = asked.units
    place = {unit_id: position for position, unit_id in enumerate(units.ids)}
    rows = rows_of(table[[*KEYS, "rank", "chunk_id", "window"]])
    best = [place.get(str(row["chunk_id"])) for row in rows]
    twins = twins_of(units.own, sorted({position for position in best if position is not None}))
    sections = SectionMeans(units)
    diagnoses: list[dict[str, Any]] = []
    competitors: list[dict[str, Any]] = []
    found = iter(zip(rows, best, strict=True))
    for system, (variant, ranked) in systems.items():
        judge = Judge(units, _indexed(asked, system, variant), twins, sections)
        for index, need in enumerate(asked.gold):
            row, position = next(found)
            key = {name: row[name] for name in KEYS}
            order = ranked.top[need.query]
            if position is None:
                diagnoses.append({**key, **asked.split_cells(index, order)})
                continue
            rank = None if pd.isna(row["rank"]) else int(row["rank"])
            ahead = ahead_of(order, rank)
            seen = judge(position, asked.halves(index, position), ahead)
            gold = _Gold(index, position, rank, row["window"], system.ranker, variant)
            cells = _cells(gold, asked, judge, ahead, k)
            diagnoses.append({**key, **cells, **_counted(seen)})
            competitors += [{**key, **competitor.cells(units.ids)} for competitor in seen]
    return Diagnosed(_diagnoses(diagnoses), _competitors(competitors))


@dataclass(frozen=True, slots=True)
class _Gold:
    """The best gold unit of a need under one system."""

    index: int
    position: int
    rank: int | None
    window: str
    ranker: str
    variant: Variant


def _indexed(asked: Needs, system: System, variant: Variant) -> list[TermSets]:
    """What the ranker of a system reads: the vector side, the lexical side, or both."""
    units, read = asked.units, []
    if system.ranker in ("vector", "rrf"):
        read.append(units.dense[variant.dense])
    if system.ranker in ("bm25", "rrf"):
        read.append(units.lexical[variant.lexical])
    return read or [units.own]


def _cells(gold: _Gold, asked: Needs, judge: Judge, ahead: Positions, k: int) -> dict[str, Any]:
    """The cells of a need that one unit holds."""
    telling, quality = asked.telling(gold.index), asked.units.quality[gold.position]
    exact = gold.ranker == "bm25"
    shared = judge.shared(telling, gold.position, exact)
    header = _in_header(telling, asked.units.header_terms, gold.position, exact)
    twin_rank = judge.twin_ahead(gold.position, ahead)
    unread = 0.0
    if gold.ranker in ("vector", "rrf"):
        unread = asked.unread(gold.index, gold.position, gold.variant.dense, gold.window)
    held = diagnoses_of(
        Facts(
            rank=gold.rank,
            unread=unread,
            twin_ahead=twin_rank is not None,
            heading_empty=quality.is_empty,
            shares=bool(shared),
            header_shares=bool(header),
        ),
        k,
    )
    return {
        "diagnosis": held[0],
        "holds": BETWEEN.join(held),
        "twin": "" if twin_rank is None else asked.units.ids[ahead[twin_rank - 1]],
        "twin_rank": twin_rank,
        "shared": " ".join(shared),
        "only_in_header": " ".join(term for term in header if term not in shared),
        "unread": unread,
        "breadcrumb_bits": quality.bits,
    }


def _in_header(telling: Sequence[str], headers: TermSets, position: int, exact: bool) -> list[str]:
    if exact:
        return [term for term in telling if term in headers.terms(position)]
    return matched(telling, headers.kin(position))


def _counted(seen: Sequence[Competitor]) -> dict[str, int]:
    sides = [competitor.side for competitor in seen]
    counts = {f"ahead_{side}": sides.count(side) for side in SIDES}
    return {**counts, "ahead_alike": sum(competitor.alike for competitor in seen)}


def _diagnoses(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    texts = ["diagnosis", "holds", "twin", "shared", "only_in_header", "parts", "cover"]
    texts += ["cover_ranks"]
    numbers = ["cover_share", "unread", "breadcrumb_bits"]
    counts = ["twin_rank", *(f"ahead_{side}" for side in (*SIDES, "alike"))]
    table = pd.DataFrame(list(rows), columns=[*KEYS, *texts, *numbers, *counts])
    for name in texts:
        table[name] = table[name].astype(object).where(table[name].notna(), "")
    return table.astype({**dict.fromkeys(numbers, "float64"), **dict.fromkeys(counts, "Int64")})


def _competitors(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    own = ["rank", "chunk_id", "side", "topic_terms", "predicate_terms"]
    columns = [*KEYS, *own, "to_section", "to_text", "twin", "alike"]
    table = pd.DataFrame(list(rows), columns=columns)
    return table.astype({"to_section": "float64", "to_text": "float64"})
