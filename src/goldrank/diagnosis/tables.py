"""The tables that a run keeps of its diagnosis."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.diagnosis.diagnose import diagnose
from goldrank.diagnosis.units import Units, units_of
from goldrank.gold import GoldNeed
from goldrank.indexing import Indexed
from goldrank.parts import Parts
from goldrank.ranking import Ranked
from goldrank.suite import Suite
from goldrank.types import Query, System


def diagnosis_tables(
    indexed: Indexed,
    corpus: Corpus,
    queries: Sequence[Query],
    gold: Sequence[GoldNeed],
    ranked: Mapping[System, Ranked],
    needs: pd.DataFrame,
    parts: Parts,
    suite: Suite,
) -> dict[str, pd.DataFrame]:
    """The tables `diagnoses`, `competitors` and `headings` of one chunker.

    `needs` is its table of needs; nothing here reads a query's tags.
    """
    tokenizer = parts.rankers.bm25.tokenizer
    units = units_of(indexed, corpus, suite.unit == "document", tokenizer)
    variants = dict(parts.systems_of(indexed.chunker))
    systems = {system: (variants[system], answers) for system, answers in ranked.items()}
    texts = {document.doc_id: document.text for document in corpus.documents}
    found = diagnose(units, systems, needs, gold, queries, texts, suite.found_at)
    return {
        "diagnoses": found.diagnoses,
        "competitors": found.competitors,
        "headings": headings_table(indexed.chunker, units),
    }


def headings_table(chunker: str, units: Units) -> pd.DataFrame:
    """One row per section path, the least telling first: its breadcrumb, chunks and bits.

    `alike` is how many chunks carry all its telling terms; `why` says what an empty one is made of.
    """
    rows: dict[tuple[str, tuple[str, ...]], dict[str, object]] = {}
    for n, place in enumerate(units.places):
        key = (place.doc_id, units.paths[n])
        if key in rows:
            rows[key]["chunks"] = int(str(rows[key]["chunks"])) + 1
            continue
        quality = units.quality[n]
        rows[key] = {
            "chunker": chunker,
            "doc_id": place.doc_id,
            "section_path": json.dumps(units.paths[n], ensure_ascii=False),
            "breadcrumb": units.breadcrumbs[n],
            "chunks": 1,
            "bits": quality.bits,
            "title_bits": quality.title_bits,
            "heading_bits": quality.heading_bits,
            "alike": quality.alike,
            "empty": quality.is_empty,
            "why": quality.why,
        }
    table = pd.DataFrame(list(rows.values()))
    return table.sort_values("bits", kind="stable", ignore_index=True)
