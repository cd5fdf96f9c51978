"""Verdicts: each policy on each system, decided on exact numbers and, where asked, on chance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.chance import AllowedDrop, Resampling
from goldrank.gating.compared_needs import SAVE_AGAIN, Shared
from goldrank.gating.verdict_words import sentence_of
from goldrank.gating.verdicts import NotComparable, PolicyResult, Verdict
from goldrank.measuring.exact import Standing, exact_mean, from_ranks, query_value
from goldrank.measuring.measures import Measure
from goldrank.measuring.sizes import Finding, detectable, queries_needed
from goldrank.suites.policy import Policy

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
    queries: tuple[str, ...] = ()

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
    def column(self) -> AllowedDrop:
        """What chance is asked of; a drop that has no number is decided without it."""
        before, after = ([float(v or 0) for v in values] for values in (self.before, self.after))
        return AllowedDrop(
            self.queries, tuple(before), tuple(after), self.policy.allowed or Fraction(0)
        )

    @property
    def asks_chance(self) -> bool:
        """Whether its verdict depends on chance."""
        return self.policy.alpha is not None and self.policy.allowed is not None


def judge(
    shared: Shared, policies: Sequence[Policy], tags: Tags, chance: Resampling
) -> list[PolicyResult]:
    """What every policy says of every system it is about.

    The drops that chance is asked of are one family, whose false alarms stay at or below alpha
    as a whole; a collapse needs no p-value.
    """
    measured = [one for policy in policies for one in _measured(policy, shared, tags)]
    p_values = _corrected(measured, chance)
    return [_result(one, p, chance) for one, p in zip(measured, p_values, strict=True)]


def decide(
    drop: Fraction, allowed: Fraction, p_value: float | None, alpha: float | None
) -> Verdict:
    """The rule: a drop up to `allowed` passes; a larger one fails unless chance could explain it.

    `p_value` is that of the true drop being no larger than `allowed`.

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


def _corrected(measured: Sequence[Measured], chance: Resampling) -> list[float | None]:
    """The p-value of each drop that is larger than allowed; the others are in the family too."""
    family = [n for n, one in enumerate(measured) if one.asks_chance]
    p_values: list[float | None] = [None] * len(measured)
    found = chance.p_values([measured[n].column for n in family])
    for n, p in zip(family, found, strict=True):
        drop, allowed = measured[n].drop, measured[n].policy.allowed
        if drop is not None and allowed is not None and drop > allowed:
            p_values[n] = p
    return p_values


def _result(one: Measured, p_value: float | None, chance: Resampling) -> PolicyResult:
    policy = one.policy
    before, after = one.means
    verdict, hides, collapse = _verdict(one, p_value, chance)
    of_queries = policy.kind == "queries"
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
        drop=one.drop,
        allowed=policy.allowed,
        p_value=p_value,
        queries=len(one.before) if of_queries else 0,
        clusters=len(set(chance.labels(one.queries))) if of_queries and one.asks_chance else 0,
        collapse=collapse,
    )
    if one.asks_chance and one.drop is not None and verdict is not Verdict.PASS:
        result = _powered(result, one, hides, chance)
    below = policy.floor is not None and (one.now is None or one.now < policy.floor)
    return replace(
        result, sentence=sentence_of(result, policy.floor if below else None, one.now, hides)
    )


def _powered(
    result: PolicyResult, one: Measured, hides: float | None, chance: Resampling
) -> PolicyResult:
    """What so many queries find beyond what is tested, and how many would decide it."""
    labels, changes = chance.labels(one.queries), one.column.changes
    allowed = float(one.policy.allowed or 0)
    # To rule out a drop is to find that the truth lies above it.
    null, seen = (
        (allowed, -float(changes.mean())) if hides is None else (0.0, hides + changes.mean())
    )
    finding = Finding(one.policy.alpha or 0.05, 1, null)
    return replace(
        result,
        detectable=detectable(changes, labels, finding),
        queries_needed=queries_needed(changes, float(seen), labels, finding),
    )


