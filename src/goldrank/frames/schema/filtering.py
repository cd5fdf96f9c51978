"""The tables of what queries may see: how much, what of the gold is hidden, and what order loses."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.inputs import DOCUMENT
from goldrank.frames.schema.ranks import CHUNKER, NEED, QUERY, SYSTEM, SYSTEM_KEY

SOME: Final = "some query says what it may see"

FILTERS: Final = Table(
    "filters",
    "One row per chunker, query with a filter and key of it, and one for all its keys together, "
    "under an empty name: how much is left.",
    ("chunker", "query_id", "filter"),
    (
        CHUNKER,
        QUERY,
        Column("filter", "text", "the `[[filter]]`; empty for all of the query's together"),
        Column("asked", "JSON", "what the query says"),
        Column("documents", "whole", "the documents that fit", "documents", format="count"),
        Column("units", "whole", "the ranked units that fit", "units", format="count"),
        Column("selectivity", "number", "their share of all units", "share", format="percent"),
    ),
    for_people=True,
    optional=SOME,
)

FILTERING: Final = Table(
    "filtering",
    "One row per system that ranks every unit, over the queries with a filter: what it finds among "
    "the allowed, and what it would find if its first k units were filtered afterwards. Rerankers "
    "are left out, which would have to read what a query may not see.",
    SYSTEM_KEY,
    (
        *SYSTEM,
        Column("queries", "whole", "queries with a filter and gold", "queries", format="count"),
        Column("needs", "whole", "their needs that a unit holds", "needs", format="count"),
        Column(
            "found@{k}",
            "whole",
            "needs found in the first k where ranks are counted among the allowed",
            "needs",
            label="found {k}",
            format="count",
        ),
        Column(
            "found_after@{k}",
            "whole",
            "needs found in what a filter leaves of the first k of everything",
            "needs",
            label="after {k}",
            format="count",
        ),
        Column(
            "lost@{k}",
            "whole",
            "needs of `found@{k}` that are not found then",
            "needs",
            label="lost {k}",
            format="count",
        ),
        Column(
            "left@{k}",
            "number",
            "the share of k places, or of as many as filtering before ranking fills, that are filled "
            "then, the mean over queries",
            "share",
            label="left {k}",
            format="percent",
            missing="it retrieves nothing for any query",
        ),
    ),
    for_people=True,
    optional=SOME,
)

HIDDEN: Final = Table(
    "hidden",
    "One row per need and document with evidence that the need's own query may not see, and rule "
    "that hides it: an error of data. Such evidence is no gold, and its text stands nowhere.",
    ("query_id", "need", "doc_id", "filter"),
    (
        QUERY,
        NEED,
        DOCUMENT,
        Column("filter", "text", "the `[[filter]]` that it does not fit"),
        Column(
            "why",
            "text",
            "`another value`, `not said`, `not yet in force`, `no longer in force`, or `superseded`: "
            "a later revision of its series is in force",
        ),
        Column("other_evidence", "yes/no", "the need has evidence that the query may see"),
    ),
    for_people=True,
    optional="a filter hides evidence of its own query",
)
