"""The tables of how much of the evidence is read, and how much beside it."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import QUERY, SYSTEM, SYSTEM_KEY

ASKED: Final = "the suite asks for `[spans]`"
K: Final = Column("k", "whole", "how many chunks are read", "chunks", format="plain")

_CHROMA: Final = "(Chroma's chunking evaluation, 2024)"
_LEGAL: Final = "(LegalBench-RAG, arXiv:2408.10343)"


def _share(name: str, meaning: str, unit: str = "0 to 1") -> Column:
    return Column(name, "number", meaning, unit, label=name.replace("_", " "), format="thousandth")


def _levels(unit: str, said: str) -> tuple[Column, ...]:
    """The four measures of Chroma's table, in characters or in tokens."""
    return (
        _share(f"{unit}_recall", f"the share of the evidence's {said} that are read {_CHROMA}"),
        _share(f"{unit}_precision", f"the share of the {said} read that are evidence {_CHROMA}"),
        _share(
            f"{unit}_omega",
            f"precision Ω: the IoU in {said} of reading every chunk that holds evidence, the best "
            f"that the chunker allows, whatever ranks {_CHROMA}",
        ),
        _share(
            f"{unit}_iou",
            f"the {said} that are read and evidence, of those that are either {_CHROMA}",
        ),
    )


MEASURES: Final = (
    _share(
        "need_recall",
        "`recall@{k}`: the share of the needs that have a gold chunk among those read",
    ),
    *_levels("char", "characters"),
    *_levels("token", "tokens"),
    _share(
        "span_nDCG",
        "NDCG where a rank gains the evidence that is first read there, each need counting the "
        "same (α-nDCG with α = 1, Clarke and others, SIGIR 2008)",
    ),
    _share(
        "evidence_AP",
        "average precision over needs, each found where its evidence has been read whole, in the "
        "first 1,000 chunks (after trec_eval's AP)",
    ),
    _share(
        "legalbench_recall",
        f"the characters that each chunk read shares with each piece of evidence, of those of the evidence {_LEGAL}",
        "0 or more",
    ),
    _share(
        "legalbench_precision",
        f"the same, of the characters of the chunks read {_LEGAL}",
        "0 or more",
    ),
)

SPANS: Final = Table(
    "spans",
    "One row per system and k, where a suite asks for it: how much of the evidence the first k "
    "chunks hold, and how much beside it. Means over queries whose evidence is places. With "
    '`mode = "chroma"` recall, precision, Ω and IoU are computed as Chroma\'s program does.',
    (*SYSTEM_KEY, "k"),
    (*SYSTEM, K, Column("queries", "whole", "queries with evidence", "queries"), *MEASURES),
    for_people=True,
    optional=ASKED,
)

SPAN_QUERIES: Final = Table(
    "span_queries",
    "One row per system, k and query, where a suite asks for `[spans]`: what `spans` are means of.",
    (*SYSTEM_KEY, "k", "query_id"),
    (*SYSTEM, K, QUERY, *MEASURES),
    optional=ASKED,
)
