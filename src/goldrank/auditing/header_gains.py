"""What a header brings to the needs of each class of chunks, and what it takes of their windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.auditing.chunks import chunks_of
from goldrank.auditing.classes import NAMES
from goldrank.auditing.headed_suite import LONG, RANKERS, RAW, headed_suite
from goldrank.auditing.header_costs import costs_of
from goldrank.auditing.labels import labels_of
from goldrank.auditing.readings import read_readings
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed
from goldrank.measuring.paired import Effect, effects
from goldrank.progress import Progress
from goldrank.running.prepared import planned, prepare
from goldrank.running.ranking import GoldPlace
from goldrank.running.work import Work
from goldrank.runs.run_suite import work_through
from goldrank.suites.suite import Suite
from goldrank.tables.clusters import cluster_names
from goldrank.types import System

Ranks = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class HeaderGains:
    """The tables `audit_gains` and `audit_costs`, and which needs they are over.

    `of_readers` of the `needs` have a gold chunk that the reader read; `split` needs have no gold
    chunk, `mixed` have some of several classes, and of `unread` ones no class is known.
    """

    header: str
    gains: pd.DataFrame
    costs: pd.DataFrame
    needs: int
    of_readers: int
    split: int
    mixed: int
    unread: int


def header_gains(
    suite: Suite, path: Path, cache_folder: Path, progress: Progress, header: str = "breadcrumb"
) -> HeaderGains:
    """Run a suite's needs raw and with headers, and part them by the class of their gold chunk.

    `path` is a reader's file. Ranks are those of the suite's own queries among all chunks, by
    vector and by BM25; each difference is of RR over needs, with its interval over clusters of
    queries, corrected over all rows. Raises `GoldrankError` where the file is of other chunks, or
    no need's class is known.
    """
    prepared = planned(prepare(suite, progress), cache_folder)
    audited = chunks_of(prepared, read_readings(path).design.chunker)
    labels = labels_of(audited, path)
    with headed_suite(prepared, audited, header) as headed:
        work = work_through(headed, cache_folder, progress)
    (result,) = work.results
    if list(result.indexed.chunks) != list(audited.chunks):
        raise GoldrankError(
            "the encoder's window, now that it is measured, gives other chunks than those that "
            "were read; read a sample anew"
        )
    classes = [labels.of_need(need.gold) for need in result.gold]
    held = [at for at, name in enumerate(classes) if name]
    if not held:
        raise GoldrankError(
            f"{path}: no need of the suite has a gold chunk whose class is known; read more chunks"
        )
    split = sum(not need.gold for need in result.gold)
    mixed = sum(
        len({labels.classes[at] for at in need.gold if at in labels.classes}) > 1
        for need in result.gold
    )
    return HeaderGains(
        header,
        _gains(work, header, [classes[at] for at in held], held, audited.chunker),
        costs_of(result.indexed.sides, labels, (header, LONG)),
        len(held),
        sum(any(at in labels.read for at in result.gold[need].gold) for need in held),
        split,
        mixed,
        len(result.gold) - len(held) - split - mixed,
    )


def _gains(
    work: Work, header: str, classes: Sequence[str], held: Sequence[int], chunker: str
) -> pd.DataFrame:
    """One row per header, what it is held against, class and ranker; all tests are one family."""
    (result,) = work.results
    gold = [result.gold[at] for at in held]

    def ranks(variant: str, ranker: str) -> Ranks:
        places = result.ranked[System(chunker, variant, ranker)].gold
        return _best_ranks([places[at] for at in held])

    found_by = {(v, r): ranks(v, r) for v in (RAW, header, LONG) for r in RANKERS}
    tests = [
        (after, before, name, ranker)
        for before, after in ((RAW, header), (RAW, LONG), (header, LONG))
        for name in NAMES
        if name in classes
        for ranker in RANKERS
    ]
    of_class = {name: np.array([each == name for each in classes]) for name in NAMES}
    changes = np.stack([1 / found_by[v, r] - 1 / found_by[b, r] for v, b, _, r in tests], axis=1)
    asked = np.stack([of_class[name] for _, _, name, _ in tests], axis=1)
    found = effects(changes, _clusters(work, gold), work.prepared.suite.seed, asked=asked)
    rows = []
    for (variant, against, name, ranker), each in zip(tests, found, strict=True):
        key = {"header": variant, "against": against, "class": name, "ranker": ranker}
        own = of_class[name]
        rows.append(
            key | _gain(each, found_by[against, ranker][own], found_by[variant, ranker][own])
        )
    return pd.DataFrame(rows)


def _gain(effect: Effect, before: Ranks, after: Ranks) -> dict[str, object]:
    low, high = effect.interval or (np.nan, np.nan)
    return {
        "needs": len(before),
        "clusters": effect.clusters,
        "RR_before": float((1 / before).mean()),
        "RR_after": float((1 / after).mean()),
        "RR_change": effect.mean,
        "RR_change_low": low,
        "RR_change_high": high,
        "p_value": effect.p_corrected,
        "rank_before": _median(before),
        "rank_after": _median(after),
        "higher": int((after < before).sum()),
        "lower": int((after > before).sum()),
    }


def _median(ranks: Ranks) -> float:
    """The middle rank; NaN where half of them or more are of what is not retrieved."""
    found = float(np.median(ranks))
    return found if np.isfinite(found) else np.nan


def _best_ranks(places: Sequence[Sequence[GoldPlace]]) -> Ranks:
    """The rank of each need's best gold chunk, infinite where none is retrieved."""
    found = [[place.rank.rank for place in own if place.rank is not None] for own in places]
    return np.array([min(ranks, default=np.inf) for ranks in found], dtype=np.float64)


def _clusters(work: Work, gold: Sequence[GoldNeed]) -> list[str]:
    names = cluster_names(work.queries, work.prepared.suite.queries.cluster)
    return [names[work.queries[need.query].query_id] for need in gold]
