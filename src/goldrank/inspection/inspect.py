"""One query of a run, looked into: where its gold chunk ranks, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed, relevant_needs
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import SYSTEM, rows_of_system
from goldrank.inspection.add_diagnosis import with_diagnosis
from goldrank.inspection.choose import Chosen, default_systems, matching
from goldrank.inspection.detail import Look, detail_of, evidence_of
from goldrank.inspection.open_chunker import OpenChunker
from goldrank.inspection.reopen import Reopened, reopen
from goldrank.inspection.values import Detail, Inspection
from goldrank.progress import Progress
from goldrank.rankers.graph import dense_of
from goldrank.runs.run import Run
from goldrank.tables.known_depth import depths_of
from goldrank.tables.query_readings import query_remark
from goldrank.text.quotes import occurrences, short
from goldrank.types import Evidence, Query, System

SAMPLE = 2_000
COMMON = 0.15
"""A term that a larger share of chunks has tells nothing when it is marked."""


def inspect(  # noqa: PLR0913 - keywords of a notebook
    run: Run,
    query_id: str | None = None,
    *,
    text: str | None = None,
    expect: str | None = None,
    need: int | None = None,
    system: str | None = None,
    chunker: str | None = None,
    variant: str | None = None,
    ranker: str | None = None,
    cache: Path | str | None = None,
    corpus: Path | str | None = None,
    progress: Progress | None = None,
) -> Inspection:
    """Look into a query of `run` by its id, or into any question by its `text`.

    Every system's rank stands in one table; the systems that are named (by `chunker`, `variant`,
    `ranker`, or `system` as `chunker/variant/ranker` with `*` for anything) are shown in detail,
    by default the baseline and the one that ranks worst. `need` counts from 0 (default: the need
    that the baseline ranks worst). `expect` says for a question of one's own what should answer it:
    a chunk id (a doc_id where documents are ranked), or a quote. Of a document that ranks, the
    chunks are shown that its score comes from. Only a query text that is not cached loads the
    model.

    Raises:
        GoldrankError: neither or both of id and text; an unknown name; a corpus that changed.
    """
    if (query_id is None) == (text is None):
        raise GoldrankError(
            'inspect: expected either the id of a query of the run, or text="a question"'
        )
    chosen = Chosen(system, chunker, variant, ranker)
    found = matching(run.systems, chosen, run.suite.ranker_graph)
    folder = Path(cache) if cache is not None else None
    reopened = reopen(run, folder, corpus, progress)
    if query_id is None:
        return _question(reopened, Query("", str(text)), expect, found, chosen)
    if expect is not None:
        raise GoldrankError(f"query {query_id} has its evidence; expect is for a text of your own")
    return _query(reopened, reopened.query(query_id), need, found, chosen)


def _query(
    reopened: Reopened, query: Query, need: int | None, found: Sequence[System], chosen: Chosen
) -> Inspection:
    run = reopened.run
    if not query.answerable:
        return _unanswerable(reopened, query, need, found, chosen)
    relevant = dict(relevant_needs(query))
    if not relevant:
        raise GoldrankError(
            f"query {query.query_id} has no evidence, so no rank; inspect its text instead: "
            f'text="{query.text}"'
        )
    baseline = str(reopened.suite.baseline_variant)
    number = _need(run, query, need, relevant, baseline, found)
    rows = run.needs[(run.needs.query_id == query.query_id) & (run.needs.need == number)]
    shown = default_systems(found, rows, baseline) if chosen.is_open else list(found)
    evidence = relevant[number]
    details = []
    for each in shown:
        opened = reopened.chunker(each.chunker)
        gold = opened.gold(query)[number]
        detail = _detail(
            reopened, opened, each, Look(query.text, gold, evidence, opened.allowed(query))
        )
        details.append(with_diagnosis(_with_row(detail, rows), run, query.query_id, number))
    first = reopened.chunker(shown[0].chunker)
    paths = evidence_of(evidence, first)
    return Inspection(
        run=run.name,
        query_id=query.query_id,
        text=query.text,
        tags=query.tags,
        need=number,
        needs=len(relevant),
        evidence=tuple(zip(evidence, paths, strict=True)),
        ranks=ranks_table(rows),
        details=tuple(details),
        split=tuple(dict.fromkeys(map(str, rows[rows["split"].astype(bool)].chunker))),
        query_terms=telling_terms(first, query.text),
        notices=(*_query_remarks(first, query.text, details), *_other_ranks(details)),
        known_to=depths_of(run.suite.ranker_graph),
    )


def _unanswerable(
    reopened: Reopened, query: Query, need: int | None, found: Sequence[System], chosen: Chosen
) -> Inspection:
    """What comes first for a query that nothing answers."""
    if need is not None:
        raise GoldrankError(f"nothing answers query {query.query_id}: it has no need {need}")
    seen = _question(reopened, query, None, found, chosen)
    return replace(seen, query_id=query.query_id, tags=query.tags, answerable=False)


def _question(
    reopened: Reopened,
    asked: Query,
    expect: str | None,
    found: Sequence[System],
    chosen: Chosen,
) -> Inspection:
    baseline, text = reopened.suite.baseline_variant, asked.text
    shown = [s for s in found if s.chunker == found[0].chunker]
    if expect is None and not (chosen.variant or chosen.system):
        shown = [s for s in shown if s.variant == baseline] or shown[:1]
    details = []
    for each in shown:
        opened = reopened.chunker(each.chunker)
        gold, evidence = _expected(opened, expect)
        look = Look(text, gold, evidence, opened.allowed(asked))
        details.append(_detail(reopened, opened, each, look))
    ranks = ranks_table(pd.DataFrame([_rank_row(detail) for detail in details]))
    if chosen.is_open:
        details = [d for d in details if d.system.variant == baseline] or details[:1]
    opened = reopened.chunker(details[0].system.chunker)
    evidence = _expected(opened, expect)[1]
    return Inspection(
        run=reopened.run.name,
        query_id=None,
        text=text,
        tags=(),
        need=0,
        needs=0 if expect is None else 1,
        evidence=tuple(zip(evidence, evidence_of(evidence, opened), strict=True)),
        ranks=ranks if expect is not None else ranks.iloc[:0],
        details=tuple(details),
        query_terms=telling_terms(opened, text),
        notices=_query_remarks(opened, text, details),
        known_to=depths_of(reopened.suite.ranker_graph),
    )


def _detail(reopened: Reopened, opened: OpenChunker, system: System, look: Look) -> Detail:
    variants = {variant.name: variant for variant in reopened.parts.variants}
    return detail_of(opened, system, variants[system.variant], look)


def _need(
    run: Run,
    query: Query,
    need: int | None,
    known: Collection[int],
    baseline: str,
    found: Sequence[System],
) -> int:
    """The need that is shown: the named one, else the one that the baseline ranks worst."""
    if need is not None:
        if need not in known:
            raise GoldrankError(
                f"query {query.query_id} has the needs {', '.join(map(str, known))}; got need {need}"
            )
        return need
    base = next((system for system in found if system.variant == baseline), found[0])
    rows = run.needs[run.needs.query_id == query.query_id]
    rows = rows_of_system(rows, base)
    ranks = {
        int(row["need"]): float("inf") if pd.isna(row["rank"]) else int(row["rank"])
        for row in rows_of(rows)
    }
    return max(ranks, key=lambda number: ranks[number])


def _expected(
    opened: OpenChunker, expect: str | None
) -> tuple[GoldNeed | None, tuple[Evidence, ...]]:
    """The units that a question of one's own should find, by id or by a quote they hold."""
    if expect is None:
        return None, ()
    if expect in opened.positions:
        return GoldNeed(0, 0, {opened.positions[expect]: 1}), ()
    evidence = tuple(
        Evidence(doc_id, span.start, span.end, document.text[span.start : span.end])
        for doc_id, document in opened.documents.items()
        for span in occurrences(document.text, expect)
    )
    held = {at: 1 for each in evidence for at in _holding(opened, each)}
    if not held:
        what = f"chunk of {opened.name}" if opened.unit == "chunk" else "document"
        raise GoldrankError(f"expect: no {what} has that id or holds that text: {short(expect)}")
    return GoldNeed(0, 0, held), evidence


