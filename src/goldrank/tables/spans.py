"""Tables of how much of the evidence is read, and how much beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.evidence.gold import EXACT, ink, relevant_needs
from goldrank.frames.schema.spans import SPAN_QUERIES, SPANS
from goldrank.frames.systems import SYSTEM
from goldrank.measuring.chroma_spans import chroma_omega, chroma_shares, first_place
from goldrank.measuring.legalbench import legalbench
from goldrank.measuring.span_ranks import evidence_ap, span_ndcg
from goldrank.measuring.spans import Alternatives, Chunks, Shares, precision_omega, span_shares
from goldrank.running.ranking import GoldPlace, Ranked
from goldrank.running.work import Result, Work
from goldrank.suites.suite_tables import SpanSettings
from goldrank.tables.span_line import Line
from goldrank.text.intervals import union
from goldrank.text.trec import DEPTH
from goldrank.types import Evidence, Query, Span, System

Row = dict[str, object]


def span_queries(work: Work, result: Result) -> pd.DataFrame:
    """One row per system, k and query with evidence, of one chunker; empty where none is asked for."""
    asked = work.prepared.suite.spans
    return SPAN_QUERIES.empty() if asked is None else span_rows(work, result, asked)


def spans_table(queries: pd.DataFrame) -> pd.DataFrame:
    """One row per system and k: the means over queries."""
    if queries.empty:
        return SPANS.empty()
    groups = queries.groupby([*SYSTEM, "k"], sort=False)
    means = groups.mean(numeric_only=True)
    means.insert(0, "queries", groups.size())
    return means.reset_index()


def span_rows(work: Work, result: Result, asked: SpanSettings) -> pd.DataFrame:
    """The rows of one chunker, as `asked`."""
    read = _Read.of(work, result, asked)
    rows = [
        row
        for system, ranked in result.ranked.items()
        for query in read.queries
        for row in _rows(read, system, ranked, query, asked)
    ]
    return pd.DataFrame(rows) if rows else SPAN_QUERIES.empty()


@dataclass(frozen=True, slots=True)
class _Level:
    """Chunks and evidence in one unit, characters or tokens, and what reading them all gives.

    `needs` are by query; `references` are the same without repeats, each of which is to be read.
    """

    chunks: Chunks
    needs: Mapping[int, Sequence[Alternatives]]
    references: Mapping[int, Sequence[Span]]
    omega: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class _Read:
    """What is the same for all systems of a chunker. The slices of `golds` are by query."""

    work: Work
    levels: Mapping[str, _Level]
    true: _Level
    solid: Mapping[int, Sequence[Sequence[NDArray[np.int64]]]]
    golds: Mapping[int, slice]

    @property
    def queries(self) -> Sequence[int]:
        """The queries with evidence, as places among all."""
        return list(self.true.needs)

    @classmethod
    def of(cls, work: Work, result: Result, asked: SpanSettings) -> _Read:
        """Of one chunker."""
        texts = {document.doc_id: document.text for document in work.corpus.documents}
        chunks = [(c.doc_id, Span(c.start, c.end)) for c in result.indexed.chunks]
        wanted = {n: _evidence(query) for n, query in enumerate(work.queries) if _evidence(query)}
        characters = Line.of_characters(work.corpus)
        lines = {
            "char": characters,
            "token": Line.of_tokens(work.corpus, work.parts.encoder.counter),
        }
        places = chunks
        if asked.mode == "chroma":
            places = [(doc_id, first_place(texts[doc_id], span)) for doc_id, span in chunks]
        made = {
            unit: _level(line, places, wanted, work.queries, asked) for unit, line in lines.items()
        }
        true = made["char"]
        if asked.mode == "chroma":
            true = _level(characters, chunks, wanted, work.queries, SpanSettings())
        solid = {
            query: [[ink(texts[e.doc_id][e.start : e.end]) for e in need] for need in needs]
            for query, needs in wanted.items()
        }
        return cls(work, made, true, solid, _slices([need.query for need in result.gold]))


def _evidence(query: Query) -> list[tuple[Evidence, ...]]:
    return [relevant for _, relevant in relevant_needs(query)] if query.answerable else []


def _slices(queries: Sequence[int]) -> dict[int, slice]:
    """Where the needs of each query stand in a row of all needs."""
    found, start = {}, 0
    for query, same in groupby(queries):
        stop = start + len(list(same))
        found[query] = slice(start, stop)
        start = stop
    return found


def _level(
    line: Line,
    chunks: Sequence[tuple[str, Span]],
    wanted: Mapping[int, Sequence[Sequence[Evidence]]],
    queries: Sequence[Query],
    asked: SpanSettings,
) -> _Level:
    made = Chunks.of([line.place(doc_id, *span) for doc_id, span in chunks])
    needs = {
        query: [[_place(line, evidence) for evidence in need] for need in each]
        for query, each in wanted.items()
    }
    references = {
        query: [_place(line, evidence) for evidence in _as_judged(queries[query])]
        for query in wanted
    }
    if asked.mode == "chroma":
        omega = {query: chroma_omega(made, spans) for query, spans in references.items()}
    else:
        omega = {query: precision_omega(made, each) for query, each in needs.items()}
    return _Level(made, needs, references, omega)


def _as_judged(query: Query) -> list[Evidence]:
    """Its evidence, without the repeats that were found of it."""
    judged = [need.evidence[: len(need.evidence) - need.repeats] for need in query.needs]
    return [evidence for need in judged for evidence in need if evidence.grade > 0]


def _place(line: Line, evidence: Evidence) -> Span:
    return line.place(evidence.doc_id, evidence.start or 0, evidence.end or 0)


def _rows(
    read: _Read, system: System, ranked: Ranked, query: int, asked: SpanSettings
) -> list[Row]:
    order = [int(position) for position in ranked.top[query][:DEPTH] if position >= 0]
    needs, true = read.true.needs[query], read.true.chunks
    spans = [span for alternatives in needs for span in alternatives]
    holding = sorted({position for span in spans for position in true.sharing(span)})
    at = {p: true.span(p) for p in holding}
    held = {rank: at[p] for rank, p in enumerate(order, start=1) if p in at}
    least = read.work.parts.rule.min_overlap
    whole = [
        _read_whole(held, alternatives, solid, least)
        for alternatives, solid in zip(needs, read.solid[query], strict=True)
    ]
    golds = ranked.gold[read.golds[query]]
    rows: list[Row] = []
    for k in asked.cutoffs:
        row: Row = {
            **system._asdict(),
            "k": k,
            "query_id": read.work.queries[query].query_id,
            "need_recall": float(np.mean([_found(places, k) for places in golds])),
        }
        for unit, level in read.levels.items():
            row |= _four(unit, level, query, order[:k], asked)
        shared = legalbench([true.span(p) for p in order[:k]], read.true.references[query])
        row |= {
            "span_nDCG": span_ndcg(held, list(at.values()), needs, k),
            "evidence_AP": evidence_ap(whole),
            "legalbench_recall": shared.recall,
            "legalbench_precision": shared.precision,
        }
        rows.append(row)
    return rows


def _found(places: Sequence[GoldPlace], k: int) -> bool:
    return any(place.rank is not None and place.rank.rank <= k for place in places)


def _four(unit: str, level: _Level, query: int, read: Sequence[int], asked: SpanSettings) -> Row:
    spans = [level.chunks.span(position) for position in read]
    shares: Shares
    if asked.mode == "chroma":
        shares = chroma_shares(spans, level.references[query])
    else:
        shares = span_shares(spans, level.needs[query])
    return {
        f"{unit}_recall": shares.recall,
        f"{unit}_precision": shares.precision,
        f"{unit}_omega": level.omega[query],
        f"{unit}_iou": shares.iou,
    }


def _read_whole(
    held: Mapping[int, Span],
    alternatives: Alternatives,
    solid: Sequence[NDArray[np.int64]],
    least: float,
) -> int | None:
    """The first rank at which so much of some alternative, without white space, has been read."""
    seen: list[Span] = []
    for rank, span in held.items():
        seen = union([*seen, span])
        for place, counts in zip(alternatives, solid, strict=True):
            inside = [
                (max(s.start, place.start) - place.start, min(s.end, place.end) - place.start)
                for s in seen
            ]
            got = sum(int(counts[end] - counts[start]) for start, end in inside if start < end)
            if got >= least * int(counts[-1]) - EXACT:
                return rank
    return None
