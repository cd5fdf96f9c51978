"""Every need under every system of one chunker: why it fails, and what stands ahead of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from goldrank.diagnosis.causes import BETWEEN, Facts, diagnoses_of
from goldrank.diagnosis.forms import merged
from goldrank.diagnosis.halves import Half, matched
from goldrank.diagnosis.need_facts import Needs
from goldrank.diagnosis.outranked import Competitor, Judge, Positions, SectionMeans, ahead_of
from goldrank.diagnosis.twins import twins_of
from goldrank.diagnosis.units import Units
from goldrank.diagnosis.vocabulary import TermSets
from goldrank.frames.rows import rows_of
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.rankers.graph import Graph, dense_of, sides_of
from goldrank.running.ranking import Ranked
from goldrank.types import System, Variant

_NONE: frozenset[str] = frozenset()
SIDES: tuple[Half, ...] = ("topic", "predicate", "both", "neither")


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The tables of one chunker.

    `diagnoses` has a row for each of the needs table: the named diagnosis, all that hold,
    the twin that ranks first, its rank and how many are ahead, the rank of the first chunk of a
    gold document, the terms that the query shares with the indexed text, those that stand there in
    another form and those that only the header has, the share of the evidence that the vector did not read, that of it which its tokenizer does not
    know, the share of the query's tokens that it read, the
    breadcrumb's bits, how many of the chunks ahead compete on which half and carry the same
    breadcrumb terms, and for split needs the chunks that hold the parts, the fewest that cover
    them, where those rank and how much they hold. `competitors` has the first ten chunks ahead of
    each gold chunk.
    """

    diagnoses: pd.DataFrame
    competitors: pd.DataFrame


def diagnose(
    known: Mapping[str, Needs],
    systems: Mapping[System, tuple[Variant, Ranked]],
    table: pd.DataFrame,
    k: int,
    rankers: Graph,
) -> Diagnosed:
    """Diagnose all needs; `table` is the needs table.

    `known` is what is known of the needs, by encoder: they differ in what they read of a query.
    `k` is the rank to which a need counts as found; `rankers` are those of the run.
    """
    units = next(iter(known.values())).units
    place = {unit_id: position for position, unit_id in enumerate(units.ids)}
    rows = {
        tuple(row[name] for name in NEED_KEY): row
        for row in rows_of(table[[*NEED_KEY, "rank", "chunk_id", "window"]])
    }
    best = {place[unit_id] for unit_id in map(str, table["chunk_id"]) if unit_id in place}
    twins = twins_of(units.own, sorted(best))
    sections = {name: SectionMeans(asked.units) for name, asked in known.items()}
    diagnoses: list[dict[str, Any]] = []
    competitors: list[dict[str, Any]] = []
    for system, (variant, ranked) in systems.items():
        sides = sides_of(system.ranker, rankers)
        dense = dense_of(system.ranker, variant, rankers)
        encoder = dense[0].encoder if dense else next(iter(known))
        asked = known[encoder]
        readers = [(each.encoded, known[each.encoder]) for each in dense]
        read = _indexed(asked, sides, dense, variant)
        whole = [units.lexical[variant.lexical]] if "lexical" in sides else []
        judge = Judge(asked.units, read, twins, sections[encoder], whole)
        for index, need in enumerate(asked.gold):
            query_id = asked.queries[need.query].query_id
            row = rows[*system, query_id, need.need]
            position = place.get(str(row["chunk_id"]))
            key = {name: row[name] for name in NEED_KEY}
            order = ranked.top[need.query]
            if position is None:
                diagnoses.append({**key, **asked.split_cells(index, order)})
                continue
            rank = None if pd.isna(row["rank"]) else int(row["rank"])
            ahead = ahead_of(order, rank)
            unread = _unread_terms(index, readers)
            seen = judge(position, asked.halves(index, position), ahead, unread)
            first = _first_of_documents(units, order, need.gold)
            gold = _Gold(index, position, rank, first, row["window"], sides, readers)
            cells = _cells(gold, asked, judge, ahead, k, unread)
            diagnoses.append({**key, **cells, **_counted(seen)})
            competitors += [{**key, **competitor.cells(units.ids)} for competitor in seen]
    return Diagnosed(_diagnoses(diagnoses), _competitors(competitors))


Reader = tuple[str, Needs]
"""What a ranker of vectors reads, by name, and what is known of the needs under its encoder."""


@dataclass(frozen=True, slots=True)
class _Gold:
    """The best gold unit of a need under one system."""

    index: int
    position: int
    rank: int | None
    document_first: int | None
    window: str
    sides: Sequence[str]
    readers: Sequence[Reader]

    @property
    def reader(self) -> Reader:
        """Who of them reads most of the evidence."""
        return min(self.readers, key=lambda r: self.unread(*r))

    def unread(self, encoded: str, asked: Needs) -> float:
        """The share of the evidence that one of them does not read."""
        return asked.unread(self.index, self.position, encoded, self.window)


