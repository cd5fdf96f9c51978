"""The table of what rankers that are known to a depth give of those that are known whole."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import SYSTEM, SYSTEM_KEY

FEW: Final = "too few clusters for any"
NOTHING: Final = "`exact` retrieves nothing for any query"

ENGINES: Final = Table(
    "engines",
    "One row per system that is known to a depth, and per ranker of the run that is known whole and "
    "reads the same: what it gives of that one's first units, and what it costs. Where both read "
    "vectors, `found` is the recall of the store's index.",
    (*SYSTEM_KEY, "exact"),
    (
        *SYSTEM,
        Column("exact", "text", "the ranker that it is held against", label="against"),
        Column("depth", "whole", "how deep it is known: k", "rank", label="k", format="count"),
        Column("queries", "whole", "queries with evidence", "queries"),
        Column("clusters", "whole", "clusters of them", "clusters"),
        Column(
            "found",
            "number",
            "the share of the first k of `exact` that is among its own, the mean over queries; what "
            "ties with the last of them is as good",
            "share",
            format="percent",
            missing=NOTHING,
        ),
        Column(
            "found_low",
            "number",
            "the low end of the 95 % interval of `found`, by redraws of clusters",
            "share",
            label="from",
            format="percent",
            missing=NOTHING,
        ),
        Column(
            "found_high",
            "number",
            "the high end",
            "share",
            label="to",
            format="percent",
            missing=NOTHING,
        ),
        Column("RR", "number", "its RR at k", "0 to 1", label="MRR@k", format="thousandth"),
        Column(
            "exact_RR",
            "number",
            "the RR at k of `exact`",
            "0 to 1",
            label="exact MRR@k",
            format="thousandth",
        ),
        Column("RR_change", "number", "`RR` less `exact_RR`", label="Δ exact", format="change"),
        Column(
            "RR_change_low",
            "number",
            "the low end of its 95 % interval, corrected over the rows of the table",
            label="Δ from",
            format="change",
            missing=FEW,
        ),
        Column(
            "RR_change_high",
            "number",
            "the high end",
            label="Δ to",
            format="change",
            missing=FEW,
        ),
        Column(
            "p_value",
            "number",
            "two-sided, of `RR_change`, corrected over the rows of the table",
            label="p",
            format="thousandth",
        ),
    ),
    for_people=True,
    optional="some ranker is known to a depth, and one that reads the same is known whole",
)