def _holding(opened: OpenChunker, evidence: Evidence) -> list[int]:
    """The positions of the units that hold a stretch of text whole."""
    if opened.unit == "document":
        return [opened.positions[evidence.doc_id]]
    return [
        at
        for at, chunk in enumerate(opened.chunks)
        if chunk.doc_id == evidence.doc_id
        and chunk.start <= (evidence.start or 0)
        and (evidence.end or 0) <= chunk.end
    ]


def ranks_table(rows: pd.DataFrame) -> pd.DataFrame:
    """One row per chunker and variant, one column per ranker, in the order of the run.

    A rank is missing where the ranker does not run there, and 0 where it does not retrieve the
    gold chunk or no chunk holds the evidence.
    """
    order = [list(dict.fromkeys(rows[key])) for key in SYSTEM]
    values = rows.assign(rank=rows["rank"].astype("Int64").fillna(0))
    table = values.set_index(SYSTEM)["rank"].unstack("ranker")
    index = [
        pair
        for pair in pd.MultiIndex.from_product(order[:2], names=SYSTEM[:2])
        if pair in table.index
    ]
    picked = table.reindex(index=pd.MultiIndex.from_tuples(index, names=SYSTEM[:2]))
    return picked[order[2]].rename_axis(columns=None).astype("Int64")


