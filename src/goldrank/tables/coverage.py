"""Tables of what the window holds: coverage, what it leaves out, and where evidence stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.evidence.gold import GoldNeed
from goldrank.frames.bounds import BOUND
from goldrank.frames.schema.window import DOCUMENT_COVERAGE
from goldrank.frames.unknown import UNKNOWN_SHARE
from goldrank.running.indexing import Indexed
from goldrank.types import Evidence, Query, Span
from goldrank.window.coverage import evidence_state

SHOWN = 2000
"""How many characters of a stretch that no vector holds are kept: more than most have."""

STATES = ("inside", "straddling", "outside")
UNKNOWN = "unknown"
COVERAGE = (
    "chunker",
    "variant",
    "chunks",
    "inputs",
    "coverage",
    "body_characters",
    "covered_characters",
    "cut_chunks",
    "cut_rate",
    "prefix_tokens",
    "prefix_share",
    "pushed_out",
    "similarity",
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
                UNKNOWN_SHARE: covered.unknown_share,
                BOUND: covered.at_most,
            }
        )
    # Of an encoder that reads every character there is nothing to say, nor of known tokens.
    unknown = (
        [UNKNOWN_SHARE] if any(side.coverage.unknown for side in indexed.sides.values()) else []
    )
    bound = [BOUND] if any(row[BOUND] is not None for row in rows) else []
    return pd.DataFrame(rows, columns=[*COVERAGE, *unknown, *bound])


def window_states(
    indexed: Indexed, corpus: Corpus, gold: Sequence[GoldNeed], queries: Sequence[Query]
) -> dict[tuple[str, int], str]:
    """For each representation and need: is its evidence inside, straddling or outside the window?

    The best state among the alternatives of the need counts, over all chunks that were encoded.
    A heading line between two pieces of evidence is no body, and its absence loses nothing. It is
    unknown where what is shown to be read and what is not shown to be unread say different.
    """
    texts = {document.doc_id: document.text for document in corpus.documents}
    headings = {
        doc_id: [Span(h.start, h.end) for h in outline.headings if not h.containers]
        for doc_id, outline in corpus.outlines.items()
    }
    states: dict[tuple[str, int], str] = {}
    for name, side in indexed.sides.items():
        for index, need in enumerate(gold):
            evidence = queries[need.query].needs[need.need].evidence
            spans = [e for e in evidence if e.is_span and e.grade > 0]
            sure, perhaps = (
                _best(spans, covered, texts, headings)
                for covered in (side.covered, side.possibly_covered)
            )
            states[name, index] = sure if sure == perhaps else UNKNOWN
    return states


def _best(
    spans: Sequence[Evidence],
    covered: Mapping[str, Sequence[Span]],
    texts: Mapping[str, str],
    headings: Mapping[str, Sequence[Span]],
) -> str:
    found = {
        evidence_state(
            texts[e.doc_id],
            e.start or 0,
            e.end or 0,
            [*covered.get(e.doc_id, ()), *_between(e, headings[e.doc_id])],
        )
        for e in spans
    }
    return next((state for state in STATES if state in found), "")


def _between(evidence: Evidence, headings: Sequence[Span]) -> list[Span]:
    """The heading lines inside the evidence, where it holds more than they."""
    start, end = evidence.start or 0, evidence.end or 0
    lines = [
        Span(max(h.start, start), min(h.end, end))
        for h in headings
        if h.start < end and h.end > start
    ]
    return lines if sum(line.end - line.start for line in lines) < end - start else []


def best_state(found: Sequence[str]) -> str:
    """The state of evidence that several encoders read: that of the one which reads most of it.

    >>> best_state(["outside", "inside"]), best_state(["straddling", "unknown"]), best_state([])
    ('inside', 'unknown', '')
    """
    ordered = [STATES[0], UNKNOWN, *STATES[1:]]
    return next((state for state in ordered if state in found), "")


def document_coverage_table(indexed: Indexed, variants: Mapping[str, str]) -> pd.DataFrame:
    """One row per representation and document: body and covered characters."""
    tables = [
        side.coverage.documents.assign(chunker=indexed.chunker, variant=variants.get(name, name))
        for name, side in indexed.sides.items()
    ]
    if not tables:
        return DOCUMENT_COVERAGE.empty()
    first, whole = ["chunker", "variant"], pd.concat(tables, ignore_index=True)
    return whole[[*first, *(c for c in whole.columns if c not in first)]]


def uncovered_table(indexed: Indexed, variants: Mapping[str, str], corpus: Corpus) -> pd.DataFrame:
    """One row per stretch of body text that no vector holds, with its first words."""
    documents = {document.doc_id: document.text for document in corpus.documents}
    rows = [
        (
            indexed.chunker,
            variants.get(name, name),
            *gap,
            _begin(documents[gap.doc_id][gap.start : gap.end]),
        )
        for name, side in indexed.sides.items()
        for gap in side.coverage.uncovered
    ]
    return pd.DataFrame(rows, columns=["chunker", "variant", "doc_id", "start", "end", "text"])


def _begin(text: str) -> str:
    """White space folded, and shortened where it is very long."""
    folded = " ".join(text.split())
    return folded if len(folded) <= SHOWN else folded[:SHOWN] + " …"
