"""The tables of why needs fail, what stands ahead of them, and what to change."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from goldrank.frames.schema.columns import Column, Table
from goldrank.frames.schema.inputs import DOCUMENT
from goldrank.frames.schema.ranks import CHUNKER, NEED, NEED_KEY, QUERY, SYSTEM, SYSTEM_KEY

HELD: Final = "the need is split"


def _ahead(which: str, meaning: str) -> Column:
    return Column(f"ahead_{which}", "whole", f"chunks ahead {meaning}", "chunks", missing=HELD)


DIAGNOSES: Final = Table(
    "diagnoses",
    "One row per system and need: why it is not found, and what is known of it.",
    NEED_KEY,
    (
        *SYSTEM,
        QUERY,
        NEED,
        Column("diagnosis", "text", "the first cause that holds; `found` where it is found"),
        Column("holds", "text", "every cause that holds"),
        Column("twin", "text", "the twin that ranks first, a unit; empty for none"),
        Column("shared", "text", "telling terms of the query that the indexed text has"),
        Column("other_forms", "text", "those that it has in another form only"),
        Column("only_in_header", "text", "those that only the header has"),
        Column("parts", "JSON", "for a split need, the units that hold parts of it"),
        Column("cover", "JSON", "for a split need, the fewest units that hold all that any hold"),
        Column("cover_ranks", "JSON", "where those rank"),
        Column(
            "cover_share", "number", "how much of the evidence they hold", "share", missing="not split"
        ),
        Column(
            "unread", "number", "the share of the evidence that the vector did not read", "share",
            missing=HELD,
        ),
        Column(
            "unknown", "number", "that of it which the tokenizer does not know", "share",
            missing=HELD,
        ),
        Column(
            "query_read", "number", "the share of the query's tokens that are read", "share",
            missing=HELD,
        ),
        Column(
            "query_unknown", "number", "the share of them that are unknown", "share", missing=HELD
        ),
        Column("breadcrumb_bits", "number", "what the breadcrumb tells", "bits", missing=HELD),
        Column("twin_rank", "whole", "the rank of `twin`", "rank", missing="there is none"),
        Column("twins_ahead", "whole", "twins ahead of the gold chunk", "chunks", missing=HELD),
        Column(
            "document_first", "whole", "the rank of the first unit of a gold document", "rank",
            missing="none is retrieved, or the need is split",
        ),
        _ahead("topic", "that match the query's topic only"),
        _ahead("predicate", "that match its predicate only"),
        _ahead("both", "that match both"),
        _ahead("neither", "that match neither"),
        _ahead("alike", "whose breadcrumb tells all that the gold chunk's does"),
        Column(
            "stemmed_rank", "whole", "the rank by the same words, stemmed", "rank",
            missing="not diagnosed as a word form",
        ),
        Column("language", "text", "the language that function words are of; empty: not known"),
        Column("repair", "text", "what gave the best rank in this run; empty: nothing was tried"),
        Column(
            "repaired_rank", "whole", "that rank", "rank", missing="nothing was tried, or not retrieved"
        ),
        Column("repairs_tried", "whole", "how many repairs this run tried on it", "systems"),
    ),
)  # fmt: skip

COMPETITORS: Final = Table(
    "competitors",
    "One row per system, need and unit ahead of its gold chunk: the first ten.",
    (*NEED_KEY, "rank"),
    (
        *SYSTEM,
        QUERY,
        NEED,
        Column("rank", "whole", "its rank", "rank"),
        Column("chunk_id", "text", "the unit"),
        Column("side", "text", "which half of the query it matches: topic, predicate, both, neither"),
        Column("topic_terms", "text", "the terms of the topic that it has"),
        Column("predicate_terms", "text", "the terms of the predicate that it has"),
        Column("to_section", "number", "its cosine with the gold chunk's section", "−1 to 1",
               missing="no vector is made"),
        Column("to_text", "number", "its cosine with the gold chunk's text", "−1 to 1",
               missing="no vector is made"),
        Column("twin", "yes/no", "it is nearly the gold chunk's text"),
        Column("alike", "yes/no", "its breadcrumb tells all that the gold chunk's does"),
    ),
)  # fmt: skip

HEADINGS: Final = Table(
    "headings",
    "One row per chunker, document and section path, the least telling first.",
    ("chunker", "doc_id", "section_path"),
    (
        CHUNKER,
        replace(DOCUMENT, label="file"),
        Column("section_path", "JSON", "the headings above"),
        Column("breadcrumb", "text", "what the chunks under it are headed with"),
        Column("chunks", "whole", "chunks under it", "chunks"),
        Column("bits", "number", "what its breadcrumb tells", "bits", format="hundredth"),
        Column("title_bits", "number", "what the title tells", "bits"),
        Column("heading_bits", "number", "what the headings add", "bits"),
        Column("alike", "whole", "chunks that carry all its telling terms", "chunks"),
        Column("empty", "yes/no", "it tells less than one bit"),
        Column("why", "text", "what an empty one is made of"),
    ),
)

ADVICE: Final = Table(
    "advice",
    "One row per system and change that its failures ask for, the commonest symptom first.",
    (*SYSTEM_KEY, "place"),
    (
        *SYSTEM,
        Column("place", "whole", "its place in the list, from 1"),
        Column("change", "text", "the change, in a word"),
        Column("needs", "whole", "failures that show the symptom", "needs"),
        Column("bound", "whole", "the most that it can win", "needs", missing="not known"),
        Column("failures", "whole", "failures of the system", "needs"),
        Column("what", "text", "what to do, and why"),
        Column("tried", "text", "what another system of the run makes of these needs"),
    ),
)

SIZE_LEANS: Final = Table(
    "size_leans",
    "One row per system: whether documents of many chunks rank first.",
    SYSTEM_KEY,
    (
        *SYSTEM,
        Column(
            "size_lean",
            "number",
            "the chunks of the first ten documents over those of all; 1 is no lean",
            missing="nothing is retrieved",
        ),
    ),
)
