"""The tables of ranks: systems, needs, every gold unit, measurements, and what ranks first."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import MEASURE, Column, Table

CHUNKER: Final = Column("chunker", "text", "the chunker, as the suite names it")
VARIANT: Final = Column("variant", "text", "the variant, as the suite names it")
RANKER: Final = Column("ranker", "text", "the ranker, as the suite names it")
QUERY: Final = Column("query_id", "text", "the query")
NEED: Final = Column("need", "whole", "the number of the need in its query, from 0")

SYSTEM: Final = (CHUNKER, VARIANT, RANKER)
SYSTEM_KEY: Final = ("chunker", "variant", "ranker")
NEED_KEY: Final = (*SYSTEM_KEY, "query_id", "need")

NOT_RETRIEVED: Final = "not retrieved, or split"
RR: Final = Column(
    "RR", "number", "the reciprocal rank", label="MRR", format="thousandth", unit="0 to 1"
)

_PLACE: Final = (
    Column("chunk_id", "text", "the gold unit: a chunk, or a document where those are ranked"),
    Column("rank", "whole", "its rank among all units", "rank", missing=NOT_RETRIEVED),
    Column("best", "whole", "the best rank that ties allow", "rank", missing=NOT_RETRIEVED),
    Column("worst", "whole", "the worst rank that ties allow", "rank", missing=NOT_RETRIEVED),
    Column("score", "number", "its score by the ranker", missing=NOT_RETRIEVED),
    Column("grade", "whole", "the grade of its evidence", missing="split"),
    Column(
        "near_tie", "yes/no", "another unit's score is nearer than two encodings of a text may be"
    ),
    Column(
        "rank_in_document",
        "whole",
        "its rank among the units of its document",
        "rank",
        missing=NOT_RETRIEVED,
    ),
    Column(
        "document_rank",
        "whole",
        "the rank of its document by its best unit",
        "rank",
        missing=NOT_RETRIEVED,
    ),
)

SYSTEMS: Final = Table(
    "systems",
    "One row per system: the means of its measures, and where its needs stand.",
    SYSTEM_KEY,
    (
        *SYSTEM,
        Column("queries", "whole", "queries with a need", "queries"),
        Column("needs", "whole", "needs", "needs"),
        RR,
        Column(
            "RR_change",
            "number",
            "RR less that of the baseline variant under the same chunker and ranker",
            label="Δ {baseline}",
            format="change",
            missing="the baseline variant, or a system that has none",
        ),
        Column(
            "RR_change_error",
            "number",
            "the standard error of `RR_change` over paired queries",
            missing="as `RR_change`",
        ),
        Column(
            "recall@{k}",
            "number",
            "the share of a query's needs that have a gold unit among the first k",
            "0 to 1",
            label="recall@{k}",
            format="thousandth",
        ),
        Column(MEASURE, "number", "the mean of that measure", "0 to 1", format="thousandth"),
        Column(
            "median_rank",
            "number",
            "the median rank of the best gold unit",
            "rank",
            label="median",
            format="rank",
            missing="half of the needs or more are not retrieved",
        ),
        Column(
            "median_tokens",
            "number",
            "the median of `tokens_to_gold`",
            "tokens",
            label="tokens",
            format="count",
            missing="half of the needs or more have none",
        ),
        Column(
            "buried@{k}",
            "number",
            "the share of needs that a unit holds and that rank beyond k, or are not retrieved",
            "share",
            label=">{k}",
            format="percent",
        ),
        Column(
            "known_to",
            "whole",
            "how deep its ranks are known: its RR is RR at that depth, and so on",
            "rank",
            label="known to",
            format="plain",
            missing="all its ranks are known",
            optional="some ranker gives the first hits only, or rests on one that does",
        ),
        Column(
            "hits",
            "whole",
            "the hits that its search gave",
            "hits",
            format="plain",
            missing="it is no search of your own",
            optional="some ranker is a search of your own",
        ),
        Column(
            "unplaced",
            "whole",
            "those that stand in no unit of the corpus",
            "hits",
            format="plain",
            missing="it is no search of your own",
            optional="as `hits`",
        ),
        Column(
            "repeats",
            "whole",
            "those that are units which were hit before",
            "hits",
            format="plain",
            missing="it is no search of your own",
            optional="as `hits`",
        ),
        Column(
            "reranked",
            "whole",
            "how many units of a query its rerank reads",
            "units",
            format="plain",
            missing="it is no rerank",
            optional="some ranker is a rerank",
        ),
        Column(
            "out_of_reach",
            "whole",
            "needs that a unit holds, none of it among those that are reranked",
            "needs",
            label="out of reach",
            format="plain",
            missing="it is no rerank",
            optional="as `reranked`",
        ),
        Column("split", "whole", "needs that no single unit holds", "needs", format="plain"),
        Column(
            "outside",
            "whole",
            "needs whose evidence no vector holds whole",
            "needs",
            format="plain",
            missing="nothing is ranked by vectors",
        ),
        Column("near_ties", "whole", "needs with `near_tie`", "needs"),
        Column(
            "document_RR",
            "number",
            "the mean of 1 / `document_rank`",
            "0 to 1",
            missing="no need has such a rank",
        ),
        Column(
            "in_document_RR",
            "number",
            "the mean of 1 / `rank_in_document`",
            "0 to 1",
            missing="no need has such a rank",
        ),
        Column("units", "whole", "units that are ranked", "units"),
        Column("tied", "number", "the share of queries with a tie in the first ten", "share"),
        Column("held", "whole", "needs that no chunker of the run splits", "needs"),
        Column(
            "RR_held",
            "number",
            "the mean of RR over the needs of `held`",
            "0 to 1",
            label="MRR held",
            format="thousandth",
            missing="no need is held by all",
        ),
        Column(
            "RR_here",
            "number",
            "the mean of RR without the repeats of evidence in other documents",
            "0 to 1",
            missing="no need is left",
        ),
    ),
    for_people=True,
)

NEEDS: Final = Table(
    "needs",
    "One row per system and need: the best gold unit and its rank. The primary table of a run.",
    NEED_KEY,
    (
        *SYSTEM,
        QUERY,
        NEED,
        *_PLACE,
        Column("gold_chunks", "whole", "gold units of the need", "units"),
        Column("split", "yes/no", "no single unit holds the evidence"),
        Column(
            "window",
            "text",
            "where the evidence lies to what vectors hold: `inside`, `straddling`, `outside`, "
            "`unknown`; empty where no vector is read",
        ),
        Column(
            "query_read",
            "number",
            "the share of the query's tokens that the encoder reads",
            "share",
            missing="the ranker reads no vector",
            optional="some query is not read whole",
        ),
        Column(
            "tokens_to_gold",
            "whole",
            "the tokens of what is read in order, up to the end of the gold unit",
            "tokens",
            missing="not retrieved, or deeper than what is kept of a ranking",
            optional="chunks are counted; a gate does not",
        ),
    ),
    for_people=True,
)

GOLD: Final = Table(
    "gold",
    "One row per system, need and gold unit: where each of them ranks.",
    (*NEED_KEY, "chunk_id"),
    (*SYSTEM, QUERY, NEED, *_PLACE),
)

MEASUREMENTS: Final = Table(
    "measurements",
    "One row per system and query with a need: the value of every measure.",
    (*SYSTEM_KEY, "query_id"),
    (*SYSTEM, QUERY, Column(MEASURE, "number", "the value of that measure", "0 to 1")),
)

TOP: Final = Table(
    "top",
    "One row per system, query and rank: the first ten units.",
    (*SYSTEM_KEY, "query_id", "rank"),
    (
        *SYSTEM,
        QUERY,
        Column("rank", "whole", "the rank, from 1", "rank"),
        Column("chunk_id", "text", "the unit that ranks there"),
        Column("score", "number", "its score by the ranker"),
    ),
)