def _unread_terms(index: int, readers: Sequence[Reader]) -> frozenset[str]:
    """The terms of a need's query that none of the encoders reads which a system rests on."""
    each = [asked.unread_terms(index) for _, asked in readers]
    return each[0].intersection(*each[1:]) if each else _NONE


def _indexed(
    asked: Needs, sides: Sequence[str], dense: Sequence[Variant], variant: Variant
) -> list[TermSets]:
    """What the ranker of a system reads: vector sides, the lexical side, or both."""
    units, read = asked.units, [asked.units.dense[each.encoded] for each in dense]
    if "lexical" in sides:
        read.append(units.lexical[variant.lexical])
    return read or [units.own]


def _cells(
    gold: _Gold,
    asked: Needs,
    judge: Judge,
    ahead: Positions,
    k: int,
    unread_terms: frozenset[str],
) -> dict[str, Any]:
    """The cells of a need that one unit holds."""
    units, index, position = asked.units, gold.index, gold.position
    telling, quality = asked.telling(index), units.quality[position]
    any_form = judge.shared(telling, position, asked.written(index))
    shared = judge.exact(telling, position) if gold.sides == ["lexical"] else any_form
    forms = [term for term in any_form if term not in shared]
    header = matched(telling, units.header_terms.kin(position), stem=units.language.stem)
    twins = judge.twins_ahead(position, ahead, asked.golds(index))
    unread, unknown, query_read = 0.0, 0.0, 1.0
    query_cells = asked.query_cells(index, bool(gold.readers))
    if gold.readers:
        encoded, reader = gold.reader
        unread = gold.unread(encoded, reader)
        unknown = reader.unknown(index, position, encoded, unread)
        widest = max((each for _, each in gold.readers), key=lambda each: each.query_read(index))
        query_cells = widest.query_cells(index, True)
        # A sign that is no word is missed by nobody.
        query_read = widest.query_read(index) if unread_terms else 1.0
    headed = bool(units.header.paths[position]) and quality.is_empty
    named = judge.named(shared, position, unread_terms)
    facts = Facts(
        rank=gold.rank,
        unread=unread,
        query_read=query_read,
        reached=bool(named) or not shared,
        subject=asked.names_subject(index),
        twins_ahead=len(twins),
        forms=bool(forms),
        knows_forms=units.language.knows_forms,
        shares=bool(shared),
        header_shares=bool(header),
        heading_empty=headed and len(any_form) < len(telling),
        document_rank=gold.document_first,
    )
    held = diagnoses_of(facts, k)
    return {
        "diagnosis": held[0],
        "holds": BETWEEN.join(held),
        "twin": units.ids[ahead[twins[0] - 1]] if twins else "",
        "twin_rank": twins[0] if twins else None,
        "twins_ahead": len(twins),
        "document_first": gold.document_first,
        "shared": " ".join(merged(named)),
        "other_forms": " ".join(merged(judge.named(forms, position, unread_terms))),
        "only_in_header": " ".join(merged(_readable(header, any_form, unread_terms, judge))),
        "unread": unread,
        "unknown": unknown,
        **query_cells,
        "breadcrumb_bits": quality.bits,
    }


def _readable(
    header: Sequence[str], held: Sequence[str], unread: frozenset[str], judge: Judge
) -> list[str]:
    """The terms that a header would bring: not held yet, and asked with on some side."""
    return [t for t in header if t not in held and (judge.whole or t not in unread)]


def _first_of_documents(units: Units, order: Positions, gold: Iterable[int]) -> int | None:
    """The rank of the first unit of any gold document."""
    documents = {units.places[position].doc_id for position in gold}
    for rank, position in enumerate(order.tolist(), start=1):
        if position >= 0 and units.places[position].doc_id in documents:
            return rank
    return None


def _counted(seen: Sequence[Competitor]) -> dict[str, int]:
    sides = [competitor.side for competitor in seen]
    counts = {f"ahead_{side}": sides.count(side) for side in SIDES}
    return {**counts, "ahead_alike": sum(competitor.alike for competitor in seen)}


def _diagnoses(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    texts = ["diagnosis", "holds", "twin", "shared", "other_forms", "only_in_header"]
    texts += ["parts", "cover", "cover_ranks"]
    numbers = ["cover_share", "unread", "unknown", "query_read", "query_unknown", "breadcrumb_bits"]
    counts = ["twin_rank", "twins_ahead", "document_first"]
    counts += [*(f"ahead_{side}" for side in (*SIDES, "alike"))]
    table = pd.DataFrame(list(rows), columns=[*NEED_KEY, *texts, *numbers, *counts])
    for name in texts:
        table[name] = table[name].astype(object).where(table[name].notna(), "")
    return table.astype({**dict.fromkeys(numbers, "float64"), **dict.fromkeys(counts, "Int64")})


def _competitors(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    own = ["rank", "chunk_id", "side", "topic_terms", "predicate_terms"]
    columns = [*NEED_KEY, *own, "to_section", "to_text", "twin", "alike"]
    table = pd.DataFrame(list(rows), columns=columns)
    return table.astype({"to_section": "float64", "to_text": "float64"})
