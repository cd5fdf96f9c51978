"""The tables of an audit: classes of chunks, agreement, and what a header brings to each class."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table

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
