"""What a run was made of, told apart: code, corpus, queries, encoder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.user import UserChunker
from goldrank.corpus.corpus import Corpus
from goldrank.filters.sight import filter_text
from goldrank.rankers.pair_scores import OwnScorer
from goldrank.rankers.rerank import Rerank
from goldrank.rankers.search import Search
from goldrank.running.described import described_value
from goldrank.running.prepared import Prepared
from goldrank.suites.parts import Parts
from goldrank.types import Chunk, Document, Query

FILTERS = "filters"
"""The fingerprint of what queries may see, where a suite has rules."""

UNANSWERABLE = "unanswerable"
"""The fingerprint of the queries that nothing answers, where there are any."""


def fingerprints_of(
    prepared: Prepared,
    queries: Sequence[Query],
    chunks: Mapping[str, Sequence[Chunk]],
    built: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """One short fingerprint for each thing that can change between two runs.

    Chunkers and variants have one each, so that a comparison can say which of them changed. A
    chunker's is of its settings and the limit in force, which may be the encoder's window (in
    content tokens); `chunks` are what each made: how many, and a digest of their places. `built`
    has, by ranker, the digests of indexes that another build would make otherwise.
    """
    suite, parts, corpus = prepared.suite, prepared.parts, prepared.corpus
    code = code_of(parts)
    return {
        **({"code": code} if code else {}),
        "corpus": digest([_document(d) for d in corpus.documents]),
        **_converters(corpus),
        "queries": digest([_judged(query) for query in queries if query.answerable]),
        **_unanswerable(queries),
        **_filters(prepared, queries),
        "encoder": _encoders(parts),
        "chunkers": {
            c.name: digest(_chunker(c, prepared.followed(c.name).limit)) for c in parts.chunkers
        },
        "chunks": {name: chunks_digest(mine) for name, mine in chunks.items()},
        "variants": {
            v.name: digest(
                [
                    _settings(parts.representations[v.dense]),
                    _settings(parts.representations[v.lexical]),
                    *([v.encoder] if v.encoder else []),
                ]
            )
            for v in parts.variants
        },
        "rankers": {
            r.name: f"{r.fingerprint} built {built[r.name]}" if r.name in built else r.fingerprint
            for r in parts.rankers.values()
            if not r.is_reference
        },
        "gold": digest(
            [suite.gold.model_dump(), suite.unit, suite.document_vector, suite.lexical_unit]
        ),
    }


def encoder_fingerprints(parts: Parts) -> dict[str, Any]:
    """What `fingerprints_of` says of the encoder, before anything was read or encoded."""
    return {"encoder": _encoders(parts), "code": code_of(parts)}


def _encoders(parts: Parts) -> str:
    """The fingerprint of what encodes: the encoder's own, or a digest where there are several."""
    used = {name: parts.encoders[name].fingerprint for name in parts.encoding()}
    return used[""] if list(used) == [""] else digest(used) if used else ""


def changed_files(before: Mapping[str, Any], after: Mapping[str, Any], what: str) -> list[str]:
    """The user's own files of `what` that two runs' fingerprints tell apart.

    >>> old, new = ({"code": {"encoder": {"a.py": a, "b.py": "1"}}} for a in ("1", "2"))
    >>> changed_files(old, new, "encoder"), changed_files(old, {}, "encoder")
    (['a.py'], [])
    """
    old, new = (each.get("code", {}).get(what, {}) for each in (before, after))
    return sorted(f for f in {**old, **new} if old.get(f) != new.get(f)) if old and new else []


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
    described = [_settings(chunker), None if limits is None else limits.in_force(window)]
    if isinstance(chunker, UserChunker):
        # The module that holds the callable is described with it.
        rest = [
            [f.label, f.sha256]
            for f in chunker.files
            if not chunker.label.startswith(f.module + ":")
        ]
        described += [rest] if rest else []
        described += [chunker.version] if chunker.version else []
    return described


def code_of(parts: Parts) -> dict[str, dict[str, str]]:
    """The user's own files, by what they are part of: so that a change can be told by its file."""
    code = {
        f"encoder {name}".rstrip(): dict(parts.encoders[name].about.code)
        for name in parts.encoding()
    }
    for chunker in parts.chunkers:
        if isinstance(chunker, UserChunker):
            code[f"chunker {chunker.name}"] = {f.label: f.sha256 for f in chunker.files}
    for ranker in parts.rankers.values():
        if isinstance(ranker, Search):
            code[f"ranker {ranker.name}"] = {f.label: f.sha256 for f in ranker.files}
        elif isinstance(ranker, Rerank) and isinstance(ranker.scorer, OwnScorer):
            code[f"ranker {ranker.name}"] = {f.label: f.sha256 for f in ranker.scorer.files}
    return {
        what: {label: sha256[:16] for label, sha256 in files.items()}
        for what, files in code.items()
        if files
    }


def _document(document: Document) -> tuple[str, ...]:
    made = document.conversion
    return (document.doc_id, document.sha256, *([made.converter] if made else []))


def _converters(corpus: Corpus) -> dict[str, dict[str, str]]:
    """What converted the files of each suffix, with its versions: another is another corpus."""
    made = {
        PurePosixPath(d.doc_id).suffix.lower(): d.conversion.converter
        for d in corpus.documents
        if d.conversion is not None
    }
    return {"converters": made} if made else {}


def _unanswerable(queries: Sequence[Query]) -> dict[str, str]:
    """Apart from the judged queries: a gate asks nothing of these."""
    texts = [[query.query_id, query.text] for query in queries if not query.answerable]
    return {UNANSWERABLE: digest(texts)} if texts else {}


def _filters(prepared: Prepared, queries: Sequence[Query]) -> dict[str, str]:
    """The rules, what they read of each document, and what each query asks for."""
    filters = prepared.suite.filter
    if not filters:
        return {}
    fields = sorted({name for each in filters for name in each.fields})
    read = [
        [d.doc_id, {name: d.metadata[name] for name in fields if name in d.metadata}]
        for d in prepared.corpus.documents
    ]
    asked = [[query.query_id, filter_text(query.filter)] for query in queries]
    return {FILTERS: digest([[each.model_dump() for each in filters], read, asked])}


def _judged(query: Query) -> list[Any]:
    spans = [[(e.doc_id, e.quote, e.grade) for e in need.evidence] for need in query.needs]
    return [query.query_id, query.text, spans]


def _settings(part: Any) -> Any:
    """The settings of a part without its name; the same on every machine."""
    described = described_value(part)
    return {key: value for key, value in described.items() if key != "name"}
