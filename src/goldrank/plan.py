"""What a run would chunk, found with the tokenizer alone: no weights, no socket."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.continuation import is_continuation
from goldrank.corpus.corpus import Corpus, Skipped
from goldrank.cutting import budget_of, chunk_corpus
from goldrank.encoders.base import Encoder
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.declared import smallest_window
from goldrank.progress import Progress
from goldrank.suites.inputs import ask, read
from goldrank.suites.parts import Parts, make_parts
from goldrank.suites.suite import Suite
from goldrank.types import Document
from goldrank.window.measured import NOTE, Window, limit_of, note_of


@dataclass(frozen=True, slots=True)
class Plan:
    """The chunk plan. `sections` has one row per chunker, document and section that is cut.

    `window` is in content tokens, `window_source` says whether it was measured or declared.
    `remarks` say what was left out on purpose and what is doubtful in the documents.
    """

    sections: pd.DataFrame
    skipped: Sequence[Skipped]
    window: int | None
    window_source: str
    queries: int | None
    remarks: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        return {
            "window": self.window,
            "window_source": self.window_source,
            "queries": self.queries,
            "sections": json.loads(self.sections.to_json(orient="records")),
            "skipped": [
                {"path": s.path, "reason": s.reason, "characters": s.characters}
                for s in self.skipped
            ],
            "remarks": list(self.remarks),
        }


def plan_suite(suite: Suite, cache_folder: Path, progress: Progress) -> Plan:
    """Plan a suite: its corpus, its chunkers, and its queries where it has any."""
    parts = make_parts(suite)
    corpus = read(suite, progress)
    queries = len(ask(suite, corpus)) if suite.query_paths else None
    window, source = planned_window(parts.encoder, cache_folder, corpus.documents)
    tables = [_sections(chunker, corpus, parts, window, progress) for chunker in parts.chunkers]
    sections = pd.concat(tables, ignore_index=True)
    remarks = [*corpus.unread.remarks, *corpus.as_markup, *corpus.warnings]
    return Plan(sections, corpus.skipped, window, source, queries, remarks)


def planned_window(
    encoder: Encoder, cache_folder: Path, documents: Sequence[Document] = ()
) -> tuple[int | None, str]:
    """The window in content tokens: as measured earlier, else the smallest that is declared.

    That of an encoder without a tokenizer was measured on the texts of `documents`, in words.
    """
    with VectorCache.open(cache_folder, encoder.fingerprint) as cache:
        known = cache.note(note_of([d.text for d in documents])) or cache.note(NOTE)
    if known is not None:
        return limit_of(encoder, Window.from_json(known)), "measured"
    declared = smallest_window(encoder.declared_windows)
    content = None if declared is None else declared - encoder.special_tokens
    return content, "declared; bench window measures it"


def _sections(
    chunker: Chunker, corpus: Corpus, parts: Parts, window: int | None, progress: Progress
) -> pd.DataFrame:
    chunks = chunk_corpus(corpus, chunker, budget_of(parts.encoder, window), progress)
    texts = {document.doc_id: document.text for document in corpus.documents}
    counter = parts.encoder.counter
    rows = []
    for chunk in chunks:
        outline = corpus.outlines[chunk.doc_id]
        rows.append(
            {
                "chunker": chunker.name,
                "file": chunk.doc_id,
                "section": " > ".join(outline.path_at(chunk.start)),
                "tokens": counter.count(texts[chunk.doc_id][chunk.start : chunk.end]),
                "chunks": 1,
                "continuations": int(is_continuation(outline, chunk, texts[chunk.doc_id])),
            }
        )
    table = pd.DataFrame(rows)
    keys = ["chunker", "file", "section"]
    return table.groupby(keys, sort=False, as_index=False).sum()
