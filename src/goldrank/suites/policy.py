"""What a gate asks: the policies of a suite, checked, or the default ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.measuring.exact import decimal_fraction, from_ranks
from goldrank.measuring.flips import RESAMPLES
from goldrank.measuring.measures import Measure, parse_measure
from goldrank.rankers.graph import Graph, references, sides_of
from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import KINDS
from goldrank.suggest import did_you_mean
from goldrank.suites.suite_tables import GateSettings

Kind = Literal["queries", "corpus", "needs"]

DEFAULT_DROP = 0.01
LEAST_ALPHA = 1 / (RESAMPLES + 1)
"""The smallest p-value that so many turns can show."""
CORPUS_MEASURES = {"coverage": True, "cut_rate": False, "prefix_tokens": False, "chunks": False}
"""Counts over the corpus, and whether more is better."""

DEFAULT_POLICIES = (
    GateSettings(measure="RR"),
    GateSettings(measure="coverage", alpha="off"),
    GateSettings(measure="outside"),
)
"""The mean RR of each system; coverage; and no found need may end up outside the window."""


@dataclass(frozen=True, slots=True)
class Policy:
    """One checked policy. `allowed` is the largest drop, `None` where only the floor counts.

    `measure` is set for a measure of queries, `lost_at` for `lost@k`. `required` says that finding
    nothing to look at is a mistake; the default policies are about what there is. `rankers` are
    those of the suite, by name.
    """

    kind: Kind
    name: str
    system: tuple[str, ...]
    floor: Fraction | None
    allowed: Fraction | None
    min_effect: float | None
    alpha: float | None
    tags: tuple[str, ...]
    fails_on_inconclusive: bool
    measure: Measure | None = None
    lost_at: int | None = None
    min_compared: Fraction = Fraction(9, 10)
    required: bool = True
    rankers: Graph = field(default_factory=dict)

    @property
    def more_is_better(self) -> bool:
        """Whether a larger value is a better one."""
        return self.kind != "needs" and CORPUS_MEASURES.get(self.name, True)

    @property
    def label(self) -> str:
        """What the policy is called in what the gate says."""
        of_tags = f" of {', '.join(self.tags)}" if self.tags else ""
        return f"{shown_measure(self.name)}{of_tags}"

    def systems(self, known: Sequence[str]) -> list[str]:
        """The systems that it is about; reference rankers only where it names them.

        Raises `GoldrankError` where there is none: a policy that looks at nothing never fails.
        """
        found = [
            name for name in known if any(self._is_about(pattern, name) for pattern in self.system)
        ]
        for pattern in self.system if self.required else ():
            if not any(self._is_about(pattern, name) for name in known):
                hint = did_you_mean(pattern, known, alike=0.0, shown=str)
                raise GoldrankError(f"[[gate]] {self.name}: no system matches {pattern!r}{hint}")
        return found

    def looks_at(self, chunker_variant: str, systems: Sequence[str]) -> bool:
        """Whether it is about a chunker and variant, or about one of their systems."""
        mine = [name for name in systems if name.rpartition("/")[0] == chunker_variant]
        return any(
            fnmatchcase(name, pattern)
            for name in (chunker_variant, *mine)
            for pattern in self.system
        )

    def check_coverage(self, covered: Sequence[str], systems: Sequence[str]) -> None:
        """Raise `GoldrankError` for a pattern that is about no chunker and variant with vectors."""
        for pattern in self.system if self.required else ():
            one = replace(self, system=(pattern,))
            if not any(one.looks_at(name, systems) for name in covered):
                hint = did_you_mean(pattern, covered, alike=0.0, shown=str)
                raise GoldrankError(
                    f"[[gate]] {self.name}: no chunker and variant that is encoded matches "
                    f"{pattern!r}{hint}"
                )

    def is_reference(self, system: str) -> bool:
        """Whether a system's ranker is there to be compared with."""
        return system.rpartition("/")[2] in references(self.rankers)

    def reads_vectors(self, system: str) -> bool:
        """Whether a system's ranker reads the vector side, so that the window matters to it."""
        return "dense" in sides_of(system.rpartition("/")[2], self.rankers)

    def _is_about(self, pattern: str, system: str) -> bool:
        named = pattern.endswith(system.rpartition("/")[2])
        return fnmatchcase(system, pattern) and (named or not self.is_reference(system))


def policies_of(settings: Sequence[GateSettings], rankers: Graph | None = None) -> list[Policy]:
    """The policies of a suite with these rankers; the default ones where it has none."""
    policies = [make_policy(one, rankers) for one in settings or DEFAULT_POLICIES]
    return policies if settings else [replace(policy, required=False) for policy in policies]