def _rank_row(detail: Detail) -> dict[str, object]:
    return {**detail.system._asdict(), "rank": detail.rank}


def _with_row(detail: Detail, rows: pd.DataFrame) -> Detail:
    """With what the run's tables say of this system and need."""
    row = rows_of_system(rows, detail.system).iloc[0]
    rank = None if pd.isna(row["rank"]) else int(row["rank"])
    return replace(detail, window=str(row["window"]), saved_rank=rank)


def _query_remarks(opened: OpenChunker, text: str, details: Sequence[Detail]) -> tuple[str, ...]:
    """What is not read of a query, where a system that is shown ranks by vectors."""
    systems = [d.system for d in details if d.readers.get("dense")]
    variants = {variant.name: variant for variant in opened.parts.variants}
    used = dict.fromkeys(
        read.encoder
        for system in systems
        for read in dense_of(system.ranker, variants[system.variant], opened.parts.rankers)
    )
    said = [query_remark(opened.query_reading(text, encoder)) for encoder in used]
    return tuple(f"of the query, {remark}" for remark in dict.fromkeys(said) if remark)


def _other_ranks(details: Sequence[Detail]) -> list[str]:
    """Where ranking again gives another rank than the run saved: a near-tie, or other versions."""
    return [
        f"{d.system}: the run says rank {d.saved_rank}, ranking again says {d.rank}"
        for d in details
        if d.saved_rank != d.rank
    ]


def telling_terms(opened: OpenChunker, text: str) -> tuple[str, ...]:
    """The terms of `text` that few chunks have: those worth marking where they stand.

    The share of chunks is taken from at most `SAMPLE` of them, evenly from all.
    """
    tokenize = opened.parts.tokenizer
    step = -(-len(opened.chunks) // SAMPLE)
    held = [set(tokenize(opened.text(chunk))) for chunk in opened.chunks[::step]]
    terms = dict.fromkeys(tokenize(text))
    return tuple(t for t in terms if sum(t in each for each in held) <= COMMON * len(held))
