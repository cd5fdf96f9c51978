"""The tables of what vectors hold of a corpus."""

from __future__ import annotations

from typing import Final

from goldrank.frames.bounds import BOUND
from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.inputs import DOCUMENT
from goldrank.frames.schema.ranks import CHUNKER
from goldrank.frames.unknown import UNKNOWN_SHARE

ENCODED: Final = Column("variant", "text", "the first variant that encodes this representation")
BODY: Final = Column(
    "body_characters",
    "whole",
    "characters without front matter, heading lines and white space",
    "characters",
)
COVERED: Final = Column(
    "covered_characters", "whole", "those of them that some vector holds", "characters"
)

COVERAGE: Final = Table(
    "coverage",
    "One row per chunker and encoded representation: what its vectors hold of the corpus.",
    ("chunker", "variant"),
    (
        CHUNKER,
        ENCODED,
        Column("chunks", "whole", "chunks", "chunks", format="count"),
        Column(
            "inputs",
            "whole",
            "different inputs that the encoder sees after truncation",
            "inputs",
            label="different inputs",
            format="count",
        ),
        Column(
            "coverage",
            "number",
            "`covered_characters` of `body_characters`",
            "share",
            format="bounds",
            missing="there is no body",
        ),
        BODY,
        COVERED,
        Column("cut_chunks", "whole", "chunks that lose some of their own text", "chunks"),
        Column(
            "cut_rate",
            "number",
            "`cut_chunks` of `chunks`",
            "share",
            label="cut chunks",
            format="percent",
            missing="there is no chunk",
        ),
        Column(
            "prefix_tokens",
            "number",
            "the tokens of the prefix, the mean over chunks",
            "tokens",
            label="prefix tokens",
            format="tenth",
        ),
        Column(
            "prefix_share",
            "number",
            "`prefix_tokens` as a share of the window",
            "share",
            label="of window",
            format="percent",
            missing="the encoder has no window",
        ),
        Column(
            "pushed_out",
            "whole",
            "body characters that are read without the prefix and not with it",
            "characters",
            label="pushed out",
            format="count",
        ),
        Column(
            "similarity",
            "number",
            "the mean cosine between two chunks of one document",
            "−1 to 1",
            format="hundredth",
            missing="no document has two chunks",
        ),
        Column(
            UNKNOWN_SHARE,
            "number",
            "the share of the body that windows hold as the unknown token alone",
            "share",
            label="unknown",
            format="percent",
            optional="some of a body is unknown to the tokenizer",
        ),
        Column(
            BOUND,
            "number",
            "body characters that are not shown to be unread",
            "characters",
            missing="this representation's are known",
            optional="the encoder's tokens are not known",
        ),
    ),
    for_people=True,
)

DOCUMENT_COVERAGE: Final = Table(
    "document_coverage",
    "One row per chunker, encoded representation and document.",
    ("chunker", "variant", "doc_id"),
    (
        CHUNKER,
        ENCODED,
        DOCUMENT,
        BODY,
        COVERED,
        Column("share", "number", "the one of the other", "share", missing="there is no body"),
        Column("chunks", "whole", "its chunks", "chunks"),
        Column("cut_chunks", "whole", "those that lose some of their own text", "chunks"),
        Column("skipped", "yes/no", "the document could not be read"),
    ),
)

UNCOVERED: Final = Table(
    "uncovered",
    "One row per stretch of body text that no vector holds.",
    ("chunker", "variant", "doc_id", "start"),
    (
        CHUNKER,
        ENCODED,
        DOCUMENT,
        Column("start", "whole", "where it begins", "characters"),
        Column("end", "whole", "where it ends", "characters"),
        Column("text", "text", "its first 2,000 characters, white space folded"),
    ),
    for_people=True,
)
