"""Every need under every system of one chunker: why it fails, and what stands ahead of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from goldrank.diagnosis.causes import BETWEEN, Facts, diagnoses_of
from goldrank.diagnosis.outranked import Competitor, Judge, SectionMeans, ahead_of
from goldrank.diagnosis.parts import cover_of
from goldrank.diagnosis.sides import Halves, matched
from goldrank.diagnosis.twins import twins_of
from goldrank.diagnosis.units import Units
from goldrank.diagnosis.vocabulary import TermSets
from goldrank.gold import GoldNeed
from goldrank.ranking import Ranked
from goldrank.rows import rows_of
from goldrank.types import Query, System, Variant

KEYS = ("chunker", "variant", "ranker", "query_id", "need")


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The tables of one chunker.

    `diagnoses` has the rows of the needs table in its order: the named diagnosis, all that hold,
    the twin that ranks first, the terms that the query shares with the indexed text and those
    that only the header has, the breadcrumb's bits, how many of the chunks ahead compete on which
    half and carry the same breadcrumb terms, and for split needs the chunks that hold the parts,
    the fewest that cover them and how much those hold. `competitors` has the first ten chunks
    ahead of each gold chunk.
    """

    diagnoses: pd.DataFrame
    competitors: pd.DataFrame


def diagnose(
    units: Units,
    systems: Mapping[System, tuple[Variant, Ranked]],
    needs: pd.DataFrame,
    gold: Sequence[GoldNeed],
    queries: Sequence[Query],
    texts: Mapping[str, str],
    k: int,
) -> Diagnosed:
    """Diagnose all needs; `needs` is the table of the needs, its rows by system, then by need.

    `texts` are the documents' texts by id; `k` is the rank to which a need counts as found.
    """
    place = {unit_id: position for position, unit_id in enumerate(units.ids)}
    rows = rows_of(needs[[*KEYS, "rank", "chunk_id", "split", "window"]])
    best = [place.get(str(row["chunk_id"])) for row in rows]
    twins = twins_of(units.own, sorted({position for position in best if position is not None}))
    sections = SectionMeans(units)
    asker = _Asker(units, queries, gold, texts)
    diagnoses: list[dict[str, Any]] = []
    competitors: list[dict[str, Any]] = []
    at = 0
    for system, (variant, ranked) in systems.items():
        judge = Judge(units, _indexed(units, system, variant), twins, sections)
        for index, need in enumerate(gold):
            row, position = rows[at], best[at]
            at += 1
            key = {name: row[name] for name in KEYS}
            order = ranked.top[need.query]
            if position is None:
                diagnoses.append({**key, **asker.split(index, order)})
                continue
            rank = None if pd.isna(row["rank"]) else int(row["rank"])
            halves = asker.halves(need.query, position)
            ahead = ahead_of(order, rank)
            seen = judge(position, halves, ahead)
            told = asker.whole(system, judge, need.query, position, rank, row["window"], ahead, k)
            diagnoses.append({**key, **told, **_counted(seen)})
            competitors += [{**key, **competitor.cells(units.ids)} for competitor in seen]
    return Diagnosed(_diagnoses(diagnoses), _competitors(competitors))


def _indexed(units: Units, system: System, variant: Variant) -> list[TermSets]:
    """What the ranker of a system reads: the vector side, the lexical side, or both."""
    read = []
    if system.ranker in ("vector", "rrf") and variant.dense in units.dense:
        read.append(units.dense[variant.dense])
    if system.ranker in ("bm25", "rrf") and variant.lexical in units.lexical:
        read.append(units.lexical[variant.lexical])
    return read or [units.own]


