"""The tables of queries that nothing answers: what their top scores are, and what a threshold does."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.inputs import SOME_UNANSWERABLE
from goldrank.frames.schema.ranks import SYSTEM, SYSTEM_KEY

SCORE: Final = "the ranker's score"
NOTHING: Final = "nothing is retrieved for any of them"
FEW: Final = "a threshold that is chosen without some cluster has no query to be chosen by"
NONE_FIRST: Final = "gold is first for none"
NO_THRESHOLD: Final = "more queries than it may lose retrieve nothing"


def _place(name: str, which: str) -> Column:
    return Column(name, "number", f"{which} of their top scores", SCORE, missing=NOTHING)


TOP_SCORES: Final = Table(
    "top_scores",
    "One row per system and kind of query, with evidence or answered by nothing: how their top "
    "scores lie. Scores of different rankers are never compared.",
    (*SYSTEM_KEY, "answerable"),
    (
        *SYSTEM,
        Column("answerable", "yes/no", "something answers them"),
        Column("queries", "whole", "queries of that kind", "queries"),
        Column("nothing", "whole", "those for which nothing is retrieved", "queries"),
        _place("lowest", "the lowest"),
        _place("p5", "the 5th percentile"),
        _place("p25", "the 25th percentile"),
        _place("median", "the median"),
        _place("p75", "the 75th percentile"),
        _place("p95", "the 95th percentile"),
        _place("highest", "the highest"),
    ),
    for_people=True,
    optional=SOME_UNANSWERABLE,
)

ANSWERABILITY: Final = Table(
    "answerability",
    "One row per system: whether its top score tells queries that something answers from others.",
    SYSTEM_KEY,
    (
        *SYSTEM,
        Column("answerable", "whole", "queries with evidence", "queries", format="count"),
        Column("unanswerable", "whole", "queries that nothing answers", "queries", format="count"),
        Column("clusters", "whole", "clusters of both", "clusters"),
        Column(
            "AUROC",
            "number",
            "the share of pairs, one of each kind, in which the one with evidence has the higher "
            "top score; a tie counts half, and nothing retrieved is lowest",
            "0 to 1",
            format="thousandth",
        ),
        Column("AUROC_low", "number", "the low end of its 95 % interval", "0 to 1"),
        Column("AUROC_high", "number", "the high end", "0 to 1"),
        Column("remark", "text", "what to know of the ranker's score; mostly empty"),
    ),
    for_people=True,
    optional=SOME_UNANSWERABLE,
)


def _share(name: str, meaning: str, missing: str = "") -> list[Column]:
    ends = (("_low", f"the low end of the 95 % interval of `{name}`"), ("_high", "the high end"))
    return [
        Column(name, "number", meaning, "share", format="percent", missing=missing),
        *(Column(name + end, "number", said, "share", missing=missing) for end, said in ends),
    ]


REFUSALS: Final = Table(
    "refusals",
    "One row per system and share of answerable queries that may be lost: what the largest such "
    "threshold on the top score refuses and loses. `…_apart` is judged on clusters that the threshold was "
    "not chosen on; the others are judged on the queries that it was chosen on, which flatters.",
    (*SYSTEM_KEY, "may_lose"),
    (
        *SYSTEM,
        Column("may_lose", "whole", "the share of answerable queries that it may lose", "percent"),
        Column(
            "threshold",
            "number",
            "a query is refused where its top score is below this, or nothing is retrieved",
            SCORE,
            missing=NO_THRESHOLD,
        ),
        *_share("refused", "the share of unanswerable queries that are refused"),
        *_share("lost", "the share of answerable queries that are refused"),
        *_share("lost_first", "of those whose gold is first, the share refused", NONE_FIRST),
        *_share("refused_apart", "`refused`, by thresholds of other clusters", FEW),
        *_share("lost_apart", "`lost`, by thresholds of other clusters", FEW),
        *_share(
            "lost_first_apart",
            "`lost_first`, by thresholds of other clusters",
            f"{FEW}, or {NONE_FIRST}",
        ),
    ),
    for_people=True,
    optional=SOME_UNANSWERABLE,
)
