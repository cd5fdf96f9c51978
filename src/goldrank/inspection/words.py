"""What the terminal and the notebook say alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.inspection.marked_text import Stretch
from goldrank.inspection.values import Detail, Inspection, Source


def shorten(text: str, width: int) -> str:
    """`text` on one line, cut at a word, at most `width` characters.

    >>> shorten("at least 30 days", 13)
    'at least 30…'
    """
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1].rsplit(' ', 1)[0].rstrip('.,;:')}…"


NOTHING_ANSWERS = "Nothing answers this query; this is what comes first."


def rank_text(rank: object, split: bool = False, known_to: int | None = None) -> str:
    """A rank in a table: `–` where the ranker does not run, `none` where it does not retrieve,
    `split` where no single chunk could be, `> k` where it is known to the first k and not there.

    >>> rank_text(1200), rank_text(0), rank_text(None), rank_text(0, known_to=10)
    ('1,200', 'none', '–', '> 10')
    """
    if rank is None or pd.isna(rank):  # type: ignore[call-overload]
        return "–"
    if rank != 0:
        return f"{int(str(rank)):,}"
    return "split" if split else "none" if known_to is None else f"> {known_to:,}"


def rank_sentence(detail: Detail) -> str:
    """Where the gold chunk stands under one system, and who is ahead."""
    if detail.gold is None:
        if any(each.role == "part" for each in detail.candidates):
            return "no single chunk holds the evidence: the parts are marked"
        return f"the first of {detail.units:,} {detail.unit}s"
    if detail.rank is None and detail.known_to is not None:
        return f"the gold {detail.unit} is not among the first {detail.known_to:,} that are known"
    if detail.rank is None:
        return f"does not retrieve the gold {detail.unit} among {detail.units:,}"
    ties = "" if detail.best == detail.worst else f" (ties allow {detail.best} to {detail.worst})"
    ahead = detail.rank - 1
    own = f"; of the {ahead:,} ahead, {detail.ahead_inside:,} are from its own document"
    said = own if ahead and detail.unit == "chunk" else ""
    return f"rank {detail.rank:,} of {detail.units:,}{ties}{said}"


def source_words(source: Source, several: bool) -> str:
    """Which chunk a document's score comes from; `several` where rankers are combined.

    >>> source = Source(("bm25",), "a.md#0-9", ("Leave", "Parental"), "30 days", False, True)
    >>> source_words(source, several=True)
    'bm25: Parental, with evidence'
    """
    path = " > ".join(source.titles[1:]) or source.titles[0]
    place = "the whole document" if source.whole else path
    by = f"{', '.join(source.rankers)}: " if several else ""
    return f"{by}{place}{', with evidence' if source.evidence else ''}"


def indexed_title(detail: Detail, ranker: str | None) -> str:
    """What the strings of a detail are: those of one side, or of both where they are the same."""
    chunk = "the gold chunk"
    if detail.unit == "document":
        chunk = "the chunk that the gold document's score comes from"
    return (
        f"What {ranker} indexes of {chunk}"
        if ranker
        else f"What is indexed of {chunk}, on both sides"
    )


def elsewhere_sentence(detail: Detail) -> str:
    """That a gold document's score comes from other chunks than its evidence, where it does."""
    sources = detail.gold.sources if detail.gold else ()
    if not sources or any(source.evidence is not False for source in sources):
        return ""
    return "Its score comes from a chunk without the evidence."


def same_text(detail: Detail) -> bool:
    """Whether both sides index one string, so that it need be shown once."""
    dense = "".join(stretch.text for stretch in detail.dense)
    return bool(detail.lexical) and dense == "".join(stretch.text for stretch in detail.lexical)


def unread_sentence(detail: Detail) -> str:
    """How much of the gold chunk the vector never read, where it is anything."""
    unread = [s for s in detail.dense if not s.read and s.kind != "prefix"]
    behind = _lost([s for s in unread if not s.left_out], "the last {} characters")
    between = _lost([s for s in unread if s.left_out], "{} characters that stand in ‹ ›")
    lost = " and ".join(each for each in (behind, between) if each)
    if not lost:
        return ""
    hidden = any(s.kind == "evidence" for s in unread)
    return (
        f"The model never reads {lost} of this chunk"
        f"{', and the evidence is among them' if hidden else ''}."
    )


def _lost(stretches: Sequence[Stretch], said: str) -> str:
    count = sum(len(stretch.text) for stretch in stretches)
    return said.format(f"{count:,}") if count else ""


def unread_marked(stretch: Stretch) -> str:
    """The text of a stretch, in ‹ › where reading goes on behind it."""
    return f"‹{stretch.text}›" if stretch.left_out else stretch.text


def inspection_json(inspection: Inspection) -> dict[str, Any]:
    """Everything, for machines; a rank that is missing or not there is null."""
    rows = rows_of(inspection.ranks.reset_index())
    return {
        "run": inspection.run,
        "query_id": inspection.query_id,
        "text": inspection.text,
        "answerable": inspection.answerable,
        "need": inspection.need,
        "ranks": [{k: None if pd.isna(v) or v == 0 else v for k, v in r.items()} for r in rows],
        "details": [_detail_json(detail) for detail in inspection.details],
        "notices": list(inspection.notices),
    }


def _detail_json(detail: Detail) -> dict[str, Any]:
    values = {**asdict(detail), "system": str(detail.system)}
    placed = [
        {
            **asdict(each),
            "placed": {name: p._asdict() for name, p in each.placed.items()},
            "sources": [source._asdict() for source in each.sources],
        }
        for each in detail.candidates
    ]
    gold = detail.gold.chunk_id if detail.gold else None
    return {**values, "candidates": placed, "gold": gold}