def _verdict(
    one: Measured, p_value: float | None, chance: Resampling
) -> tuple[Verdict, float | None, bool]:
    """The verdict, the drop that a pass could hide, and whether it is a collapse."""
    policy, drop = one.policy, one.drop
    if policy.floor is not None and (one.now is None or one.now < policy.floor):
        return Verdict.FAIL, None, False
    if policy.allowed is None:
        return Verdict.PASS, None, False
    if drop is None:
        return Verdict.FAIL, None, False
    verdict = decide(drop, policy.allowed, p_value, policy.alpha)
    if verdict is Verdict.INCONCLUSIVE and chance.collapse(one.column):
        return Verdict.FAIL, None, True
    effect, alpha = policy.min_effect, policy.alpha
    asked = verdict is Verdict.PASS and effect is not None and alpha is not None
    if asked and not chance.rules_out(one.column, effect or 0, alpha or 0):
        return Verdict.INCONCLUSIVE, effect, False
    return verdict, None, False


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
        every = [
            _stored(shared.after, measure, system, _tagged(policy, of, tags))
            for of in (shared.after.ranks, shared.needs)
        ]
        return Measured(policy, system, before, after, _least(every), tuple(ids))
    pairs = shared.standings(system)
    before = [query_value(measure, [old for old, _ in pairs[query]]) for query in ids]
    after = [query_value(measure, [new for _, new in pairs[query]]) for query in ids]
    place = shared.after.systems.index(system)
    now = [
        [
            query_value(measure, [need[place] for need in shared.after.ranks[query]])
            for query in _tagged(policy, of, tags)
        ]
        for of in (shared.after.ranks, shared.needs)
    ]
    return Measured(policy, system, before, after, _least(now), tuple(ids))


def _stored(baseline: Baseline, measure: Measure, system: str, ids: Sequence[str]) -> Values:
    known = baseline.values.get(str(measure), {}).get(system)
    if known is None or not set(ids) <= set(known):
        raise NotComparable(f"the baseline has no {measure} of {system}; {SAVE_AGAIN}")
    chosen = [known[query] for query in ids]
    return [Fraction(value) if math.isfinite(value) else None for value in chosen]


def _corpus(policy: Policy, shared: Shared) -> list[Measured]:
    found = []
    for name, held in shared.before.coverage.items():
        if policy.looks_at(name, shared.before.systems):
            if name not in shared.after.coverage:
                raise NotComparable(f"this run has no coverage of {name}; {SAVE_AGAIN}")
            now = shared.after.coverage[name].value(policy.name)
            found.append(Measured(policy, name, [held.value(policy.name)], [now], now))
    policy.check_coverage(list(shared.before.coverage), shared.before.systems)
    return found


def _needs(policy: Policy, shared: Shared, tags: Tags) -> list[Measured]:
    """Counted events: needs that got lost, as a rise from 0."""
    names = policy.systems(shared.before.systems)
    if policy.lost_at is None:
        names = [name for name in names if policy.reads_vectors(name)]
        # The window is that of a chunker and variant: one ranker of each is enough.
        names = list({name.rpartition("/")[0]: name for name in reversed(names)}.values())[::-1]
    if not names and policy.required:
        raise GoldrankError(
            f"[[gate]] {policy.name}: {', '.join(policy.system)} has no ranker that reads vectors; "
            "a policy that looks at nothing never fails"
        )
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
    return before.within(policy.lost_at) and not after.within(policy.lost_at)


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


def _least(sides: Sequence[Sequence[Fraction | None]]) -> Fraction | None:
    """The lower mean, of all queries or of those that the baseline has: new ones lift no floor."""
    means = [_mean(values) for values in sides]
    known = [mean for mean in means if mean is not None]
    return min(known) if len(known) == len(means) else None


def _mean(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return exact_mean(known) if known and len(known) == len(values) else None
