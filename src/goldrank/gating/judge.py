"""Verdicts: each policy on each system, decided on exact numbers and, where asked, on chance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.policy import Policy
from goldrank.gating.shared import SAVE_AGAIN, Shared
from goldrank.gating.verdict_words import sentence_of
from goldrank.gating.verdicts import NotComparable, PolicyResult, Verdict
from goldrank.measuring.exact import Standing, exact_mean, from_ranks, query_value
from goldrank.measuring.measures import Measure
from goldrank.measuring.stats import (
    RESAMPLES,
    detectable,
    holm,
    paired_interval,
    queries_needed,
    randomization_p,
)

Tags = Mapping[str, Sequence[str]]
Values = list[Fraction | None]


@dataclass(frozen=True, slots=True)
class Measured:
    """One policy on one system, before chance is asked.

    `before` and `after` hold a value for each shared query (one value where the corpus is
    counted), `None` where there is no number; `now` is the value that a floor is held against.
    """

    policy: Policy
    system: str
    before: Values
    after: Values
    now: Fraction | None

    @property
    def means(self) -> tuple[Fraction | None, Fraction | None]:
        """Both means; `None` where a value is missing: NaN is never averaged away."""
        return _mean(self.before), _mean(self.after)

    @property
    def drop(self) -> Fraction | None:
        """How much worse it got."""
        before, after = self.means
        if before is None or after is None:
            return None
        return before - after if self.policy.more_is_better else after - before

    @property
    def differences(self) -> list[float]:
        """After less before, for each query."""
        pairs = zip(self.before, self.after, strict=True)
        return [float((b or 0) - (a or 0)) * -1.0 + 0.0 for b, a in pairs]

    @property
    def asks_chance(self) -> bool:
        """Whether its verdict depends on chance."""
        return self.policy.alpha is not None and self.policy.allowed is not None


def judge(
    shared: Shared,
    policies: Sequence[Policy],
    tags: Tags,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> list[PolicyResult]:
    """What every policy says of every system it is about.

    Chance is asked only where a drop is larger than allowed; p-values are Holm-corrected over
    all drops that the gate watches, so that its false alarms stay at or below alpha as a whole.
    """
    measured = [one for policy in policies for one in _measured(policy, shared, tags)]
    p_values = _corrected(measured, seed, resamples)
    return [
        _result(one, p_value, seed, resamples)
        for one, p_value in zip(measured, p_values, strict=True)
    ]


def decide(
    drop: Fraction, allowed: Fraction, p_value: float | None, alpha: float | None
) -> Verdict:
    """The rule: a drop up to `allowed` passes; a larger one fails unless chance could explain it.

    >>> str(decide(Fraction(1, 100), Fraction(1, 100), None, 0.05))
    'PASS'
    >>> str(decide(Fraction(2, 100), Fraction(1, 100), 0.3, 0.05))
    'INCONCLUSIVE'
    """
    if drop <= allowed:
        return Verdict.PASS
    if alpha is None or (p_value is not None and p_value <= alpha):
        return Verdict.FAIL
    return Verdict.INCONCLUSIVE


def _corrected(measured: Sequence[Measured], seed: int, resamples: int) -> list[float | None]:
    """A drop within bounds is never rejected: 1 for its p-value keeps the correction valid."""
    family = [n for n, one in enumerate(measured) if one.asks_chance]
    raw = []
    for n in family:
        one = measured[n]
        over = one.drop is not None and one.drop > (one.policy.allowed or 0)
        raw.append(randomization_p(one.differences, seed, "less", resamples) if over else math.inf)
    adjusted = holm([min(p, 1.0) for p in raw])
    p_values: list[float | None] = [None] * len(measured)
    for n, first, p in zip(family, raw, adjusted, strict=True):
        p_values[n] = p if math.isfinite(first) else None
    return p_values


def _result(one: Measured, p_value: float | None, seed: int, resamples: int) -> PolicyResult:
    policy, drop = one.policy, one.drop
    before, after = one.means
    verdict, hides = _verdict(one, p_value, seed, resamples)
    paired = one.asks_chance and drop is not None and (verdict is not Verdict.PASS)
    alpha = policy.alpha or 0.05
    differences = one.differences if paired else []
    effect = policy.min_effect if hides else float(drop or 0)
    result = PolicyResult(
        policy=policy.label,
        measure=policy.name,
        system=one.system,
        verdict=verdict,
        sentence="",
        fails_build=verdict is Verdict.FAIL
        or (verdict is Verdict.INCONCLUSIVE and policy.fails_on_inconclusive),
        before=before,
        after=after if policy.allowed is not None else one.now,
        drop=drop,
        allowed=policy.allowed,
        p_value=p_value,
        queries=len(one.before) if policy.kind == "queries" else 0,
        detectable=detectable(differences, alpha, sides=1) if paired else None,
        queries_needed=queries_needed(differences, effect or 0, alpha, sides=1) if paired else None,
    )
    below = policy.floor is not None and (one.now is None or one.now < policy.floor)
    return replace(
        result, sentence=sentence_of(result, policy.floor if below else None, one.now, hides)
    )


def _verdict(
    one: Measured, p_value: float | None, seed: int, resamples: int
) -> tuple[Verdict, float | None]:
    """The verdict, and the drop that a pass could hide where the policy wants it ruled out."""
    policy, drop = one.policy, one.drop
    if policy.floor is not None and (one.now is None or one.now < policy.floor):
        return Verdict.FAIL, None
    if policy.allowed is None:
        return Verdict.PASS, None
    if drop is None:
        return Verdict.FAIL, None
    verdict = decide(drop, policy.allowed, p_value, policy.alpha)
    if verdict is Verdict.PASS and policy.min_effect is not None and policy.alpha is not None:
        confidence = 1 - 2 * policy.alpha
        low = paired_interval(one.differences, seed, max(confidence, 0.5), resamples).low
        if -low >= policy.min_effect:
            return Verdict.INCONCLUSIVE, policy.min_effect
    return verdict, None


def _measured(policy: Policy, shared: Shared, tags: Tags) -> list[Measured]:
    if policy.kind == "corpus":
        return _corpus(policy, shared)
    if policy.kind == "needs":
        return _needs(policy, shared, tags)
    return [_queries(policy, shared, tags, name) for name in policy.systems(shared.before.systems)]


def _queries(policy: Policy, shared: Shared, tags: Tags, system: str) -> Measured:
    measure = policy.measure or Measure("RR")
    ids = _tagged(policy, shared.needs, tags)
    if not from_ranks(measure):
        ids = [query for query in ids if shared.whole(query)]
        before = _stored(shared.before, measure, system, ids)
        after = _stored(shared.after, measure, system, ids)
        every = _stored(shared.after, measure, system, None)
        return Measured(policy, system, before, after, _mean(every))
    pairs = shared.standings(system)
    before = [query_value(measure, [old for old, _ in pairs[query]]) for query in ids]
    after = [query_value(measure, [new for _, new in pairs[query]]) for query in ids]
    place = shared.after.systems.index(system)
    now = [
        query_value(measure, [need[place] for need in shared.after.ranks[query]])
        for query in _tagged(policy, shared.after.ranks, tags)
    ]
    return Measured(policy, system, before, after, _mean(now))


def _stored(baseline: Baseline, measure: Measure, system: str, ids: Sequence[str] | None) -> Values:
    known = baseline.values.get(str(measure), {}).get(system)
    if known is None or (ids is not None and not set(ids) <= set(known)):
        raise NotComparable(f"the baseline has no {measure} of {system}; {SAVE_AGAIN}")
    chosen = known.values() if ids is None else [known[query] for query in ids]
    return [Fraction(value) if math.isfinite(value) else None for value in chosen]


def _corpus(policy: Policy, shared: Shared) -> list[Measured]:
    found = []
    for name, held in shared.before.coverage.items():
        if policy.looks_at(name, shared.before.systems):
            if name not in shared.after.coverage:
                raise NotComparable(f"this run has no coverage of {name}; {SAVE_AGAIN}")
            now = shared.after.coverage[name].value(policy.name)
            found.append(Measured(policy, name, [held.value(policy.name)], [now], now))
    if not found and policy.required:
        raise GoldrankError(
            f"[[gate]] {policy.name}: no chunker and variant that is encoded matches "
            f"{', '.join(policy.system)}"
        )
    return found


def _needs(policy: Policy, shared: Shared, tags: Tags) -> list[Measured]:
    """Counted events: needs that got lost, as a rise from 0."""
    names = policy.systems(shared.before.systems)
    if policy.lost_at is None:
        names = [name for name in names if name.rpartition("/")[2] in ("vector", "rrf")]
        # The window is that of a chunker and variant: one ranker of each is enough.
        names = list({name.rpartition("/")[0]: name for name in reversed(names)}.values())[::-1]
    found = []
    for name in names:
        pairs = shared.standings(name)
        ids = _tagged(policy, shared.needs, tags)
        gone = sum(_is_gone(policy, *pair) for query in ids for pair in pairs[query])
        found.append(Measured(policy, name, [Fraction(0)], [Fraction(gone)], Fraction(gone)))
    return found


def _is_gone(policy: Policy, before: Standing, after: Standing) -> bool:
    if policy.lost_at is None:
        found = before.rank is not None and before.window != "outside"
        return found and after.window == "outside"
    return _within(before, policy.lost_at) and not _within(after, policy.lost_at)


def _within(standing: Standing, cutoff: int) -> bool:
    return standing.rank is not None and standing.rank <= cutoff


def _tagged(policy: Policy, queries: Mapping[str, object], tags: Tags) -> list[str]:
    if not policy.tags:
        return list(queries)
    chosen = [query for query in queries if set(policy.tags) & set(tags.get(query, ()))]
    if not chosen:
        raise GoldrankError(
            f"[[gate]] {policy.name}: no compared query has one of the tags "
            f"{', '.join(policy.tags)}; a policy that looks at nothing never fails"
        )
    return chosen


def _mean(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return exact_mean(known) if known and len(known) == len(values) else None
