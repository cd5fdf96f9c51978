"""Every table of a run, and of an audit: its rows, its key and its columns.

`docs/tables.md` is written from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from goldrank.frames.schema import (
    answerability,
    audit,
    compared,
    diagnosis,
    engines,
    filtering,
    inputs,
    ranks,
    read,
    spans,
    standings,
    window,
)
from goldrank.frames.schema.columns import Column, Format, Table

SCHEMA: Final[Mapping[str, Table]] = {
    table.name: table
    for table in (
        ranks.SYSTEMS,
        ranks.NEEDS,
        ranks.GOLD,
        ranks.MEASUREMENTS,
        window.COVERAGE,
        window.DOCUMENT_COVERAGE,
        window.UNCOVERED,
        inputs.CHUNKS,
        inputs.DOCUMENTS,
        inputs.QUERIES,
        inputs.EVIDENCE,
        ranks.TOP,
        inputs.SKIPPED,
        diagnosis.DIAGNOSES,
        diagnosis.COMPETITORS,
        diagnosis.HEADINGS,
        diagnosis.SIZE_LEANS,
        diagnosis.ADVICE,
        compared.FUSION,
        compared.FUSION_COUNTS,
        compared.GAINS,
        standings.STANDINGS,
        compared.DOCUMENT_SIZES,
        answerability.TOP_SCORES,
        answerability.ANSWERABILITY,
        answerability.REFUSALS,
        read.CONTEXTS,
        read.CONTEXT_NEEDS,
        engines.ENGINES,
        filtering.FILTERS,
        filtering.FILTERING,
        filtering.HIDDEN,
        spans.SPANS,
        spans.SPAN_QUERIES,
        inputs.TEXTS,
    )
}

AUDIT: Final[Mapping[str, Table]] = {
    table.name: table for table in (audit.CLASSES, audit.AGREEMENT, audit.GAINS, audit.COSTS)
}
"""The tables of an audit, which are of no run's folder."""

__all__ = ["AUDIT", "SCHEMA", "Column", "Format", "Table"]
