"""The gate: a run against its committed baseline, and one verdict with an exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldrank import __version__
from goldrank.corpus.corpus import Corpus
from goldrank.evidence.queries import read_queries
from goldrank.gating.baseline import Baseline, baseline_of
from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.chance import Chance
from goldrank.gating.drift import drift_of
from goldrank.gating.judge import judge
from goldrank.gating.light_run import LightRun, run_light
from goldrank.gating.policy import Policy, policies_of, stored_measures
from goldrank.gating.reanchor import Anchored, anchor
from goldrank.gating.shared import Shared, check_encoder, shared_of
from goldrank.gating.verdicts import (
    Attribution,
    GateResult,
    PolicyResult,
    Verdict,
    WorseNeed,
    worst,
)
from goldrank.gating.words import said
from goldrank.measuring.clusters import clusters_by_document
from goldrank.measuring.exact import Standing
from goldrank.measuring.flips import RESAMPLES
from goldrank.progress import Progress
from goldrank.suites.inputs import ask, wanted
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import Suite
from goldrank.tables.rows import rows_of
from goldrank.types import Query


@dataclass(frozen=True, slots=True)
class Place:
    """A query for people: its text, its tags, where it stands, and its cluster."""

    text: str
    tags: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    cluster: str = ""


@dataclass(frozen=True, slots=True)
class Gated:
    """A run made for the gate: the light side of it, its queries, and what was found again."""

    baseline: Baseline
    places: Mapping[str, Place]
    anchored: Anchored = field(default_factory=lambda: Anchored((), (), ()))


def gate_suite(
    suite: Suite,
    baseline_path: Path,
    cache_folder: Path,
    progress: Progress | None = None,
    attribute: Callable[[Baseline, Gated], Sequence[Attribution]] | None = None,
) -> GateResult:
    """Run a suite and hold it against the baseline in `baseline_path`.

    `attribute` splits the change into parts (see `goldrank.gating.attribution`). Raises
    `GoldrankError` where something is missing (exit code 2) and `NotComparable` (3).
    """
    before = read_baseline(baseline_path)
    # Before anything is encoded: another encoder would cost minutes and end in the same error.
    parts = make_parts(suite)
    check_encoder(before, parts.encoder.fingerprint if parts.dense_names() else "")
    now = run_for_gate(suite, before, cache_folder, progress)
    policies = policies_of(suite.gate)
    result = gate(before, now, policies, str(baseline_path), suite.seed)
    if attribute is None:
        return result
    return said(result, attribute(before, now))


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
    light = baseline_of(run, __version__, stored_measures(suite.gate))
    anchored = found[0] if found else Anchored((), (), ())
    return Gated(light, places_of(suite, run), anchored)


def gate(
    before: Baseline,
    now: Gated,
    policies: Sequence[Policy],
    baseline_name: str = "",
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> GateResult:
    """The verdict on a run; it reads nothing and writes nothing."""
    shared = shared_of(before, now.baseline)
    tags = {query: place.tags for query, place in now.places.items()}
    chance = Chance(clusters_of_gate(shared, now.places), seed, resamples)
    results = judge(shared, policies, tags, chance)
    worse, better = changes(shared, _watched(policies, shared), now.places)
    result = GateResult(
        suite=before.suite,
        baseline=baseline_name,
        verdict=worst([one.verdict for one in results]),
        exit_code=exit_code(results),
        policies=tuple(results),
        worse=tuple(worse),
        better=better,
        drift=tuple(drift_of(before, now.baseline, now.anchored.moved)),
        moved=now.anchored.moved,
        left_out=tuple(now.anchored.gone) + _not_told(shared.left_out, now.anchored.gone),
        needs_compared=shared.count,
        attribution=(),
        sentences=(),
    )
    return said(result, ())


def exit_code(results: Sequence[PolicyResult]) -> int:
    """0 where nothing fails the build, 1 for a regression, 4 where only doubt does."""
    if any(one.verdict is Verdict.FAIL for one in results):
        return 1
    return 4 if any(one.fails_build for one in results) else 0


def changes(
    shared: Shared, systems: Sequence[str], places: Mapping[str, Place]
) -> tuple[list[WorseNeed], int]:
    """Every need that got worse, the largest loss first, and how many got better."""
    worse: list[tuple[float, WorseNeed]] = []
    better = 0
    for system in systems:
        for query, pairs in shared.standings(system).items():
            for (number, _), (old, new) in zip(shared.needs[query], pairs, strict=True):
                loss = _reciprocal(old) - _reciprocal(new)
                better += loss < 0
                left = old.window != "outside" and new.window == "outside"
                if loss > 0 or left:
                    place = places.get(query, Place(""))
                    worse.append((loss, _worse(system, query, number, old, new, place)))
    worse.sort(key=lambda pair: -pair[0])
    return [need for _, need in worse], better


def places_of(suite: Suite, run: LightRun) -> dict[str, Place]:
    """Where each query stands: the file as the suite names it, and the line."""
    files = {
        query.query_id: query.source
        for path in suite.query_paths[1:]
        for query in read_queries(path)
    }
    first = str(suite.query_paths[0])
    return {
        row["query_id"]: Place(
            row["text"],
            tuple(row["tags"].split()),
            files.get(row["query_id"], first),
            int(row["line"]),
            row["cluster"],
        )
        for row in rows_of(run.queries)
    }


def clusters_of_gate(shared: Shared, places: Mapping[str, Place]) -> dict[str, str]:
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


def _watched(policies: Sequence[Policy], shared: Shared) -> list[str]:
    known = shared.before.systems
    watched = {
        name for policy in policies if policy.kind != "corpus" for name in policy.systems(known)
    }
    return [name for name in known if name in watched]


def _worse(
    system: str, query: str, number: int, old: Standing, new: Standing, place: Place
) -> WorseNeed:
    return WorseNeed(
        system,
        query,
        number,
        old.rank,
        new.rank,
        old.words,
        new.words,
        place.text,
        place.file,
        place.line,
    )


def _not_told(lost: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    told = {sentence.partition(":")[0] for sentence in gone}
    return tuple(
        f"{name}: its evidence is another text now"
        for name in lost
        if name.partition(" ")[0] not in told
    )


def _reciprocal(standing: Standing) -> float:
    return 0.0 if standing.rank is None else 1.0 / standing.rank
