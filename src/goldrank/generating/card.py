"""The card of a made corpus: what it is for, and what it must not be read as."""

from __future__ import annotations

from goldrank.generating.corpus import TAGS, Asked


def card(asked: Asked) -> str:
    """The README.md beside the corpus: how it was made, and that it is for tests of scale only."""
    return f"""# A made corpus, for tests of scale only

`bench synth --chunks {asked.chunks} --queries {asked.queries} --seed {asked.seed}` wrote it: {asked.documents:,} documents and {asked.queries:,} questions, put together from lists of words by chance. The same command writes the same bytes.

**Nothing that a system scores here says how well it searches.** The texts are templates, the questions name the subjects in the words of the headings, and their figures mean nothing. Use it to measure time, memory and bytes, and to see that a run of this size ends.

Each document has one section for each phenomenon of the bundled handbook, and the questions take turns: {", ".join(TAGS)}. Every question says `origin = "synthetic"`, so tables can be split by it and a run warns of it. The number of chunks is that of the default chunker with a window of 256 tokens, to within a few in a hundred.
"""


def suite(asked: Asked) -> str:
    """A suite beside it that runs as it stands."""
    return f"""# A made corpus, for tests of scale only: see README.md.
name = "synth-{asked.chunks}"
rankers = ["vector", "bm25", "rrf"]

[corpus]
path = "corpus"

[queries]
path = "queries.jsonl"

[[chunker]]
name = "heading"
kind = "heading"
include_heading = false

[[variant]]
name = "raw"
representation = "raw"

[[variant]]
name = "breadcrumb"
representation = "breadcrumb"
"""