class _Asker:
    """Answers about needs, each worked out once however many systems ask."""

    def __init__(
        self,
        units: Units,
        queries: Sequence[Query],
        gold: Sequence[GoldNeed],
        texts: Mapping[str, str],
    ) -> None:
        self._units = units
        self._queries = queries
        self._gold = gold
        self._texts = texts
        self._telling: dict[int, list[str]] = {}
        self._halves: dict[tuple[int, int], Halves] = {}
        self._covers: dict[int, dict[str, Any]] = {}

    def halves(self, query: int, position: int) -> Halves:
        """The topic and the predicate of a query, seen from a gold chunk's header."""
        key = (query, position)
        if key not in self._halves:
            header = self._units.header_terms.kin(position)
            self._halves[key] = Halves.of(self.telling(query), header)
        return self._halves[key]

    def telling(self, query: int) -> list[str]:
        """The terms of a query that are not common."""
        if query not in self._telling:
            terms = self._units.own.tokenize(self._queries[query].text)
            self._telling[query] = self._units.words.telling(terms)
        return self._telling[query]

    def whole(
        self,
        system: System,
        judge: Judge,
        query: int,
        position: int,
        rank: int | None,
        window: str,
        ahead: np.ndarray[Any, Any],
        k: int,
    ) -> dict[str, Any]:
        """The cells of a need that one chunk holds."""
        telling, quality = self.telling(query), self._units.quality[position]
        exact = system.ranker == "bm25"
        shared = judge.shared(telling, position, exact)
        header = self._units.header_terms
        in_header = (
            [t for t in telling if t in header.terms(position)]
            if exact
            else matched(telling, header.kin(position))
        )
        twin = judge.twin_ahead(position, ahead)
        held = diagnoses_of(
            Facts(
                rank,
                False,
                window,
                twin is not None,
                quality.is_empty,
                bool(shared),
                bool(in_header),
            ),
            k,
        )
        return {
            "diagnosis": held[0],
            "holds": BETWEEN.join(held),
            "twin": None if twin is None else self._units.ids[twin],
            "shared": " ".join(shared),
            "only_in_header": " ".join(t for t in in_header if t not in shared),
            "breadcrumb_bits": quality.bits,
        }

    def split(self, index: int, order: np.ndarray[Any, Any]) -> dict[str, Any]:
        """The cells of a need that no chunk holds."""
        need = self._gold[index]
        if index not in self._covers:
            evidence = self._queries[need.query].needs[need.need].evidence
            cover = cover_of(evidence, self._texts, self._units.places, need.parts)
            ids = self._units.ids
            self._covers[index] = {
                "diagnosis": "split",
                "holds": "split",
                "parts": json.dumps([ids[p] for p in need.parts], ensure_ascii=False),
                "cover": json.dumps([ids[p] for p in cover.positions], ensure_ascii=False),
                "cover_share": cover.share,
            }
            self._covers[index]["_cover"] = cover.positions
        known = dict(self._covers[index])
        ranks = {int(p): n for n, p in enumerate(order, start=1) if p >= 0}
        known["cover_ranks"] = json.dumps([ranks.get(p) for p in known.pop("_cover")])
        return known


def _counted(seen: Sequence[Competitor]) -> dict[str, int]:
    sides = [competitor.side for competitor in seen]
    return {
        **{
            f"ahead_{side}": sides.count(side) for side in ("topic", "predicate", "both", "neither")
        },
        "ahead_alike": sum(competitor.alike for competitor in seen),
    }


def _diagnoses(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    texts = ["diagnosis", "holds", "twin", "shared", "only_in_header", "parts", "cover"]
    counts = [f"ahead_{side}" for side in ("topic", "predicate", "both", "neither", "alike")]
    columns = [*KEYS, *texts, "cover_ranks", "cover_share", "breadcrumb_bits", *counts]
    table = pd.DataFrame(list(rows), columns=columns)
    for name in (*texts, "cover_ranks"):
        table[name] = table[name].astype(object).where(table[name].notna(), "")
    numbers = {"cover_share": "float64", "breadcrumb_bits": "float64"}
    return table.astype({**numbers, **dict.fromkeys(counts, "Int64")})


def _competitors(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    own = ["rank", "chunk_id", "side", "topic_terms", "predicate_terms"]
    columns = [*KEYS, *own, "to_section", "to_text", "twin", "alike"]
    table = pd.DataFrame(list(rows), columns=columns)
    return table.astype({"to_section": "float64", "to_text": "float64"})
