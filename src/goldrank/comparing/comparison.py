"""What a comparison of two systems, or of two runs, holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from goldrank.measuring.randomization import Interval


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of two systems: both means and what their difference is worth.

    `interval` (95 %) and the p-values are of a randomization test over paired queries in clusters;
    they are `None` for what is counted over a whole corpus, where no sampling is. `p_corrected` is
    corrected over the family, and the interval leaves out 0 exactly where it is at most .05 (it is
    `None` with too few clusters for one). `primary` is the measure that decides. `detectable` is the difference that so many queries find four times
    in five, `queries_needed` how many would find this one.
    """

    measure: str
    before: float
    after: float
    more_is_better: bool
    queries: int = 0
    interval: Interval | None = None
    p_value: float | None = None
    p_corrected: float | None = None
    detectable: float | None = None
    queries_needed: int | None = None
    clusters: int = 0
    primary: bool = False

    @property
    def difference(self) -> float:
        """After less before."""
        return self.after - self.before

    def says(self, alpha: float = 0.05) -> str:
        """`better`, `worse`, `as it was`, or `can't tell`.

        >>> Difference("RR", 0.5, 0.6, True, 100, p_corrected=0.2).says()
        "can't tell"
        """
        if self.difference == 0:
            return "as it was"
        p_value = self.p_value if self.p_corrected is None else self.p_corrected
        if p_value is not None and p_value > alpha:
            return "can't tell"
        return "better" if (self.difference > 0) == self.more_is_better else "worse"


@dataclass(frozen=True, slots=True)
class Slice:
    """The mean RR of the queries with one tag."""

    tag: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Change:
    """One need under both systems: where it stands and what its diagnosis is."""

    query_id: str
    need: int
    text: str
    before: str
    after: str
    before_diagnosis: str
    after_diagnosis: str


@dataclass(frozen=True, slots=True)
class HeldByBoth:
    """How many of the `needs` a chunk holds, under both systems or one alone.

    `before` and `after` are MRR over those that both hold, `None` where there are none.
    """

    needs: int
    by_both: int
    before_alone: int
    after_alone: int
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two systems compared. Won and lost are needs that came into the first k, or left them.

    `held` is `None` where no need is split; `run` names the second's run where several are held
    against the first.
    """

    before: str
    after: str
    measures: tuple[Difference, ...]
    slices: tuple[Slice, ...]
    won: tuple[Change, ...]
    lost: tuple[Change, ...]
    moved: tuple[Change, ...]
    held: HeldByBoth | None = None
    run: str = ""

    def showing(self, measures: Sequence[str]) -> Pair:
        """The pair with these measures alone; with all where none is named."""
        kept = tuple(d for d in self.measures if not measures or d.measure in measures)
        return replace(self, measures=kept)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that `bench compare` found.

    `notes` say what was not compared, and why; `decision` is one sentence for each run that was
    held against the first.
    """

    before: str
    after: str
    found_at: int
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]
    decision: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values, each difference with its number and its word."""
        plain: dict[str, Any] = asdict(self)
        for pair, table in zip(self.pairs, plain["pairs"], strict=True):
            for one, row in zip(pair.measures, table["measures"], strict=True):
                row |= {"difference": one.difference, "says": one.says()}
            for part, row in zip(pair.slices, table["slices"], strict=True):
                row["difference"] |= {
                    "difference": part.difference.difference,
                    "says": part.difference.says(),
                }
        return plain
