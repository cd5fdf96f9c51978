"""What a run was made of, told apart: code, corpus, queries, encoder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from goldrank.chunkers.base import Chunker
from goldrank.corpus.corpus import Corpus
from goldrank.records.described import described_value
from goldrank.suites.parts import Parts
from goldrank.suites.suite import Suite
from goldrank.types import Chunk, Query


def fingerprints_of(
    suite: Suite,
    parts: Parts,
    corpus: Corpus,
    queries: Sequence[Query],
    window: int | None,
    chunks: Mapping[str, Sequence[Chunk]],
) -> dict[str, Any]:
    """One short fingerprint for each thing that can change between two runs.

    Chunkers and variants have one each, so that a comparison can say which of them changed. A
    chunker's is of its settings and the limit in force, which may be the encoder's `window` (in
    content tokens); `chunks` are what each made: how many, and a digest of their places.
    """
    rankers = parts.rankers
    return {
        "corpus": digest([(d.doc_id, d.sha256) for d in corpus.documents]),
        "queries": digest([_judged(query) for query in queries]),
        "encoder": parts.encoder.fingerprint if parts.dense_names() else "",
        "chunkers": {c.name: digest(_chunker(c, window)) for c in parts.chunkers},
        "chunks": {name: chunks_digest(mine) for name, mine in chunks.items()},
        "variants": {
            v.name: digest(
                [
                    _settings(parts.representations[v.dense]),
                    _settings(parts.representations[v.lexical]),
                ]
            )
            for v in parts.variants
        },
        "rankers": {r.name: r.fingerprint for r in (rankers.vector, rankers.bm25, rankers.rrf)},
        "gold": digest(
            [suite.gold.model_dump(), suite.unit, suite.document_vector, suite.lexical_unit]
        ),
    }


def digest(value: Any) -> str:
    """The first 16 hexadecimal digits of the sha256 of `value` as JSON."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def chunks_digest(chunks: Sequence[Chunk]) -> str:
    """How many chunks there are, and a digest of their places: two sets are the same or are not.

    >>> chunks_digest([Chunk("a.md", 0, 4)])
    '1 f0febb522e5ff0ee'
    """
    return f"{len(chunks)} {digest([chunk.chunk_id for chunk in chunks])}"


def _chunker(chunker: Chunker, window: int | None) -> list[Any]:
    limits = chunker.limits
    return [_settings(chunker), None if limits is None else limits.in_force(window)]


def _judged(query: Query) -> list[Any]:
    spans = [[(e.doc_id, e.quote, e.grade) for e in need.evidence] for need in query.needs]
    return [query.query_id, query.text, spans]


def _settings(part: Any) -> Any:
    """The settings of a part without its name; the same on every machine."""
    described = described_value(part)
    return {key: value for key, value in described.items() if key != "name"}
