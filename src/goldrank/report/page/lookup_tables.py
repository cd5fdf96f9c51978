"""A run's tables turned to what a page looks up: by query and system, units by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldrank.frames.systems import systems_of
from goldrank.rankers.graph import Graph
from goldrank.report.page.query_terms import Matcher, tokenizer_of, unread_bits
from goldrank.report.page.table_pass import (
    Listed,
    PageNeed,
    covers_of,
    diagnosis_names,
    lists_of,
    needs_of,
    sides_ahead,
)
from goldrank.report.page.units import UnitsShown, units_shown
from goldrank.runs.run import Run
from goldrank.tables.query_readings import unread_of
from goldrank.types import System


@dataclass(frozen=True, slots=True)
class Looked:
    """Everything that the page's table of needs and its details are made of.

    `representations` says for each system what its ranker reads. `lists` is by query and system,
    `sides` by query, need and system, `covers` by query, need and chunker.
    """

    systems: tuple[System, ...]
    representations: tuple[tuple[str, ...], ...]
    diagnoses: tuple[str, ...]
    needs: tuple[PageNeed, ...]
    units: UnitsShown
    lists: Mapping[tuple[str, int], Listed]
    sides: Mapping[tuple[str, int, int], tuple[int, ...]]
    covers: Mapping[tuple[str, int, str], tuple[int, ...]]
    terms: Mapping[str, tuple[str, ...]]
    common: frozenset[str]
    rankers: Graph


def looked(run: Run) -> Looked:
    """All lookups of `run`; nothing but its tables is read."""
    systems = tuple(systems_of(run.systems))
    at = {system: n for n, system in enumerate(systems)}
    units = units_shown(run)
    rankers = run.suite.ranker_graph
    matcher = Matcher(units, tokenizer_of(run.suite), run.suite.variants, rankers)
    read = tuple(tuple(matcher.representations(system)) for system in systems)
    queries = zip(run.queries.query_id, run.queries.text, strict=True)
    terms = {str(query_id): tuple(matcher.terms(str(text))) for query_id, text in queries}
    texts = dict(zip(run.queries.query_id, run.queries.text, strict=True))
    matcher.unread = {
        query_id: unread_bits(terms[query_id], str(texts[query_id]), spans, matcher.tokenizer)
        for query_id, spans in unread_of(run.queries).items()
    }
    names = diagnosis_names(run)
    return Looked(
        systems,
        read,
        tuple(names),
        tuple(needs_of(run, at, units, names)),
        units,
        lists_of(run, at, units, matcher, read, terms),
        sides_ahead(run, at),
        covers_of(run, units),
        terms,
        matcher.common(),
        rankers,
    )
