"""The tables of a run. One row of `needs` is the primary product; every mean is a view of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.chunkers.continuation import is_continuation
from goldrank.corpus.corpus import Corpus
from goldrank.coverage import evidence_state
from goldrank.gold import GoldNeed
from goldrank.indexing import Indexed
from goldrank.judgments import Gold, Judgments
from goldrank.measures import Measure, mean, median_rank
from goldrank.ranking import SHOWN_DEPTH, GoldPlace, Ranked
from goldrank.types import Evidence, Query, Span, System

BURIED = (20, 100)
RANKS = ("rank", "best", "worst", "rank_in_document", "document_rank")


def documents_table(corpus: Corpus) -> pd.DataFrame:
    """One row per document: id, title, sha256, characters, metadata as JSON."""
    return pd.DataFrame(
        {
            "doc_id": [d.doc_id for d in corpus.documents],
            "title": [d.title for d in corpus.documents],
            "sha256": [d.sha256 for d in corpus.documents],
            "characters": [len(d.text) for d in corpus.documents],
            "metadata": [
                json.dumps(dict(d.metadata), ensure_ascii=False, sort_keys=True, default=str)
                for d in corpus.documents
            ],
        }
    )


def queries_table(queries: Sequence[Query]) -> pd.DataFrame:
    """One row per query: id, text, tags, needs, verbatim repeats that count as alternatives."""
    return pd.DataFrame(
        {
            "query_id": [q.query_id for q in queries],
            "text": [q.text for q in queries],
            "tags": [" ".join(q.tags) for q in queries],
            "needs": [len(q.needs) for q in queries],
            "repeats": [sum(need.repeats for need in q.needs) for q in queries],
            "line": [q.line or 0 for q in queries],
        }
    )


def evidence_table(queries: Sequence[Query]) -> pd.DataFrame:
    """One row per evidence span of every need: document, place, quote, grade."""
    rows = [
        (q.query_id, number, e.doc_id, e.start, e.end, e.quote, e.grade)
        for q in queries
        for number, need in enumerate(q.needs)
        for e in need.evidence
    ]
    columns = ["query_id", "need", "doc_id", "start", "end", "quote", "grade"]
    table = pd.DataFrame(rows, columns=columns)
    return table.astype({"start": "Int64", "end": "Int64"})


def chunks_table(indexed: Indexed, corpus: Corpus) -> pd.DataFrame:
    """One row per chunk: place, section path, title, whether it continues its section."""
    titles = {d.doc_id: d.title for d in corpus.documents}
    outlines = corpus.outlines
    texts = {d.doc_id: d.text for d in corpus.documents}
    chunks = indexed.chunks
    return pd.DataFrame(
        {
            "chunker": indexed.chunker,
            "chunk_id": [c.chunk_id for c in chunks],
            "doc_id": [c.doc_id for c in chunks],
            "start": [c.start for c in chunks],
            "end": [c.end for c in chunks],
            "title": [titles[c.doc_id] for c in chunks],
            "section_path": [
                json.dumps(outlines[c.doc_id].path_at(c.start), ensure_ascii=False) for c in chunks
            ],
            "continuation": [
                is_continuation(outlines[c.doc_id], c, texts[c.doc_id]) for c in chunks
            ],
        }
    )


def coverage_table(indexed: Indexed, variants: Mapping[str, str]) -> pd.DataFrame:
    """One row per representation that is encoded; `variants` names it as the user does."""
    rows = []
    for name, side in indexed.sides.items():
        covered = side.coverage
        rows.append(
            {
                "chunker": indexed.chunker,
                "variant": variants.get(name, name),
                "chunks": len(side.chunks),
                "inputs": side.embedded.unique,
                "coverage": covered.share,
                "body_characters": covered.body_characters,
                "covered_characters": covered.covered_characters,
                "cut_chunks": covered.cut_chunks,
                "cut_rate": covered.cut_rate,
                "prefix_tokens": covered.prefix_tokens,
                "prefix_share": np.nan if covered.prefix_share is None else covered.prefix_share,
                "pushed_out": covered.pushed_out,
                "similarity": side.similarity,
            }
        )
    return pd.DataFrame(rows)


def needs_tables(
    indexed: Indexed,
    ranked: Mapping[System, Ranked],
    gold: Sequence[GoldNeed],
    queries: Sequence[Query],
    unit_ids: Sequence[str],
    windows: Mapping[tuple[str, int], str],
    dense_of: Mapping[str, str],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The per-need table and the table of every gold unit, for all systems of one chunker."""
    needs: list[dict[str, object]] = []
    places: list[dict[str, object]] = []
    for system, answers in ranked.items():
        for index, (need, found) in enumerate(zip(gold, answers.gold, strict=True)):
            query = queries[need.query]
            key = {
                "chunker": system.chunker,
                "variant": system.variant,
                "ranker": system.ranker,
                "query_id": query.query_id,
                "need": need.need,
            }
            best = best_place(found)
            looks = system.ranker in ("vector", "rrf")
            state = windows.get((dense_of[system.variant], index), "") if looks else ""
            needs.append(
                {
                    **key,
                    **_place(best, unit_ids),
                    "gold_chunks": len(found),
                    "split": need.is_split,
                    "window": state,
                }
            )
            places += [{**key, **_place(place, unit_ids)} for place in found]
    return _typed(pd.DataFrame(needs)), _typed(pd.DataFrame(places))


