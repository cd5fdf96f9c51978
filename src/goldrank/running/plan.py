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
from goldrank.corpus.corpus import Skipped
from goldrank.progress import Progress
from goldrank.running.cutting import chunk_corpus
from goldrank.running.estimate import Estimate, estimated
from goldrank.running.measured_encoder import smallest
from goldrank.running.prepared import Prepared, planned, prepare
from goldrank.suites.inputs import ask
from goldrank.suites.suite import Suite


@dataclass(frozen=True, slots=True)
class Plan:
    """The chunk plan. `sections` has one row per chunker, document and section that is cut.

    `window` is in content tokens, `window_source` says whether it was measured or declared.
    `remarks` say what was left out on purpose and what is doubtful in the documents, `estimates`
    what a run would send for money.
    """

    sections: pd.DataFrame
    skipped: Sequence[Skipped]
    window: int | None
    window_source: str
    queries: int | None
    remarks: Sequence[str] = ()
    estimates: Sequence[Estimate] = ()

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
            **(
                {"estimates": [each.to_json() for each in self.estimates]} if self.estimates else {}
            ),
        }


def plan_suite(suite: Suite, cache_folder: Path, progress: Progress) -> Plan:
    """Plan a suite: its corpus, its chunkers, and its queries where it has any."""
    prepared = prepare(suite, progress)
    corpus = prepared.corpus
    missing = [path for path in suite.query_paths if not path.exists()]
    there = bool(suite.query_paths) and not missing
    asked = [query.text for query in ask(suite, corpus)] if there else None
    prepared = planned(prepared, cache_folder)
    tables = [_sections(prepared, chunker) for chunker in prepared.parts.chunkers]
    sections = pd.concat(tables, ignore_index=True)
    remarks = [*corpus.remarks, *corpus.warnings]
    remarks += [f"no such query file yet: {path}" for path in missing]
    followed = smallest([prepared.reader(name) for name in prepared.parts.encoders])
    return Plan(
        sections,
        corpus.skipped,
        followed.limit,
        followed.limit_from,
        None if asked is None else len(asked),
        remarks,
        estimated(prepared, asked or [], cache_folder),
    )


def _sections(prepared: Prepared, chunker: Chunker) -> pd.DataFrame:
    corpus, chunks = prepared.corpus, chunk_corpus(prepared, chunker)
    texts = {document.doc_id: document.text for document in corpus.documents}
    counter = prepared.followed(chunker.name).encoder.counter
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
