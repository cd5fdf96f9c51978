"""A run made to be gated: the light side of it, and where its queries stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldrank import __version__
from goldrank.corpus.corpus import Corpus
from goldrank.evidence.queries import read_queries
from goldrank.frames.rows import rows_of
from goldrank.gating.baseline import Baseline, baseline_of
from goldrank.gating.compared_needs import Shared
from goldrank.gating.old_judgments import as_judged
from goldrank.gating.reanchor import Anchored, anchor
from goldrank.gating.verdicts import Drift
from goldrank.measuring.clusters import clusters_by_document
from goldrank.progress import Progress
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.inputs import ask, wanted
from goldrank.suites.policy import described, stored_measures
from goldrank.suites.suite import Suite
from goldrank.types import Query

LIGHT = ("needs", "measurements", "coverage", "documents", "queries", "evidence")
"""The tables that a baseline is made of."""


@dataclass(frozen=True, slots=True)
class QueryPlace:
    """A query for people: its text, its tags, where it stands, and its cluster."""

    text: str
    tags: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class Gated:
    """A run made for the gate: the light side of it, its queries, and what was found again.

    `told` is what else is not as it was.
    """

    baseline: Baseline
    places: Mapping[str, QueryPlace]
    anchored: Anchored = field(default_factory=lambda: Anchored((), (), ()))
    told: tuple[Drift, ...] = ()


def as_judged_before(
    suite: Suite, before: Baseline, now: Gated, cache_folder: Path, progress: Progress | None
) -> Gated:
    """The same run under the judgments of the baseline; nothing is encoded again."""

    def asking(suite: Suite, corpus: Corpus) -> list[Query]:
        return as_judged(wanted(suite), corpus, before)

    run = run_light(suite, cache_folder, progress, asking)
    # Its clusters too: new evidence in one document for all would make one witness of them.
    return replace(now, baseline=light_baseline(run, suite), places=places_of(suite, run))


def run_light(
    suite: Suite,
    cache_folder: Path,
    progress: Progress | None = None,
    asking: Callable[[Suite, Corpus], list[Query]] | None = None,
) -> Run:
    """Run a suite for its gold ranks and coverage: the tables of `LIGHT`, the others empty."""
    return run_suite(suite, cache_folder, progress, 1, asking, LIGHT)


def light_baseline(run: Run, suite: Suite) -> Baseline:
    """The baseline of a run of `suite`, with all that its gate will ask for."""
    rule = suite.queries.cluster
    clusters = [] if rule == "document" else [f"clusters {rule}"]
    asked = [*described(suite.gate), *clusters]
    return baseline_of(run, __version__, stored_measures(suite.gate), asked)


def run_for_gate(
    suite: Suite, before: Baseline, cache_folder: Path, progress: Progress | None = None
) -> Gated:
    """Run a suite as lightly as a gate needs it; evidence that moved is found by its old quote."""
    found: list[Anchored] = []

    def asking(suite: Suite, corpus: Corpus) -> list[Query]:
        if _same_documents(before, corpus):
            return ask(suite, corpus)
        anchored = anchor(wanted(suite), corpus, before, not suite.queries.count_repeats)
        found.append(anchored)
        return list(anchored.queries)

    run = run_light(suite, cache_folder, progress, asking)
    light = light_baseline(run, suite)
    anchored = found[0] if found else Anchored((), (), ())
    return Gated(light, places_of(suite, run), anchored)


def places_of(suite: Suite, run: Run) -> dict[str, QueryPlace]:
    """Where each query stands: the file as the suite names it, and the line."""
    files = {
        query.query_id: query.source
        for path in suite.query_paths[1:]
        for query in read_queries(path)
    }
    first = str(suite.query_paths[0])
    return {
        row["query_id"]: QueryPlace(
            row["text"],
            tuple(row["tags"].split()),
            files.get(row["query_id"], first),
            int(row["line"]),
            row["cluster"],
        )
        for row in rows_of(run.queries)
    }


def clusters_of_gate(shared: Shared, places: Mapping[str, QueryPlace]) -> dict[str, str]:
    """The cluster of each shared query: as the run has it, else by the baseline's documents."""
    known = clusters_by_document(
        {
            query: [e.doc_id for need in shared.before.queries[query].needs for e in need]
            for query in shared.needs
        }
    )
    given = {query: place.cluster for query, place in places.items() if place.cluster}
    return {query: given.get(query, cluster) for query, cluster in known.items()}


def _same_documents(before: Baseline, corpus: Corpus) -> bool:
    now = {document.doc_id: document.sha256[:16] for document in corpus.documents}
    return now == dict(before.documents)
