"""What the gate says in all, in the order in which it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from goldrank.gating.verdicts import Attribution, GateResult, PolicyResult, Verdict
from goldrank.measuring.clusters import FEW
from goldrank.text.first_few import first_few

SHOWN = 3


def said(result: GateResult, parts: Sequence[Attribution]) -> GateResult:
    """The result with its sentences: the verdict, what decided it, what had changed, who lost."""
    result = replace(result, attribution=tuple(parts))
    lines = [
        _verdict(result),
        *(one.sentence for one in _first(result.policies)),
        *_few_clusters(result.policies),
        *_others(result),
        *(drift.sentence for drift in result.drift),
        *_compared(result),
        *_worse(result),
        *map(attribution_sentence, parts),
    ]
    return replace(result, sentences=tuple(lines))


def attribution_sentence(part: Attribution) -> str:
    """One system's change in parts.

    >>> attribution_sentence(Attribution("heading/raw/bm25", -0.05, -0.04, -0.02, 0.01))
    'heading/raw/bm25: MRR -0.0500 in all = -0.0400 by the code, -0.0200 by the corpus, +0.0100 by both together.'
    """
    return (
        f"{part.system}: MRR {part.total:+.4f} in all = {part.code:+.4f} by the code, "
        f"{part.corpus:+.4f} by the corpus, {part.together:+.4f} by both together."
    )


def _verdict(result: GateResult) -> str:
    counts = Counter(one.verdict for one in result.policies)
    tally = ", ".join(
        f"{counts[verdict]} {verdict.lower()}"
        for verdict in (Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.PASS)
        if counts[verdict]
    )
    allowed = ""
    if result.verdict is Verdict.INCONCLUSIVE:
        allowed = ", which these policies allow" if result.exit_code == 0 else ", and that fails"
    return f"{result.verdict}: suite {result.suite}, {tally or 'nothing to judge'}{allowed}."


def _first(policies: Sequence[PolicyResult]) -> list[PolicyResult]:
    """What is not a pass, the failures first."""
    order = (Verdict.FAIL, Verdict.INCONCLUSIVE)
    return [one for verdict in order for one in policies if one.verdict is verdict]


def _few_clusters(policies: Sequence[PolicyResult]) -> list[str]:
    """A warning where chance is asked of few clusters: it can explain much."""
    least = min((one.clusters for one in policies if one.clusters), default=FEW)
    if least >= FEW:
        return []
    return [
        f"Chance is asked of {least} cluster{'' if least == 1 else 's'} (queries that share a "
        f"document move together), which is few: below {FEW} only large drops can be told."
    ]


def _others(result: GateResult) -> list[str]:
    """What no policy decides; those that moved most first."""
    moved = sorted(result.others, key=lambda one: -abs(one.after - one.before))
    if not moved:
        return []
    shown = first_few([one.sentence for one in moved], SHOWN, between="; ")
    return [f"Without weight, since no policy is about them: MRR of {shown}."]


def _compared(result: GateResult) -> list[str]:
    corpus = [drift for drift in result.drift if drift.what == "corpus"]
    if not corpus and not result.left_out:
        return []
    said = [
        f"The verdict is on the {result.needs_compared:,} needs that the baseline and this run "
        "both have."
    ]
    if result.left_out:
        count = len(result.left_out)
        needs = "need is" if count == 1 else "needs are"
        said.append(f"{count} {needs} left out: {'; '.join(result.left_out)}.")
    return said


def _worse(result: GateResult) -> list[str]:
    if not result.worse and not result.better:
        return ["No need ranks otherwise than in the baseline."]
    queries = len({need.query_id for need in result.worse})
    systems = len({one.system for one in result.policies if one.system.count("/") > 1})
    over = f" over {systems} systems" if systems > 1 else ""
    return [
        f"{len(result.worse):,} ranks of {queries:,} queries got worse, {result.better:,} got "
        f"better{over}."
    ]