def best_place(found: Sequence[GoldPlace]) -> GoldPlace | None:
    """The gold unit that ranks first; the first in corpus order where none is retrieved."""
    ranked = [place for place in found if place.rank is not None]
    if ranked:
        return min(ranked, key=lambda place: place.rank.rank if place.rank else 0)
    return found[0] if found else None


def _place(place: GoldPlace | None, unit_ids: Sequence[str]) -> dict[str, object]:
    rank = place.rank if place else None
    return {
        "chunk_id": unit_ids[place.position] if place else None,
        "rank": rank.rank if rank else None,
        "best": rank.best if rank else None,
        "worst": rank.worst if rank else None,
        "score": place.score if place else None,
        "grade": place.grade if place else None,
        "near_tie": bool(place and place.near_tie),
        "rank_in_document": place.in_document if place else None,
        "document_rank": place.document if place else None,
    }


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    whole = {column: "Int64" for column in (*RANKS, "grade") if column in table}
    return table.astype({**whole, "score": "float64"} if len(table) else {})


def window_states(
    indexed: Indexed, corpus: Corpus, gold: Sequence[GoldNeed], queries: Sequence[Query]
) -> dict[tuple[str, int], str]:
    """For each representation and need: is its evidence inside, straddling or outside the window?

    The best state among the alternatives of the need counts, over all chunks that were encoded.
    A heading line between two pieces of evidence is no body, and its absence loses nothing.
    """
    order = ("inside", "straddling", "outside")
    texts = {document.doc_id: document.text for document in corpus.documents}
    headings = {
        doc_id: [Span(h.start, h.end) for h in outline.headings if not h.containers]
        for doc_id, outline in corpus.outlines.items()
    }
    states: dict[tuple[str, int], str] = {}
    for name, side in indexed.sides.items():
        for index, need in enumerate(gold):
            spans = [e for e in queries[need.query].needs[need.need].evidence if e.is_span]
            found = {
                evidence_state(
                    texts[e.doc_id],
                    e.start or 0,
                    e.end or 0,
                    [*side.covered.get(e.doc_id, ()), *_between(e, headings[e.doc_id])],
                )
                for e in spans
            }
            best = [state for state in order if state in found]
            states[name, index] = best[0] if best else ""
    return states


def _between(evidence: Evidence, headings: Sequence[Span]) -> list[Span]:
    """The heading lines inside the evidence, where it holds more than they."""
    start, end = evidence.start or 0, evidence.end or 0
    lines = [
        Span(max(h.start, start), min(h.end, end))
        for h in headings
        if h.start < end and h.end > start
    ]
    return lines if sum(line.end - line.start for line in lines) < end - start else []


def measurements_table(
    ranked: Mapping[System, Ranked],
    gold: Sequence[GoldNeed],
    queries: Sequence[Query],
    measures: Sequence[Measure],
) -> pd.DataFrame:
    """One row per system and query with gold, one column per measure."""
    scored = sorted({need.query for need in gold})
    by_query: dict[int, list[int]] = {query: [] for query in scored}
    for index, need in enumerate(gold):
        by_query[need.query].append(index)
    tables = []
    for system, answers in ranked.items():
        judged = Judgments.of(
            [[_golds(answers.gold[index]) for index in by_query[query]] for query in scored]
        )
        columns: dict[str, object] = {
            "chunker": system.chunker,
            "variant": system.variant,
            "ranker": system.ranker,
            "query_id": [queries[query].query_id for query in scored],
        }
        columns.update({str(measure): measure(judged) for measure in measures})
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def _golds(need: Sequence[GoldPlace]) -> list[Gold]:
    return [Gold(p.rank.rank if p.rank else None, p.grade, p.position) for p in need]