def make_policy(settings: GateSettings, rankers: Graph | None = None) -> Policy:
    """Check one policy of a suite with these rankers, by default one of each kind.

    >>> policy = make_policy(GateSettings(measure="RR", max_drop=0))
    >>> policy.allowed, policy.floor
    (Fraction(0, 1), None)
    """
    kind, measure, lost_at = _kind(settings.measure)
    _check_ranges(settings, kind)
    floor = None if settings.floor is None else decimal_fraction(settings.floor)
    if floor is not None and (kind == "needs" or not CORPUS_MEASURES.get(settings.measure, True)):
        raise GoldrankError(
            f"[[gate]] {settings.measure}: less is better, so a floor says nothing; set max_drop"
        )
    if settings.min_effect is not None and (kind != "queries" or settings.alpha == "off"):
        raise GoldrankError(
            f"[[gate]] {settings.measure}: min_effect needs a measure of queries and an alpha"
        )
    asks_chance = kind == "queries" and settings.alpha != "off"
    return Policy(
        kind=kind,
        name=settings.measure,
        system=(settings.system,) if isinstance(settings.system, str) else settings.system,
        floor=floor,
        allowed=_allowed(settings, kind),
        min_effect=settings.min_effect,
        alpha=float(settings.alpha) if asks_chance else None,
        tags=settings.tags,
        fails_on_inconclusive=settings.inconclusive == "fail",
        measure=measure,
        lost_at=lost_at,
        min_compared=decimal_fraction(settings.min_compared),
        rankers=named_rankers([], KINDS, {}) if rankers is None else rankers,
    )


def described(settings: Sequence[GateSettings]) -> list[str]:
    """Each policy in words, whatever is not said included: a baseline remembers what was asked.

    >>> described([GateSettings(measure="RR", max_drop=0.02)])[0][:26]
    'RR system=* max_drop=0.02 '
    """
    return [_described(make_policy(one)) for one in settings or DEFAULT_POLICIES]


def _described(policy: Policy) -> str:
    parts: dict[str, object] = {
        "system": ",".join(policy.system),
        "max_drop": policy.allowed,
        "floor": policy.floor,
        "min_effect": policy.min_effect,
        "alpha": policy.alpha,
        "tags": ",".join(policy.tags),
        "min_compared": policy.min_compared,
        "inconclusive": "fail" if policy.fails_on_inconclusive else "pass",
    }
    return " ".join(
        [policy.name]
        + [f"{key}={_plain(value)}" for key, value in parts.items() if value not in (None, "")]
    )


def _plain(value: object) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def stored_measures(settings: Sequence[GateSettings]) -> list[str]:
    """The measures of queries that a baseline must hold values of: ranks alone do not give them."""
    policies = policies_of(settings)
    measures = [p.measure for p in policies if p.measure and not from_ranks(p.measure)]
    return list(dict.fromkeys(map(str, measures)))


def shown_measure(name: str) -> str:
    """The name of a mean: that of RR is MRR.

    >>> shown_measure("RR"), shown_measure("RR@10"), shown_measure("recall@5")
    ('MRR', 'MRR@10', 'recall@5')
    """
    return "M" + name if name.partition("@")[0] == "RR" else name


def _check_ranges(settings: GateSettings, kind: Kind) -> None:
    """Shares lie between 0 and 1; a drop of a whole one would allow everything."""
    if settings.alpha != "off" and settings.alpha < LEAST_ALPHA:
        raise GoldrankError(
            f"[[gate]] {settings.measure}: alpha is a number from {LEAST_ALPHA:g} to below 1, or "
            f'"off"; got {settings.alpha:g}, and no p-value is as small, so it would never fail'
        )
    if kind == "corpus" and settings.tags:
        raise GoldrankError(
            f"[[gate]] {settings.measure}: it is counted over the corpus, which has no tags; "
            "leave tags out"
        )
    counts = kind == "needs" or settings.measure == "chunks"
    if counts and settings.max_drop is not None and settings.max_drop % 1:
        raise GoldrankError(
            f"[[gate]] {settings.measure}: it is counted, so max_drop is a whole number; got "
            f"{settings.max_drop:g}"
        )
    if counts or settings.measure == "prefix_tokens":
        return
    for key in ("max_drop", "min_effect"):
        value = getattr(settings, key)
        if value is not None and value >= 1:
            raise GoldrankError(
                f"[[gate]] {settings.measure}: {key} is a difference of shares, from 0 to below 1; "
                f"got {value:g}, which nothing could exceed (5 % is 0.05)"
            )
    if settings.floor is not None and not 0 <= settings.floor <= 1:
        raise GoldrankError(
            f"[[gate]] {settings.measure}: floor is a share, from 0 to 1; got "
            f"{settings.floor:g} (60 % is 0.6)"
        )


def _allowed(settings: GateSettings, kind: Kind) -> Fraction | None:
    # "Not given" is None: a tolerance of 0 is a tolerance.
    if settings.max_drop is not None:
        return decimal_fraction(settings.max_drop)
    if settings.floor is not None:
        return None
    return Fraction(0) if kind == "needs" else decimal_fraction(DEFAULT_DROP)


def _kind(name: str) -> tuple[Kind, Measure | None, int | None]:
    if name in CORPUS_MEASURES:
        return "corpus", None, None
    if name == "outside":
        return "needs", None, None
    lost = re.fullmatch(r"lost@([1-9][0-9]*)", name)
    if lost:
        return "needs", None, int(lost[1])
    known = [*CORPUS_MEASURES, "outside", "lost@10"]
    hint = did_you_mean(name, known)
    if hint:
        raise GoldrankError(f"[[gate]] measure {name!r} is not known{hint}")
    return "queries", parse_measure(name), None
