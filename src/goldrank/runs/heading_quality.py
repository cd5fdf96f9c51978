"""How much the headings of a corpus tell, before any query: its breadcrumbs' bits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from goldrank.diagnosis.tables import headings_of
from goldrank.progress import Progress
from goldrank.running.cutting import chunk_corpus
from goldrank.running.prepared import planned, prepare
from goldrank.suites.languages import stated_languages
from goldrank.suites.suite import Suite


@dataclass(frozen=True, slots=True)
class HeadingQuality:
    """`headings` has one row per chunker and section path, the least telling first."""

    headings: pd.DataFrame
    chunkers: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        return {"headings": json.loads(self.headings.to_json(orient="records"))}


def heading_quality(suite: Suite, cache_folder: Path, progress: Progress) -> HeadingQuality:
    """Chunk a suite's corpus and measure every section path; no vector is made."""
    prepared = planned(prepare(suite, progress), cache_folder)
    corpus, parts = prepared.corpus, prepared.parts
    stated = stated_languages(suite)
    tables = [
        headings_of(chunker.name, chunk_corpus(prepared, chunker), corpus, parts.tokenizer, stated)
        for chunker in parts.chunkers
    ]
    return HeadingQuality(pd.concat(tables, ignore_index=True), [c.name for c in parts.chunkers])
