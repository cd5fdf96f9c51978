"""What to change next: a short list, each line with how many failed needs show its symptom."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from goldrank.diagnosis.causes import (
    BETWEEN,
    EMPTY_HEADING,
    FOUND,
    MOSTLY,
    NO_SUBJECT,
    NO_VOCABULARY,
    OUTSIDE,
    QUERY_UNREAD,
    SPLIT,
    STRADDLING,
    TWIN,
    WORD_FORM,
)
from goldrank.diagnosis.fusion import with_ranker
from goldrank.diagnosis.repairs import Need, Ranks
from goldrank.frames.joins import joined
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.frames.systems import SYSTEM, by_system
from goldrank.rankers.graph import Graph
from goldrank.types import System

TINY = 1e-9  # what two shares that make a whole may be off it
RERANKED = 100
"""How deep a second ranker is thought to read."""

CHANGES: Final[dict[str, str]] = {
    "boundaries": "move the chunk boundaries: no single chunk holds the evidence",
    "window": "shorten what is encoded, or take an encoder with a longer window: the evidence is "
    "not in it",
    "tokenizer": "take an encoder whose tokenizer knows these texts: evidence or queries are unknown "
    "to it",
    "long queries": "ask in fewer words, or take an encoder with a longer window: it does not read "
    "these queries to their end",
    "header": "index the header with the chunk: it has a word of the query that the text lacks",
    "twins": "tell near-copies apart by a header, or drop copies: they alone keep these from being "
    "found",
    "forms": "stem the words and split compounds: the text has the query's words in other forms",
    "headings": "write headings that say what is under them: these tell nothing",
    "vocabulary": "bridge the vocabulary (synonyms, generated contexts): query and text share no "
    "telling word",
    "fusion": "weigh the two rankings differently: one of them alone finds these",
    "rerank": f"rerank the first {RERANKED}: the gold chunk is among them",
    "questions": "ask for a subject, or filter by document: the query names none",
}
"""Every change and why, in the order in which equals stand: what cannot be ranked comes first."""

BOUNDED: Final = ("twins", "fusion", "rerank")
"""The changes that win these needs at the most: the others may also win some without the symptom."""

TRIED_BY: Final = {
    "boundaries": "chunker",
    "window": "variant",
    "long queries": "ranker",
    "tokenizer": "ranker",
    "header": "variant",
    "forms": "ranker",
    "headings": "variant",
    "vocabulary": "ranker",
}
"""In which part another system of the run must differ to be that change, tried."""

COLUMNS = (
    *SYSTEM,
    *("place", "change", "needs", "bound"),
    *("failures", "what", "tried"),
)


def advice_table(
    diagnoses: pd.DataFrame, needs: pd.DataFrame, fusion: pd.DataFrame, rankers: Graph, k: int
) -> pd.DataFrame:
    """Per system the changes that its failures ask for, the commonest symptom first.

    `diagnoses`, `needs` and `fusion` are a run's tables; `rankers` its rankers; `k` is the rank to
    which a need counts as found. `needs` of the result counts the failures (of `failures`) that
    show the symptom; one need may stand in several lines. It is no promise: `bound` is the most
    that the change can win, where that is known, and `tried` says what the best system of the run
    that differs by such a change finds of them.
    """
    told = joined(diagnoses, needs, ["rank"], NEED_KEY)
    told["fused_away"] = _fused_away(told, with_ranker(fusion, rankers), rankers, k)
    ranks = Ranks.of(needs, rankers)
    rows = []
    for system, mine in by_system(told):
        failed = mine[mine.diagnosis != FOUND]
        if failed.empty:
            continue
        shown = _symptoms(failed)
        counts = {change: n for change, found in shown.items() if (n := int(found.sum()))}
        order = sorted(counts, key=lambda change: -counts[change])
        for place, change in enumerate(order, start=1):
            bound = counts[change] if change in BOUNDED else None
            tried = _tried(change, failed[shown[change]], ranks, system, k)
            cells = (place, change, counts[change], bound, len(failed), CHANGES[change], tried)
            rows.append((*system, *cells))
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"bound": "Int64"})


def _symptoms(failed: pd.DataFrame) -> dict[str, Any]:
    """Which of the failures show the symptom of each change."""
    holds = [frozenset(text.split(BETWEEN)) for text in failed.holds]

    def holding(*names: str) -> pd.Series:
        found = [bool(held & set(names)) for held in holds]
        return pd.Series(found, index=failed.index, dtype=bool)

    header = (failed.only_in_header != "").astype(bool)
    return {
        "boundaries": holding(SPLIT),
        "window": holding(OUTSIDE, STRADDLING) & (failed.unread > failed.unknown),
        "tokenizer": (failed[["unknown", "query_unknown"]] >= MOSTLY).any(axis=1),
        "long queries": holding(QUERY_UNREAD)
        & (failed.query_read + failed.query_unknown < 1 - TINY),
        "header": header & ~holding(NO_SUBJECT),
        "twins": holding(TWIN),
        "forms": holding(WORD_FORM),
        "headings": holding(EMPTY_HEADING),
        "vocabulary": holding(NO_VOCABULARY) & ~header & ~holding(NO_SUBJECT),
        "fusion": failed.fused_away.astype(bool),
        "rerank": (failed["rank"] <= RERANKED).fillna(False).astype(bool),
        "questions": holding(NO_SUBJECT),
    }


def _tried(change: str, failed: pd.DataFrame, ranks: Ranks, system: System, k: int) -> str:
    """What the best other system of the run that differs by such a change makes of these needs."""
    part = TRIED_BY.get(change)
    mine = [(str(q), int(n)) for q, n in zip(failed.query_id, failed.need, strict=True)]
    others = ranks.others(system, part) if part else ()
    counted = [(*_found(ranks, other, mine, k), words) for words, other in others]
    if not counted:
        return ""
    found, holds, words = max(counted, key=lambda each: each[:2])
    held = f"holds {holds} and finds {found}" if change == "boundaries" else f"finds {found}"
    return f"in this run {words} {held} of them"


def _found(ranks: Ranks, system: System, needs: list[Need], k: int) -> tuple[int, int]:
    """How many of some needs a system finds, and how many one of its chunks holds."""
    own = ranks.by_system[system]
    held = [own[need] for need in needs if need in own]
    return sum(rank is not None and rank <= k for rank in held), len(held)


def _fused_away(told: pd.DataFrame, fused: pd.DataFrame, rankers: Graph, k: int) -> list[bool]:
    """Which rows are needs that one of the rankers finds and what combines them ranks lower."""
    weighed = [name for name, ranker in rankers.items() if len(ranker.combines) > 1]
    below = fused[(fused.harm == "below") & (fused.better <= k).fillna(False)]
    below = below[below.ranker.isin(weighed)]
    marked = set(below[list(NEED_KEY)].itertuples(index=False, name=None))
    return [key in marked for key in told[list(NEED_KEY)].itertuples(index=False, name=None)]
