"""The tables of what went in: documents, queries, evidence, chunks, their texts, files not read."""

from __future__ import annotations

from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.ranks import CHUNKER, NEED, QUERY

DOCUMENT: Final = Column("doc_id", "text", "the document: its path in the corpus")
WHOLE_DOCUMENT: Final = "the whole document is evidence"
NOT_WHOLE: Final = "some query is not read whole"
SOME_ORIGIN: Final = "some query says where it is from"
SOME_FILTER: Final = "some query says what it may see"
SOME_UNANSWERABLE: Final = "nothing answers some query"

DOCUMENTS: Final = Table(
    "documents",
    "One row per document.",
    ("doc_id",),
    (
        DOCUMENT,
        Column("title", "text", "its title"),
        Column("sha256", "text", "the sha256 of its text"),
        Column("characters", "whole", "the length of its text", "characters"),
        Column("metadata", "JSON", "its front matter, or the other keys of its record"),
    ),
)

QUERIES: Final = Table(
    "queries",
    "One row per query.",
    ("query_id",),
    (
        QUERY,
        Column("text", "text", "what is asked"),
        Column("tags", "text", "its tags, with a space between"),
        Column("needs", "whole", "its needs", "needs"),
        Column("repeats", "whole", "verbatim repeats that count as alternatives", "repeats"),
        Column("line", "whole", "its line in the query file; 0 where it has none", "lines"),
        Column("cluster", "text", "the cluster that chance moves it with"),
        Column("filter", "JSON", "what it may see; empty for all", optional=SOME_FILTER),
        Column("origin", "text", "where it is from, as `synthetic`", optional=SOME_ORIGIN),
        Column(
            "answerable",
            "yes/no",
            "something answers it; where not, it is in no mean",
            optional=SOME_UNANSWERABLE,
        ),
        Column("tokens", "whole", "its tokens", "tokens", optional=NOT_WHOLE),
        Column("read_tokens", "whole", "those read and known", "tokens", optional=NOT_WHOLE),
        Column("unknown_tokens", "whole", "those read and unknown", "tokens", optional=NOT_WHOLE),
        Column(
            "unread", "JSON", "the stretches that are not read", "characters", optional=NOT_WHOLE
        ),
    ),
)

EVIDENCE: Final = Table(
    "evidence",
    "One row per stretch of evidence, in the order of the queries; a need may name one twice.",
    (),
    (
        QUERY,
        NEED,
        DOCUMENT,
        Column("start", "whole", "where it begins", "characters", missing=WHOLE_DOCUMENT),
        Column("end", "whole", "where it ends", "characters", missing=WHOLE_DOCUMENT),
        Column("quote", "text", "its text"),
        Column("grade", "whole", "how relevant it is; 0 is not relevant"),
    ),
)

CHUNKS: Final = Table(
    "chunks",
    "One row per chunk.",
    ("chunker", "chunk_id"),
    (
        CHUNKER,
        Column("chunk_id", "text", "the chunk: document and place"),
        DOCUMENT,
        Column("start", "whole", "where it begins in the document", "characters"),
        Column("end", "whole", "where it ends", "characters"),
        Column("title", "text", "the document's title"),
        Column("section_path", "JSON", "the headings above its beginning"),
        Column("tokens", "whole", "the tokens of its own text", "tokens"),
        Column("continuation", "yes/no", "it begins inside its section, not at its head"),
    ),
)

TEXTS: Final = Table(
    "texts",
    "One row per chunk that a run shows, and representation: the string that is indexed.",
    ("chunker", "chunk_id", "representation"),
    (
        CHUNKER,
        Column("chunk_id", "text", "the chunk"),
        Column("representation", "text", "the representation, as the suite names it"),
        Column("text", "text", "what is indexed"),
        Column("body_start", "whole", "where the chunk's own text begins in it", "characters"),
        Column("body_end", "whole", "where that ends", "characters"),
        Column(
            "read_end",
            "whole",
            "the end of what the encoder reads of it",
            "characters",
            missing="the representation is not encoded",
        ),
        Column(
            "unread",
            "JSON",
            "stretches before `read_end` that are not read; empty where there are none",
            "characters",
            optional="some text has such a stretch",
        ),
    ),
)

SKIPPED: Final = Table(
    "skipped",
    "One row per file that was not read; names that cannot be shown may look alike.",
    (),
    (
        Column("path", "text", "the file"),
        Column("reason", "text", "why it was not read"),
        Column("characters", "whole", "its length", "characters", missing="not known"),
    ),
    for_people=True,
)
