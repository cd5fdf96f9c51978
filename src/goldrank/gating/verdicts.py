"""What the gate says: a verdict for each policy and system, what got worse, and what had changed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

from goldrank.errors import GoldrankError

Changed = Literal["code", "corpus", "queries", "encoder", "judgments", "policies", "baseline"]


class Verdict(StrEnum):
    """PASS, FAIL, or INCONCLUSIVE: larger than allowed, and chance could explain it."""

    PASS = "PASS"
    FAIL = "FAIL"
    INCONCLUSIVE = "INCONCLUSIVE"


def worst(verdicts: list[Verdict]) -> Verdict:
    """FAIL outranks INCONCLUSIVE outranks PASS.

    >>> str(worst([Verdict.PASS, Verdict.INCONCLUSIVE]))
    'INCONCLUSIVE'
    """
    order = (Verdict.FAIL, Verdict.INCONCLUSIVE)
    return next((verdict for verdict in order if verdict in verdicts), Verdict.PASS)


class NotComparable(GoldrankError):  # noqa: N818 - it is what the gate says, not only an error
    """The baseline and the run cannot be compared: no verdict would be true."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class PolicyResult:
    """What one policy says of one system.

    `system` is `chunker/variant/ranker`, or `chunker/variant` where the measure knows no ranker.
    `before` and `after` are exact, `None` where there is no number (NaN), and a policy without a
    number fails. `drop` is how much worse it got, below 0 where it got better. `p_value` (one-sided,
    that the true drop is larger than allowed, corrected over the gate) is `None` where chance was not asked. `fails_build` says whether
    this alone makes the exit code other than 0. `clusters` counts what chance was asked of, and a
    `collapse` fails whatever the p-value is.
    """

    policy: str
    measure: str
    system: str
    verdict: Verdict
    sentence: str
    fails_build: bool
    before: Fraction | None = None
    after: Fraction | None = None
    drop: Fraction | None = None
    allowed: Fraction | None = None
    p_value: float | None = None
    queries: int = 0
    clusters: int = 0
    collapse: bool = False
    detectable: float | None = None
    queries_needed: int | None = None


@dataclass(frozen=True, slots=True)
class WorseNeed:
    """A need that ranks lower than in the baseline under one system; `None` is not found.

    `file` and `line` are where its query stands. `before_state` and `after_state` say it in
    words: `rank 3`, `not found`, `split`, `rank 9, outside the window`.
    """

    system: str
    query_id: str
    need: int
    before: int | None
    after: int | None
    before_state: str
    after_state: str
    text: str
    file: str
    line: int

    @property
    def sentence(self) -> str:
        """`q1: rank 1 -> not found (heading/raw/vector)`."""
        need = f" need {self.need + 1}" if self.need else ""
        return f"{self.query_id}{need}: {self.before_state} -> {self.after_state} ({self.system})"


@dataclass(frozen=True, slots=True)
class OtherSystem:
    """A system that no policy is about: its MRR is reported and decides nothing."""

    system: str
    before: Fraction
    after: Fraction

    @property
    def sentence(self) -> str:
        """`heading/raw/bm25 0.2500 -> 0.2000`."""
        return f"{self.system} {float(self.before):.4f} -> {float(self.after):.4f}"


@dataclass(frozen=True, slots=True)
class Drift:
    """One thing that is not as it was when the baseline was saved."""

    what: Changed
    sentence: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedEvidence:
    """Evidence that stands elsewhere than in the baseline; `reanchored` if the query file no longer led to it."""

    query_id: str
    need: int
    old_doc_id: str
    old_start: int
    doc_id: str
    start: int
    reanchored: bool
    line: int = 0

    @property
    def sentence(self) -> str:
        """Where it was and where it is."""
        how = "found again by its quote" if self.reanchored else "moved"
        return (
            f"{self.query_id}: evidence {how}: {self.old_doc_id}[{self.old_start}] -> "
            f"{self.doc_id}[{self.start}]"
        )


@dataclass(frozen=True, slots=True)
class Attribution:
    """The parts of one system's change of mean RR: code alone, corpus alone, and the two together.

    `code` is the old corpus under the new settings, less the baseline; `corpus` the new corpus
    under the old settings, less the baseline; `together` is what neither makes alone.
    """

    system: str
    total: float
    code: float
    corpus: float
    together: float


@dataclass(frozen=True, slots=True)
class GateResult:
    """Everything that one gate found; `sentences` say it in the order in which it is read."""

    suite: str
    baseline: str
    verdict: Verdict
    exit_code: int
    policies: tuple[PolicyResult, ...]
    worse: tuple[WorseNeed, ...]
    better: int
    drift: tuple[Drift, ...]
    moved: tuple[MovedEvidence, ...]
    left_out: tuple[str, ...]
    needs_compared: int
    attribution: tuple[Attribution, ...]
    sentences: tuple[str, ...]
    others: tuple[OtherSystem, ...] = ()

    @property
    def failures(self) -> tuple[PolicyResult, ...]:
        """The policies that make the exit code other than 0."""
        return tuple(policy for policy in self.policies if policy.fails_build)

    def to_json(self) -> dict[str, Any]:
        """Plain values; fractions as `[numerator, denominator]`, so that they stay exact."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Verdict) else value
