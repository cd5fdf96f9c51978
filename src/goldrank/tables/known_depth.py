"""Rankers whose ranks are known only to a depth: how deep, what was lost, and what that costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.rankers.base import Named
from goldrank.rankers.graph import Graph, known_to
from goldrank.rankers.hits import Placed
from goldrank.rankers.search import SearchIndex
from goldrank.rankers.trec_run import TrecRunIndex
from goldrank.running.work import Work
from goldrank.tables.claims import Claims, Pair
from goldrank.tables.sentences.seen import rests_on
from goldrank.text.first_few import first_few
from goldrank.text.numbers import p_words
from goldrank.text.quotes import short
from goldrank.types import System

SHOWN = 3
KNOWN_TO = "known_to"


def depths_of(rankers: Graph) -> dict[str, int]:
    """By name how deep the ranks of those rankers are known that are not known whole."""
    depths = {name: known_to(name, rankers) for name in rankers}
    return {name: depth for name, depth in depths.items() if depth is not None}


def with_depths(systems: pd.DataFrame, work: Work) -> pd.DataFrame:
    """`systems` with how deep each is known, and the hits that were placed, lost and repeated.

    The table is as it was where all ranks are known.
    """
    depths = depths_of(work.parts.rankers)
    if not depths.keys() & set(systems.ranker):
        return systems
    placed = {result.indexed.chunker: _placed_of(result.indexed.fitted) for result in work.results}
    rows = [placed[row["chunker"]].get(row["ranker"]) for row in rows_of(systems)]
    counts = {
        "hits": [None if each is None else _hits(each) for each in rows],
        "unplaced": [None if each is None else _lost(each) for each in rows],
        "repeats": [
            None if each is None else sum(p.repeats for p in each.values()) for each in rows
        ],
    }
    whole = {name: pd.array(values, dtype="Int64") for name, values in counts.items()}
    depth = pd.array([depths.get(str(name)) for name in systems.ranker], dtype="Int64")
    return systems.assign(**{KNOWN_TO: depth}, **whole)


def _placed_of(fitted: Any) -> dict[str, Mapping[str, Placed]]:
    found: dict[str, Mapping[str, Placed]] = {}
    for name in fitted.rankers:
        for index in fitted.indexes(name).values():
            if isinstance(index, SearchIndex | TrecRunIndex):
                found[name] = index.placed
    return found


def _hits(placed: Mapping[str, Placed]) -> int:
    return sum(len(p.units) + p.repeats + len(p.lost) for p in placed.values())


def _lost(placed: Mapping[str, Placed]) -> int:
    return sum(len(p.lost) for p in placed.values())


def depth_notices(work: Work) -> list[str]:
    """How deep ranks are known, and which hits are no unit of the corpus or one again."""
    graph = work.prepared.suite.ranker_graph
    depths, ranked = depths_of(graph), {system.ranker for system, _ in work.parts.systems}
    said = [
        _depth_said(name, graph[name], depth) for name, depth in depths.items() if name in ranked
    ]
    for result in work.results:
        for name, placed in _placed_of(result.indexed.fitted).items():
            said += _hits_said(f"{result.indexed.chunker}, {name}", placed)
    return said


def _depth_said(name: str, ranker: Named, depth: int) -> str:
    why = f"{name} rests on ranks that are" if ranker.combines else f"{name} is"
    return (
        f"{why} known to the first {depth} of a query: a rank beyond is > {depth} and counts as not "
        f"retrieved, so its MRR is MRR@{depth}, its recall beyond {depth} is that at {depth}, and it "
        "is compared with others at that depth"
    )


def _hits_said(where: str, placed: Mapping[str, Placed]) -> list[str]:
    lost = [text for each in placed.values() for text in each.lost]
    repeats = sum(each.repeats for each in placed.values())
    said = []
    if lost:
        queries = sum(bool(each.lost) for each in placed.values())
        shown = first_few([short(text, 60) for text in lost], SHOWN, "; ", "; and ")
        said.append(
            f"{where}: {len(lost):,} of {_hits(placed):,} hits, of {queries:,} "
            f"{'query' if queries == 1 else 'queries'}, stand in no chunk of the corpus, and the "
            f"hits below them move up: {shown}"
        )
    if repeats:
        said.append(
            f"{where}: {repeats:,} of {_hits(placed):,} hits are units that were hit before, and "
            "count once"
        )
    return said


@dataclass(frozen=True, slots=True)
class _Loss:
    """A ranker that is known to a depth, and one that is known whole, on one chunker and variant."""

    search: str
    whole: str
    depth: int
    pair: Pair
    shared: float


def depth_sentences(work: Work, claims: Claims) -> list[str]:
    """What each search gives of what a whole ranking has first, and what it costs: one family."""
    graph, baseline = work.prepared.suite.ranker_graph, work.prepared.suite.baseline_variant
    result = work.results[0]
    mine = {s.ranker: s for s in result.ranked if s.variant == baseline}
    alone = [n for n in mine if not (graph[n].combines or graph[n].is_reference)]
    found = []
    for name in alone:
        depth = graph[name].known_to
        for other in alone if depth is not None else ():
            if graph[other].known_to is None and depth is not None:
                first, last = (result.ranked[mine[each]].top for each in (name, other))
                shared = _shared(first, last, depth)
                found.append(
                    _Loss(name, other, depth, (_key(mine[other]), _key(mine[name])), shared)
                )
    said = []
    for loss, effect in zip(found, claims.gains([loss.pair for loss in found]), strict=True):
        before, after = (claims.at(loss.depth, system) for system in loss.pair)
        told = p_words(effect.p_corrected) if effect.is_real else "not told from chance"
        said.append(
            f"{loss.search} gives {loss.shared:.1%} of what {loss.whole} has among its first "
            f"{loss.depth}; MRR@{loss.depth} {after:.3f} against {before:.3f} ({told}, "
            f"{rests_on(effect)})."
        )
    return said


def _key(system: System) -> tuple[str, str, str]:
    return system.chunker, system.variant, system.ranker


def _shared(search: Any, whole: Any, depth: int) -> float:
    """The share of the whole ranking's first units that the search has among its own."""
    rows = zip(search[:, :depth], whole[:, :depth], strict=True)
    pairs = [(np.intersect1d(a[a >= 0], b[b >= 0]).size, (b >= 0).sum()) for a, b in rows]
    wanted = sum(int(count) for _, count in pairs)
    return sum(int(size) for size, _ in pairs) / wanted if wanted else 1.0
