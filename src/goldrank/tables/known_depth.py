"""Rankers whose ranks are known only to a depth: how deep, and which hits are no unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.rankers.graph import Graph, known_to
from goldrank.rankers.hits import Placed
from goldrank.rankers.search import SearchIndex
from goldrank.rankers.trec_run import TrecRunIndex
from goldrank.running.work import Work
from goldrank.text.first_few import first_few
from goldrank.text.quotes import short

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
    depth = pd.array([depths.get(str(name)) for name in systems.ranker], dtype="Int64")
    known = systems.assign(**{KNOWN_TO: depth})
    placed = {result.indexed.chunker: _placed_of(result.indexed.fitted) for result in work.results}
    if not any(placed.values()):
        return known
    rows = [placed[row["chunker"]].get(row["ranker"]) for row in rows_of(systems)]
    counts = {
        "hits": [None if each is None else _hits(each) for each in rows],
        "unplaced": [None if each is None else _lost(each) for each in rows],
        "repeats": [
            None if each is None else sum(p.repeats for p in each.values()) for each in rows
        ],
    }
    whole = {name: pd.array(values, dtype="Int64") for name, values in counts.items()}
    return known.assign(**whole)


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
    alike: dict[tuple[int, bool], list[str]] = {}
    for name, depth in depths.items():
        if name in ranked:
            alike.setdefault((depth, bool(graph[name].combines)), []).append(name)
    said = [_depth_said(names, *key) for key, names in alike.items()]
    for result in work.results:
        for name, placed in _placed_of(result.indexed.fitted).items():
            said += _hits_said(f"{result.indexed.chunker}, {name}", placed)
    return said


def _depth_said(names: Sequence[str], depth: int, combine: bool) -> str:
    one = len(names) == 1
    why = ("rests" if one else "rest") + " on ranks that are" if combine else "is" if one else "are"
    its = "it is" if one else "they are"
    return (
        f"{', '.join(names)} {why} known to the first {depth} of a query: a rank beyond is > {depth} "
        f"and counts as not retrieved, so MRR is MRR@{depth}, recall beyond {depth} is that at {depth}, "
        f"and {its} compared with others at that depth"
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
