"""Tables of what went in: documents, queries, their evidence, chunks, and what was not read."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd

from goldrank.chunkers.continuation import is_continuation
from goldrank.corpus.corpus import Corpus
from goldrank.filters.sight import filter_text
from goldrank.frames.answerable import ANSWERABLE
from goldrank.running.indexing import Indexed
from goldrank.tables.clusters import cluster_names
from goldrank.types import Query


def documents_table(corpus: Corpus) -> pd.DataFrame:
    """One row per document: id, title, sha256, characters, metadata as JSON."""
    return pd.DataFrame(
        {
            "doc_id": [d.doc_id for d in corpus.documents],
            "title": [d.title for d in corpus.documents],
            "sha256": [d.sha256 for d in corpus.documents],
            "characters": [len(d.text) for d in corpus.documents],
            "metadata": [
                json.dumps(dict(d.metadata), ensure_ascii=False, sort_keys=True, default=str)
                for d in corpus.documents
            ],
        }
    )


def queries_table(queries: Sequence[Query], cluster: str = "document") -> pd.DataFrame:
    """One row per query: id, text, tags, needs, verbatim repeats that count as alternatives, cluster."""
    clusters = cluster_names(queries, cluster)
    table = pd.DataFrame(
        {
            "query_id": [q.query_id for q in queries],
            "text": [q.text for q in queries],
            "tags": [" ".join(q.tags) for q in queries],
            "needs": [len(q.needs) for q in queries],
            "repeats": [sum(need.repeats for need in q.needs) for q in queries],
            "line": [q.line or 0 for q in queries],
            "cluster": [clusters[q.query_id] for q in queries],
        }
    )
    if any(q.origin for q in queries):
        table["origin"] = [q.origin for q in queries]
    if any(q.filter for q in queries):
        table["filter"] = [filter_text(q.filter) for q in queries]
    answerable = [q.answerable for q in queries]
    return table if all(answerable) else table.assign(**{ANSWERABLE: answerable})


def evidence_table(queries: Sequence[Query]) -> pd.DataFrame:
    """One row per evidence span of every need: document, place, quote, grade."""
    rows = [
        (q.query_id, number, e.doc_id, e.start, e.end, e.quote, e.grade)
        for q in queries
        for number, need in enumerate(q.needs)
        for e in need.evidence
    ]
    columns = ["query_id", "need", "doc_id", "start", "end", "quote", "grade"]
    table = pd.DataFrame(rows, columns=columns)
    return table.astype({"start": "Int64", "end": "Int64"})


def chunks_table(indexed: Indexed, corpus: Corpus, tokens: Sequence[int]) -> pd.DataFrame:
    """One row per chunk: place, section path, title, tokens, whether it continues its section."""
    titles = {d.doc_id: d.title for d in corpus.documents}
    outlines = corpus.outlines
    texts = {d.doc_id: d.text for d in corpus.documents}
    chunks = indexed.chunks
    return pd.DataFrame(
        {
            "chunker": indexed.chunker,
            "chunk_id": [c.chunk_id for c in chunks],
            "doc_id": [c.doc_id for c in chunks],
            "start": [c.start for c in chunks],
            "end": [c.end for c in chunks],
            "title": [titles[c.doc_id] for c in chunks],
            "section_path": [
                json.dumps(outlines[c.doc_id].path_at(c.start), ensure_ascii=False) for c in chunks
            ],
            "tokens": list(tokens),
            "continuation": [
                is_continuation(outlines[c.doc_id], c, texts[c.doc_id]) for c in chunks
            ],
        }
    )


def skipped_table(corpus: Corpus) -> pd.DataFrame:
    """One row per file that was not read: why, and how many characters where that is known."""
    rows = [(s.path, s.reason, s.characters) for s in corpus.skipped]
    table = pd.DataFrame(rows, columns=["path", "reason", "characters"])
    return table.astype({"characters": "Int64"})
