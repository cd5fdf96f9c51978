"""The tables of what fusion does, where a gain comes from, and what documents' sizes do."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from goldrank.frames.schema.columns import RANKER as RANKERS
from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import CHUNKER, NEED, QUERY, RANKER, SYSTEM, SYSTEM_KEY, VARIANT

NOT_RETRIEVED: Final = "not retrieved"

SEVERAL: Final = "several rankers of the run combine others"
COMBINING: Final = replace(
    RANKER, meaning="the ranker that combines others: `rrf`, …", optional=SEVERAL
)

FUSION: Final = Table(
    "fusion",
    "One row per chunker, variant, ranker that combines others, and need that a single unit holds.",
    ("chunker", "variant", "ranker", "query_id", "need"),
    (
        CHUNKER,
        VARIANT,
        COMBINING,
        QUERY,
        NEED,
        Column(
            "better", "whole", "the best of those that are combined", "rank", missing=NOT_RETRIEVED
        ),
        Column(
            "harm",
            "text",
            "where the combination ranks it: `below` the better one, `above`, or `equal`",
        ),
        Column(
            RANKERS,
            "whole",
            "the rank by what is combined, and by what combines it, each under its ranker's name",
            "rank",
            missing="not retrieved, or neither of them",
        ),
    ),
    for_people=True,
    people_read=("harm", "below"),
)

FUSION_COUNTS: Final = Table(
    "fusion_counts",
    "One row per chunker, variant and ranker of `fusion`.",
    ("chunker", "variant", "ranker"),
    (
        CHUNKER,
        VARIANT,
        COMBINING,
        Column("needs", "whole", "needs", "needs"),
        Column("below", "whole", "needs that it ranks below the better ranker", "needs"),
        Column("above", "whole", "needs that it ranks above", "needs"),
        Column("equal", "whole", "needs that it ranks the same", "needs"),
        Column("net", "whole", "`above` less `below`", "needs"),
        Column("best_single", "text", "the ranker with the higher mean of 1 / rank over them"),
        Column("RR_change", "number", "its mean of 1 / rank less that of `best_single`"),
    ),
    for_people=True,
)

GAINS: Final = Table(
    "gains",
    "One row per chunker and variant that differs from the baseline variant by one representation, "
    "under the first ranker that combines both sides.",
    ("chunker", "variant"),
    (
        CHUNKER,
        Column("representation", "text", "what it has that the baseline has not"),
        Column("side", "text", "where it has it: `vector`, `lexical`, or `both`"),
        VARIANT,
        Column("RR", "number", "its RR", "0 to 1"),
        Column("RR_change", "number", "that less the baseline's"),
        Column("higher", "whole", "needs that rank higher than with the baseline", "needs"),
        Column("lower", "whole", "needs that rank lower", "needs"),
    ),
    for_people=True,
)

DOCUMENT_SIZES: Final = Table(
    "document_sizes",
    "One row per system and band of sizes of gold documents; needs that are split are left out.",
    (*SYSTEM_KEY, "band"),
    (
        *SYSTEM,
        Column("band", "text", "how many chunks the gold document has"),
        Column("needs", "whole", "needs of such documents", "needs"),
        Column(
            "document_RR",
            "number",
            "the mean of 1 / the rank of the gold document by its best unit; without bias it does "
            "not rise with the band",
            "0 to 1",
            missing="none is retrieved",
        ),
        Column(
            "in_document_RR",
            "number",
            "the mean of 1 / the rank of the gold unit in its document",
            "0 to 1",
            missing="none is retrieved",
        ),
        Column(
            "RR",
            "number",
            "the mean of 1 / the rank over all units",
            "0 to 1",
            missing="none is retrieved",
        ),
    ),
    for_people=True,
)
