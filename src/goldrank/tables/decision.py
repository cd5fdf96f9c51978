"""What to ship of a run: one value, made of the table of standings alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import system_of
from goldrank.measuring.clusters import FEW
from goldrank.measuring.randomization import Interval
from goldrank.types import System

Kind = Literal["ship", "undecided", "few", "only", "none"]

SURE: Final = 0.95
"""The share of resamples in which what is shipped must be first, or near the first."""

CHEAPER: Final = 0.5
"""Of the tokens of the highest, the most that another reads that is taken for its cost."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One system among all: its MRR, how often it is first or near the first, what it costs.

    `tokens` are read to the gold unit, the median; `None` where half of the needs have no such
    number. `needed` is how many queries would tell it from the highest.
    """

    system: System
    mean: float
    interval: Interval | None
    first: float
    near: float
    tokens: float | None
    ruled_out: bool
    needed: int | None

    @property
    def name(self) -> str:
        """As a person writes it: `heading/breadcrumb/vector`."""
        return "/".join(self.system)


@dataclass(frozen=True, slots=True)
class Decision:
    """Which system to ship, how sure that is, and what else it could be.

    `kind` is `ship`; `undecided`, where several may be the first; `few`, where too few clusters say
    anything of others; `only`, where one system was run; `none`, where no query was judged. `ranked`
    are all systems, the highest MRR first; `chosen` is the one that the decision speaks of, which is
    not the first of them where another is as good for far fewer tokens. `drawn` is what is
    resampled: `document`, `query` or `cluster`.
    """

    kind: Kind
    chosen: Standing | None
    ranked: tuple[Standing, ...]
    queries: int
    clusters: int
    drawn: str = "document"

    @property
    def others(self) -> tuple[Standing, ...]:
        """All but the chosen one, the highest first."""
        return tuple(one for one in self.ranked if one != self.chosen)

    @property
    def in_play(self) -> tuple[Standing, ...]:
        """The others that chance may have put below the highest."""
        return tuple(one for one in self.others if not one.ruled_out)

    @property
    def ruled_out(self) -> tuple[Standing, ...]:
        """The others that are below the highest, and not by chance."""
        return tuple(one for one in self.others if one.ruled_out)

    @property
    def more_queries(self) -> int | None:
        """How many more queries would tell the highest from the next one in play, about.

        `None` where nothing else is in play, or where no number of queries would.
        """
        needed = next((one.needed for one in self.ranked[1:] if not one.ruled_out), None)
        return None if needed is None else max(1, needed - self.queries)

    @property
    def speaks_of(self) -> System | None:
        """The system that it is about."""
        return self.chosen.system if self.chosen else None


def decide(standings: pd.DataFrame, rule: str = "document") -> Decision:
    """The decision of a run, from its table of `standings`; `rule` is the suite's rule of clusters.

    The highest MRR is shipped where it is first, or at most .01 below the first, in 95 % of the
    resamples, by 20 clusters or more. Another one that is so too and reads at most half of its
    tokens is shipped before it.

    >>> from goldrank.frames.schema.standings import STANDINGS
    >>> decide(STANDINGS.empty()).kind
    'none'
    """
    ranked = tuple(_standing(row) for row in rows_of(standings))
    drawn = rule if rule in ("document", "query") else "cluster"
    if not ranked:
        return Decision("none", None, (), 0, 0, drawn)
    queries, clusters = int(standings["queries"].iloc[0]), int(standings["clusters"].iloc[0])
    top = ranked[0]
    if len(ranked) == 1:
        return Decision("only", top, ranked, queries, clusters, drawn)
    if clusters < FEW:
        return Decision("few", top, ranked, queries, clusters, drawn)
    if top.near < SURE:
        return Decision("undecided", top, ranked, queries, clusters, drawn)
    return Decision("ship", _cheaper(ranked) or top, ranked, queries, clusters, drawn)


def _cheaper(ranked: tuple[Standing, ...]) -> Standing | None:
    """The cheapest that is as good as the highest for far fewer tokens."""
    most = math.inf if ranked[0].tokens is None else CHEAPER * ranked[0].tokens
    found = [
        (one.tokens, n)
        for n, one in enumerate(ranked[1:], start=1)
        if one.near >= SURE and one.tokens is not None and one.tokens <= most
    ]
    return ranked[min(found)[1]] if found else None


def _standing(row: Mapping[str, Any]) -> Standing:
    known = not pd.isna(row["RR_low"])
    return Standing(
        system_of(row),
        float(row["RR"]),
        Interval(float(row["RR_low"]), float(row["RR_high"])) if known else None,
        float(row["first"]),
        float(row["near_first"]),
        None if pd.isna(row["median_tokens"]) else float(row["median_tokens"]),
        bool(row["ruled_out"]),
        None if pd.isna(row["queries_needed"]) else int(row["queries_needed"]),
    )
