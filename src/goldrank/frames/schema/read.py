"""The tables of what is read where a chunk ranks."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import NEED, QUERY, SYSTEM, SYSTEM_KEY

CONTEXT: Final = Column(
    "context", "text", "what is read, as the suite names it; `chunk` is the chunk"
)

SOME_CONTEXT: Final = "the suite names a context"

CONTEXTS: Final = Table(
    "contexts",
    "One row per system and context, where a suite names any: what is served at equal numbers of "
    "tokens read.",
    (*SYSTEM_KEY, "context"),
    (
        *SYSTEM,
        CONTEXT,
        Column(
            "context_tokens",
            "number",
            "the tokens of one, the mean over chunks",
            "tokens",
            label="context tokens",
            format="tenth",
        ),
        Column("needs", "whole", "needs", "needs"),
        Column(
            "healed",
            "whole",
            "needs that are split and that some context holds",
            "needs",
            format="count",
        ),
        Column(
            "served@{k}",
            "number",
            "the share of a query's needs whose evidence one context holds that is read within k "
            "tokens, the mean over queries; what is read twice is counted once",
            "share",
            label="{k} tokens",
            format="thousandth",
        ),
    ),
    for_people=True,
    optional=SOME_CONTEXT,
)

CONTEXT_NEEDS: Final = Table(
    "context_needs",
    "One row per system, context and need, where a suite names contexts.",
    (*SYSTEM_KEY, "context", "query_id", "need"),
    (
        *SYSTEM,
        CONTEXT,
        QUERY,
        NEED,
        Column("split", "yes/no", "no single chunk holds the evidence"),
        Column("holds", "yes/no", "some context holds it"),
        Column(
            "rank",
            "whole",
            "the rank of the first chunk whose context holds it",
            "rank",
            missing="not within the largest number of tokens",
        ),
        Column(
            "tokens",
            "whole",
            "the tokens that are read to its end",
            "tokens",
            missing="not within the largest number of tokens",
        ),
    ),
    optional=SOME_CONTEXT,
)
