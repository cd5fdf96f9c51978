"""Results of a gate as tests make them, some with hostile texts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from goldrank.gating.verdicts import (
    Drift,
    GateResult,
    MovedEvidence,
    PolicyResult,
    Verdict,
    WorseNeed,
)

HOSTILE = "a\x00\x1b[31m\x0b]]>\r\n::error file=x::<b>&\"'|`\ufffe\ud800,%0A"


def policy(verdict: Verdict, fails: bool = False, system: str = "heading/raw/bm25") -> PolicyResult:
    return PolicyResult(
        policy="MRR",
        measure="RR",
        system=system,
        verdict=verdict,
        sentence=f"{verdict}: MRR of {system} fell by .0500",
        fails_build=fails,
        before=Fraction(1, 2),
        after=Fraction(9, 20),
        drop=Fraction(1, 20),
        allowed=Fraction(1, 100),
        p_value=0.0123,
        queries=150,
    )


def need(
    number: int, before: int | None = 1, after: int | None = None, system: str = "heading/raw/bm25"
) -> WorseNeed:
    words = ["not found" if rank is None else f"rank {rank}" for rank in (before, after)]
    return WorseNeed(
        system, f"q{number}", 0, before, after, *words, f"text {number}", "/w/q.jsonl", number
    )


def result(*policies: PolicyResult, worse: tuple[WorseNeed, ...] = ()) -> GateResult:
    verdict = max((p.verdict for p in policies), key=["PASS", "INCONCLUSIVE", "FAIL"].index)
    failed = any(p.verdict is Verdict.FAIL for p in policies)
    return GateResult(
        suite="handbook",
        baseline="bench/baselines/handbook.json",
        verdict=verdict,
        exit_code=1 if failed else 4 if any(p.fails_build for p in policies) else 0,
        policies=policies,
        worse=worse,
        better=2,
        drift=(),
        moved=(),
        left_out=(),
        needs_compared=300,
        attribution=(),
        sentences=(f"{verdict}: suite handbook.", *(p.sentence for p in policies)),
    )


def hostile() -> GateResult:
    """A result in which every text that comes from outside is hostile."""
    wrong = replace(policy(Verdict.FAIL, True), policy=HOSTILE, system=HOSTILE, sentence=HOSTILE)
    worse = replace(need(3), query_id=HOSTILE, text=HOSTILE, file=HOSTILE, system=HOSTILE)
    return replace(
        result(wrong, worse=(worse,)),
        suite=HOSTILE,
        sentences=(HOSTILE,),
        drift=(Drift("corpus", HOSTILE),),
        moved=(MovedEvidence(HOSTILE, 0, HOSTILE, 1, HOSTILE, 2, True),),
        left_out=(HOSTILE,),
    )
