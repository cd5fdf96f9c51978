"""Verdicts in words: each sentence names its numbers, and enough digits to see what decided."""

from __future__ import annotations

from fractions import Fraction

from goldrank.gating.verdicts import PolicyResult, Verdict
from goldrank.suites.policy import CORPUS_MEASURES
from goldrank.text.numbers import DIGITS, counted, digits, p_words, shown

MOST = 12


def sentence_of(
    result: PolicyResult, floor: Fraction | None, now: Fraction | None, hides: float | None
) -> str:
    """One sentence on one result; `floor` where it lies below it, `hides` the drop not ruled out."""
    head = f"{result.system}: {_name(result)}"
    if floor is not None:
        value = "is not a number" if now is None else f"is {_apart(now, floor)}"
        return f"{head} {value}, below its floor of {digits(floor)}."
    if result.allowed is None:
        return f"{head} is {shown(result.after)}, not below its floor."
    if result.before is None or result.after is None or result.drop is None:
        return (
            f"{head} is not a number ({shown(result.before)} -> {shown(result.after)}), "
            "and what is not a number never passes."
        )
    if result.measure == "outside" or result.measure.startswith("lost@"):
        return f"{head}: {_needs(result)}."
    change = f"{head} {shown(result.before)} -> {shown(result.after)}"
    if result.drop <= 0:
        way = "as it was" if result.drop == 0 else "better"
        return f"{change}, {way}{_hidden(result, hides)}."
    size = f"{change}, {_worse(result)} {_apart(result.drop, result.allowed)}"
    if result.drop <= result.allowed:
        return f"{size}, within {digits(result.allowed)}{_hidden(result, hides)}."
    return f"{size}, more than {digits(result.allowed)}{_chance(result)}."


def _name(result: PolicyResult) -> str:
    return result.policy if result.measure not in CORPUS_MEASURES else result.measure


def _worse(result: PolicyResult) -> str:
    return "a drop of" if CORPUS_MEASURES.get(result.measure, True) else "a rise of"


def _needs(result: PolicyResult) -> str:
    count = result.after or Fraction(0)
    verb = "is" if count == 1 else "are"
    noun = "need" if count == 1 else "needs"
    where = (
        "outside the window and not before"
        if result.measure == "outside"
        else f"no longer among the first {result.measure.partition('@')[2]}"
    )
    allowed = f", {result.allowed} allowed" if result.allowed else ""
    return f"{count} {noun} {verb} {where}{allowed}"


def _chance(result: PolicyResult) -> str:
    if result.p_value is None:
        return ""
    queries = counted(result.queries, result.clusters)
    if result.collapse:
        return (
            f": a collapse, more than half is gone however {queries} are drawn "
            f"({p_words(result.p_value)})"
        )
    if result.verdict is Verdict.FAIL:
        return f", and chance does not explain it ({p_words(result.p_value)}, {queries})"
    return f", but chance could explain it ({p_words(result.p_value)}, {queries}){_power(result)}"


def _hidden(result: PolicyResult, hides: float | None) -> str:
    if hides is None:
        return ""
    queries = counted(result.queries, result.clusters)
    return f"; but {queries} do not rule out a drop of {hides:g}{_power(result)}"


def _power(result: PolicyResult) -> str:
    if result.detectable is None:
        return ""
    needed = result.queries_needed
    more = f"; about {needed:,} queries would decide it" if needed else ""
    return f"; they find a drop of {result.detectable:.3f} four times in five{more}"


def _apart(value: Fraction, other: Fraction) -> str:
    """`value` with so many digits that it does not read like `other`, unless it is."""
    for places in range(DIGITS, MOST):
        if value == other or digits(value, places) != digits(other, places):
            return digits(value, places)
    return digits(value, MOST)
