"""The table that a decision is made of: which systems are first, in play, or ruled out."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import SYSTEM, SYSTEM_KEY
from goldrank.measuring.firsts import NEAR

TOO_FEW: Final = "fewer than 6 clusters"
THE_FIRST: Final = "the highest itself"

STANDINGS: Final = Table(
    "standings",
    "One row per system that is no reference, the highest MRR first: how sure it is that it is first. "
    "Resamples draw whole clusters of queries, the same ones for all systems.",
    SYSTEM_KEY,
    (
        *SYSTEM,
        Column("RR", "number", "the mean of RR over queries", "0 to 1", "MRR", "thousandth"),
        Column("RR_low", "number", "the low end of its 95 % interval", "0 to 1", missing=TOO_FEW),
        Column("RR_high", "number", "the high end", "0 to 1", missing=TOO_FEW),
        Column(
            "first",
            "number",
            "the share of resamples in which it has the highest MRR; those that tie share one",
            "share",
            format="percent",
        ),
        Column(
            "near_first",
            "number",
            f"the share of resamples in which its MRR is at most {NEAR:g} below the highest",
            "share",
            format="percent",
        ),
        Column("behind", "number", "how far its MRR is below the highest", "0 to 1"),
        Column(
            "behind_low",
            "number",
            "the low end of the 95 % interval of `behind`, corrected over all rows",
            missing=f"{THE_FIRST}; {TOO_FEW}",
        ),
        Column("behind_high", "number", "the high end", missing=f"{THE_FIRST}; {TOO_FEW}"),
        Column(
            "p_value",
            "number",
            "how often chance gives a difference as large, corrected over all rows",
            "0 to 1",
            missing=THE_FIRST,
        ),
        Column("ruled_out", "yes/no", "chance does not explain that it is below the highest"),
        Column(
            "queries_needed",
            "whole",
            "how many queries would tell it from the highest four times of five, were the difference "
            "the true one",
            "queries",
            missing=f"{THE_FIRST}; as high as the highest",
        ),
        Column(
            "median_tokens",
            "number",
            "the median of the tokens read up to the gold unit",
            "tokens",
            "tokens",
            "count",
            missing="half of the needs or more have no such number",
        ),
        Column("queries", "whole", "queries that the means are over", "queries"),
        Column("clusters", "whole", "their clusters", "clusters"),
    ),
    for_people=True,
)
