"""The gate: a run against its committed baseline, and one verdict with an exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.baseline_file import read_baseline
from goldrank.gating.chance import Resampling
from goldrank.gating.compared_needs import Shared, check_comparable, check_encoder, shared_of
from goldrank.gating.drift import drift_of
from goldrank.gating.enough_compared import check_enough
from goldrank.gating.gated_run import (
    Gated,
    QueryPlace,
    as_judged_before,
    clusters_of_gate,
    run_for_gate,
)
from goldrank.gating.judge import judge
from goldrank.gating.judgments import refuse_or_say, rejudged
from goldrank.gating.verdicts import (
    Attribution,
    GateResult,
    OtherSystem,
    PolicyResult,
    Verdict,
    WorseNeed,
    worst,
)
from goldrank.gating.words import said
from goldrank.measuring.exact import Standing, exact_mean, query_value
from goldrank.measuring.flips import RESAMPLES
from goldrank.measuring.measures import Measure
from goldrank.progress import Progress
from goldrank.running.fingerprints import encoder_fingerprints
from goldrank.suites.parts import make_parts
from goldrank.suites.policy import Policy, policies_of
from goldrank.suites.suite import Suite


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a gate takes that it refuses by default: judgments made anew, an edited baseline."""

    judgments: bool = False
    edited: bool = False


def gate_suite(
    suite: Suite,
    baseline_path: Path,
    cache_folder: Path,
    progress: Progress | None = None,
    attribute: Callable[[Baseline, Gated], Sequence[Attribution]] | None = None,
    accepted: Accepted | None = None,
) -> GateResult:
    """Run a suite and hold it against the baseline in `baseline_path`.

    `attribute` splits the change into parts (see `goldrank.gating.attribution`). Raises
    `GoldrankError` where something is missing (exit code 2) and `NotComparable` (3).
    """
    accepted = accepted or Accepted()
    before = read_baseline(baseline_path, accepted.edited)
    # Before anything is encoded: another encoder would cost minutes and end in the same error.
    parts = make_parts(suite)
    check_encoder(before, encoder_fingerprints(parts))
    now = run_for_gate(suite, before, cache_folder, progress)
    check_comparable(before, now.baseline)
    if changed := rejudged(before, now.baseline):
        again = as_judged_before(suite, before, now, cache_folder, progress)
        drift = refuse_or_say(changed, before, again.baseline, now.baseline, accepted.judgments)
        now = replace(again, told=(drift,))
    policies = policies_of(suite.gate, suite.ranker_graph)
    result = gate(before, now, policies, str(baseline_path), suite.seed)
    if attribute is None:
        return result
    return said(result, attribute(before, now))


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
    # A query that was in a policy stays in it, whatever its tags are now.
    known = {} if before.tags is None else {q: before.tags.get(q, ()) for q in before.queries}
    tags = {query: place.tags for query, place in now.places.items()} | known
    check_enough(shared, policies, tags)
    chance = Resampling(clusters_of_gate(shared, now.places), seed, resamples)
    results = judge(shared, policies, tags, chance)
    if not results:
        raise GoldrankError("the gate has nothing to judge: no policy is about any system")
    watched = _watched(policies, shared)
    worse, better = changes(shared, watched, now.places)
    result = GateResult(
        suite=before.suite,
        baseline=baseline_name,
        verdict=worst([one.verdict for one in results]),
        exit_code=exit_code(results),
        policies=tuple(results),
        worse=tuple(worse),
        better=better,
        drift=(*now.told, *drift_of(before, now.baseline, now.anchored.moved)),
        moved=now.anchored.moved,
        left_out=tuple(now.anchored.gone) + _not_told(shared.left_out, now.anchored.gone),
        needs_compared=shared.count,
        attribution=(),
        sentences=(),
        others=_others(shared, watched, policies),
    )
    return said(result, ())


def exit_code(results: Sequence[PolicyResult]) -> int:
    """0 where nothing fails the build, 1 for a regression, 4 where only doubt does."""
    if any(one.verdict is Verdict.FAIL for one in results):
        return 1
    return 4 if any(one.fails_build for one in results) else 0


def changes(
    shared: Shared, systems: Sequence[str], places: Mapping[str, QueryPlace]
) -> tuple[list[WorseNeed], int]:
    """Every need that got worse, the largest loss first, and how many got better."""
    worse: list[tuple[float, WorseNeed]] = []
    better = 0
    for system in systems:
        for query, pairs in shared.standings(system).items():
            for (number, _), (old, new) in zip(shared.needs[query], pairs, strict=True):
                loss = old.reciprocal - new.reciprocal
                better += loss < 0
                left = old.window != "outside" and new.window == "outside"
                if loss > 0 or left:
                    place = places.get(query, QueryPlace(""))
                    worse.append((loss, _worse(system, query, number, old, new, place)))
    worse.sort(key=lambda pair: -pair[0])
    return [need for _, need in worse], better


def _watched(policies: Sequence[Policy], shared: Shared) -> list[str]:
    known = shared.before.systems
    watched = {
        name for policy in policies if policy.kind != "corpus" for name in policy.systems(known)
    }
    return [name for name in known if name in watched]


def _others(
    shared: Shared, watched: Sequence[str], policies: Sequence[Policy]
) -> tuple[OtherSystem, ...]:
    """The MRR of each system that no policy is about; reference rankers are no one's."""
    names = [name for name in shared.before.systems if name not in watched]
    return tuple(
        OtherSystem(name, *(exact_mean(values) for values in _reciprocal_ranks(shared, name)))
        for name in names
        if not any(policy.is_reference(name) for policy in policies)
    )


def _reciprocal_ranks(shared: Shared, system: str) -> tuple[list[Fraction], list[Fraction]]:
    """RR of each shared query, as it was and as it is."""
    measure = Measure("RR")
    pairs = shared.standings(system).values()
    old = [query_value(measure, [was for was, _ in needs]) for needs in pairs]
    return old, [query_value(measure, [now for _, now in needs]) for needs in pairs]


def _worse(
    system: str, query: str, number: int, old: Standing, new: Standing, place: QueryPlace
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
