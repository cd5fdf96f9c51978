"""What an engine gives of the exact ranking, and what that costs: the table, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.rows import rows_of
from goldrank.frames.schema.engines import ENGINES
from goldrank.measuring.clusters import Numbers, numbered
from goldrank.measuring.paired import ALPHA, Effect
from goldrank.measuring.randomization import Interval
from goldrank.measuring.redraws import redraws, share_interval
from goldrank.rankers.base import Trained
from goldrank.rankers.kept_folder import Kept
from goldrank.running.work import Work
from goldrank.tables.claims import Claims, Pair, System
from goldrank.text.numbers import counted, p_words


@dataclass(frozen=True, slots=True)
class Held:
    """A system that is known to a depth, one that is known whole, and the share that is found."""

    engine: System
    exact: System
    depth: int
    shares: NDArray[np.float64]

    @property
    def pair(self) -> Pair:
        """Before and after."""
        return self.exact, self.engine


def engines_table(work: Work, claims: Claims) -> pd.DataFrame:
    """One row per system that is known to a depth and ranker that it is held against.

    The changes of MRR are one family of tests, made at the depth of each pair.
    """
    held = list(_held(work))
    if not held:
        return ENGINES.empty()
    names = claims.cluster_of()
    scored = np.array([query.query_id in names for query in work.judged], dtype=np.bool_)
    clusters = numbered([names[q.query_id] for q in work.judged if q.query_id in names])
    drawn = redraws(clusters, work.prepared.suite.seed)
    effects = claims.gains([each.pair for each in held])
    rows = []
    for each, effect in zip(held, effects, strict=True):
        share, interval = _mean_share(each.shares[scored], clusters, drawn)
        chunker, variant, ranker = each.engine
        rows.append(
            {
                "chunker": chunker,
                "variant": variant,
                "ranker": ranker,
                "exact": each.exact[2],
                "depth": each.depth,
                "queries": effect.queries,
                "clusters": effect.clusters,
                "found": share,
                "found_low": interval.low,
                "found_high": interval.high,
                "RR": claims.at(each.depth, each.engine),
                "exact_RR": claims.at(each.depth, each.exact),
                **_change(effect),
            }
        )
    return pd.DataFrame(rows)


def _held(work: Work) -> Iterator[Held]:
    for result in work.results:
        for system, ranked in work.ranked_judged(result).items():
            depth = work.parts.rankers[system.ranker].known_to
            for exact, shares in ranked.found.items():
                if depth is not None:
                    own = (system.chunker, system.variant)
                    yield Held((*own, system.ranker), (*own, exact), depth, shares)


def _change(effect: Effect) -> dict[str, float]:
    low, high = effect.interval or (np.nan, np.nan)
    return {
        "RR_change": effect.mean,
        "RR_change_low": low,
        "RR_change_high": high,
        "p_value": effect.p_corrected,
    }


def _mean_share(
    shares: NDArray[np.float64], clusters: Numbers, drawn: NDArray[np.int64]
) -> tuple[float, Interval]:
    """The mean over the queries that have a share, and its interval."""
    asked = ~np.isnan(shares)
    if not asked.any():
        return np.nan, Interval(np.nan, np.nan)
    some = shares[asked]
    return float(some.mean()), share_interval(some, clusters[asked], drawn[:, asked])


def engine_sentences(table: pd.DataFrame, baseline: str) -> list[str]:
    """What each engine gives of what an exact ranker has first, and what it costs.

    They are about the rows of `first_shown`.
    """
    return [
        f"{row['ranker']} gives {_percent(row['found'])} of what {row['exact']} has among its first "
        f"{row['depth']}; MRR@{row['depth']} {row['RR']:.3f} against {row['exact_RR']:.3f} "
        f"({_told(row['p_value'])}, {counted(row['queries'], row['clusters'])})."
        for row in rows_of(first_shown(table, baseline))
        if row["found"] == row["found"]
    ]


def first_shown(table: pd.DataFrame, baseline: str) -> pd.DataFrame:
    """The rows of the first chunker under the baseline variant, or under the first that ran."""
    if not len(table):
        return table
    first = table[table.chunker == table.chunker.iloc[0]]
    variant = baseline if (first.variant == baseline).any() else first.variant.iloc[0]
    shown: pd.DataFrame = first[first.variant == variant]
    return shown


def engine_notices(work: Work) -> list[str]:
    """Which engines are held against nothing, and whose index another build would make otherwise."""
    graph = work.parts.rankers
    held: dict[str, bool] = {}
    for result in work.results:
        for system, ranked in result.ranked.items():
            ranker = graph[system.ranker]
            if ranker.known_to is not None and ranker.reads is not None:
                held[system.ranker] = held.get(system.ranker, False) or bool(ranked.found)
    said = [
        f"{name}: what it loses is not measured, since nothing exact of the same ranks; put "
        f'"{"vector" if graph[name].reads == "dense" else "bm25"}" into rankers'
        for name, is_held in held.items()
        if not is_held
    ]
    if trained := list(dict.fromkeys(name for _, name, _ in _trained(work))):
        said.append(
            f"{', '.join(trained)}: an index is trained from a random beginning, so another build "
            "gives other hits; it is kept in the cache, and its digest is part of the ranker's "
            "fingerprint"
        )
    return said


def build_lines(work: Work) -> list[str]:
    """What the building of each index took in this run, or that it was kept."""
    return [f"{place}, {name}: {_built(kept)}" for place, name, kept in _trained(work)]


def _built(kept: Kept) -> str:
    if kept.seconds is None:
        return "its index was kept"
    again = "was damaged, and was built again" if kept.damaged else "was built"
    where = ", and is not kept: the cache cannot be written" if kept.lost else ""
    return f"its index {again} in {kept.seconds:.2f} s{where}"


def digests(work: Work) -> dict[str, str]:
    """By ranker the digests of what was trained for it, one for each chunker and variant."""
    found: dict[str, list[str]] = {}
    for _, name, kept in _trained(work):
        found.setdefault(name, []).append(kept.digest)
    return {name: " ".join(each) for name, each in found.items()}


def _trained(work: Work) -> Iterator[tuple[str, str, Kept]]:
    for result in work.results:
        fitted = result.indexed.fitted
        for name in fitted.rankers:
            for representation, index in fitted.indexes(name).items():
                if isinstance(index, Trained) and index.built is not None:
                    yield f"{result.indexed.chunker}/{representation}", name, index.built


def _percent(share: float) -> str:
    """A share that never says of some loss that there is none."""
    return f"{share if share == 1 else min(share, 0.999):.1%}"


def _told(p_value: float) -> str:
    return p_words(p_value) if p_value <= ALPHA else "not told from chance"