def systems_table(
    needs: pd.DataFrame,
    measurements: pd.DataFrame,
    ranked: Mapping[System, Ranked],
    units: Mapping[str, int],
    baseline: str,
) -> pd.DataFrame:
    """One row per system: means of the measures, and where the needs stand.

    `buried@20` is the share of needs that have a gold unit and rank beyond 20 or are not
    retrieved; `tied` the share of queries whose first ten places a tie touches.
    """
    keys = ["chunker", "variant", "ranker"]
    names = [column for column in measurements if column not in [*keys, "query_id"]]
    means = {
        "/".join(map(str, system)): {str(name): mean(rows[name]) for name in names}
        for system, rows in measurements.groupby(keys, sort=False)
    }
    rows = []
    for system, answers in ranked.items():
        mine = needs[
            (needs.chunker == system.chunker)
            & (needs.variant == system.variant)
            & (needs.ranker == system.ranker)
        ]
        row: dict[str, object] = dict(
            zip(keys, (system.chunker, system.variant, system.ranker), strict=True)
        )
        row["queries"] = int(mine.query_id.nunique())
        row["needs"] = len(mine)
        row.update(means[str(system)])
        row.update(_standing(mine))
        row["near_ties"] = int(mine.near_tie.sum())
        row["document_RR"] = reciprocal(mine.document_rank)
        row["in_document_RR"] = reciprocal(mine.rank_in_document)
        row["units"] = units[system.chunker]
        row["tied"] = float(answers.tied.mean()) if len(answers.tied) else 0.0
        rows.append(row)
    return _with_change(pd.DataFrame(rows), baseline)


def reciprocal(ranks: pd.Series) -> float:
    """The mean of 1/rank over needs, 0 where a need has none; NaN where no need has one."""
    if ranks.isna().all():
        return float("nan")
    return mean((1.0 / ranks.astype("float64")).fillna(0.0))


def _standing(needs: pd.DataFrame) -> dict[str, object]:
    ranks = [None if pd.isna(rank) else int(rank) for rank in needs["rank"]]
    whole = ~needs["split"].to_numpy(dtype=bool)
    beyond = {
        f"buried@{k}": float(
            np.mean(
                [w and (rank is None or rank > k) for w, rank in zip(whole, ranks, strict=True)]
            )
        )
        for k in BURIED
    }
    states = needs["window"]
    outside = None if (states == "").all() else int(states.isin(["outside", "straddling"]).sum())
    return {
        "median_rank": median_rank(ranks),
        **beyond,
        "split": int((~whole).sum()),
        "outside": outside,
    }


def _with_change(systems: pd.DataFrame, baseline: str) -> pd.DataFrame:
    """Add `RR_change`: the change of the mean RR against the baseline variant, other parts equal."""
    base = systems[systems.variant == baseline].set_index(["chunker", "ranker"])["RR"]
    change = [
        float("nan")
        if row.variant == baseline
        else row.RR - base.get((row.chunker, row.ranker), np.nan)
        for row in systems.itertuples()
    ]
    systems.insert(list(systems.columns).index("RR") + 1, "RR_change", change)
    return systems.astype({"outside": "Int64"})


def document_coverage_table(indexed: Indexed, variants: Mapping[str, str]) -> pd.DataFrame:
    """One row per representation and document: body and covered characters."""
    tables = [
        side.coverage.documents.assign(chunker=indexed.chunker, variant=variants.get(name, name))
        for name, side in indexed.sides.items()
    ]
    return _leading(tables, ["chunker", "variant"])


def uncovered_table(indexed: Indexed, variants: Mapping[str, str]) -> pd.DataFrame:
    """One row per stretch of body text that no vector holds."""
    rows = [
        (indexed.chunker, variants.get(name, name), *gap)
        for name, side in indexed.sides.items()
        for gap in side.coverage.uncovered
    ]
    return pd.DataFrame(rows, columns=["chunker", "variant", "doc_id", "start", "end"])


def top_table(
    ranked: Mapping[System, Ranked], unit_ids: Sequence[str], queries: Sequence[Query]
) -> pd.DataFrame:
    """The first ten units of every query under every system, with their scores."""
    ids = np.array([*unit_ids, ""], dtype=object)
    tables = []
    for system, answers in ranked.items():
        depth = min(SHOWN_DEPTH, answers.top.shape[1])
        places = answers.top[:, :depth]
        kept = places.ravel() >= 0
        columns: dict[str, object] = {
            "chunker": system.chunker,
            "variant": system.variant,
            "ranker": system.ranker,
            "query_id": np.repeat([q.query_id for q in queries], depth)[kept],
            "rank": np.tile(np.arange(1, depth + 1), len(queries))[kept],
            "chunk_id": ids[places.ravel()][kept],
            "score": answers.top_scores[:, :depth].ravel()[kept],
        }
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def skipped_table(corpus: Corpus) -> pd.DataFrame:
    """One row per file that was not read: why, and how many characters where that is known."""
    rows = [(s.path, s.reason, s.characters) for s in corpus.skipped]
    table = pd.DataFrame(rows, columns=["path", "reason", "characters"])
    return table.astype({"characters": "Int64"})


def _leading(tables: Sequence[pd.DataFrame], first: list[str]) -> pd.DataFrame:
    if not tables:
        return pd.DataFrame(columns=[*first, "doc_id", "body_characters", "covered_characters"])
    whole = pd.concat(tables, ignore_index=True)
    return whole[[*first, *(c for c in whole.columns if c not in first)]]
