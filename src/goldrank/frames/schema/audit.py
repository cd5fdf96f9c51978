"""The tables of an audit: classes of chunks, agreement, and what a header brings to each class."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import RANKER

CLASS: Final = Column("class", "text", "the class of chunks")
NOT_GOOD: Final = "the rule knows not the language, or agrees too little with the reader"
SIMULTANEOUS: Final = "those of all classes hold together in 95 % of samples"

CLASSES: Final = Table(
    "audit_classes",
    "One row per class: how many chunks of the sample are of it, and what that says of all chunks.",
    ("class",),
    (
        CLASS,
        Column("read", "whole", "the chunks that were read as it", "chunks", format="count"),
        Column("share", "number", "their share of those that were read", "share", format="percent"),
        Column(
            "share_low",
            "number",
            f"the low end of its interval; {SIMULTANEOUS}",
            "share",
            label="share from",
            format="percent",
        ),
        Column("share_high", "number", "the high end", "share", label="share to", format="percent"),
        Column(
            "guessed",
            "whole",
            "how many of all chunks the rule calls so",
            "chunks",
            format="count",
            missing="the rule does not know the language",
        ),
        Column(
            "corrected",
            "number",
            "the share of all chunks by the rule's labels, corrected by its errors on the sample",
            "share",
            format="percent",
            missing=NOT_GOOD,
        ),
        Column(
            "corrected_low",
            "number",
            f"the low end of its interval; {SIMULTANEOUS}",
            "share",
            label="corrected from",
            format="percent",
            missing=NOT_GOOD,
        ),
        Column(
            "corrected_high",
            "number",
            "the high end",
            "share",
            label="corrected to",
            format="percent",
            missing=NOT_GOOD,
        ),
        Column(
            "chunks",
            "whole",
            "how many chunks that is; they sum to all chunks",
            "chunks",
            format="count",
            missing=NOT_GOOD,
        ),
    ),
)

AGREEMENT: Final = Table(
    "audit_agreement",
    "One row per class of the first reader, or of the rule: how many chunks the second put where.",
    ("class",),
    (
        CLASS,
        *(
            Column(name, "whole", f"chunks that the second calls {name}", "chunks", format="count")
            for name in ("pronoun", "imperative", "list-item", "underspecified", "named", "twin")
        ),
    ),
)

HEADER: Final = Column("header", "text", "the representation, or `forty tokens`")
FEW: Final = "too few clusters for any"

GAINS: Final = Table(
    "audit_gains",
    "One row per header, what it is held against, class and ranker: how the needs whose gold chunk "
    "is of that class rank before and after.",
    ("header", "against", "class", "ranker"),
    (
        HEADER,
        Column("against", "text", "what it is held against: `raw`, or the shorter header"),
        CLASS,
        RANKER,
        Column("needs", "whole", "the needs", "needs", format="count"),
        Column("clusters", "whole", "clusters of them", "clusters"),
        Column(
            "RR_before",
            "number",
            "their RR under `against`",
            "0 to 1",
            label="MRR before",
            format="thousandth",
        ),
        Column(
            "RR_after",
            "number",
            "their RR under `header`",
            "0 to 1",
            label="MRR after",
            format="thousandth",
        ),
        Column(
            "RR_change", "number", "`RR_after` less `RR_before`", label="Δ header", format="change"
        ),
        Column(
            "RR_change_low",
            "number",
            "the low end of its 95 % interval, corrected over the rows of the table",
            label="Δ from",
            format="change",
            missing=FEW,
        ),
        Column(
            "RR_change_high", "number", "the high end", label="Δ to", format="change", missing=FEW
        ),
        Column(
            "p_value",
            "number",
            "two-sided, of `RR_change`, corrected over the rows of the table",
            label="p",
            format="thousandth",
        ),
        Column(
            "rank_before",
            "number",
            "the median rank under `against`",
            "rank",
            label="median before",
            format="tenth",
            missing="half of the needs or more are not retrieved",
        ),
        Column(
            "rank_after",
            "number",
            "the median rank under `header`",
            "rank",
            label="median after",
            format="tenth",
            missing="as `rank_before`",
        ),
        Column("higher", "whole", "needs that rank higher with it", "needs", format="count"),
        Column("lower", "whole", "needs that rank lower with it", "needs", format="count"),
    ),
)

COSTS: Final = Table(
    "audit_costs",
    "One row per header and class: what it takes of the windows of the chunks.",
    ("header", "class"),
    (
        HEADER,
        CLASS,
        Column("chunks", "whole", "the chunks", "chunks", format="count"),
        Column(
            "prefix_tokens",
            "number",
            "the tokens of the header, the mean over chunks",
            "tokens",
            label="prefix tokens",
            format="tenth",
        ),
        Column(
            "pushed_out",
            "whole",
            "characters, white space apart, that are read raw and not with the header",
            "characters",
            label="pushed out",
            format="count",
        ),
        Column(
            "cut_share",
            "number",
            "the share of the chunks that lose some",
            "share",
            label="cut by it",
            format="percent",
        ),
    ),
)
