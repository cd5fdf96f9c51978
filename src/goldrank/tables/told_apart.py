"""The top score of every query under each system, and whether something answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.answerable import is_answerable
from goldrank.frames.systems import by_system
from goldrank.measuring.clusters import Numbers, numbered
from goldrank.measuring.redraws import redraws
from goldrank.rankers.graph import references
from goldrank.suites.suite import Suite
from goldrank.tables.clusters import clusters_of
from goldrank.types import System


class Tables(Protocol):
    """Anything that has the tables of a run by name."""

    def __getitem__(self, name: str) -> pd.DataFrame:
        """The table of that name."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ToldApart:
    """One system's top scores, `(queries,)`: those with evidence, and those that nothing answers.

    A score is -inf where nothing is retrieved; `first` says where gold is first; `drawn` are the
    redraws of the queries, `remark` what to know of its score. A query without evidence that something may answer is left out.
    """

    system: System
    remark: str
    scores: NDArray[np.float64]
    answerable: NDArray[np.bool_]
    first: NDArray[np.bool_]
    clusters: Numbers
    drawn: NDArray[np.int64]


def told_apart(of: Tables, suite: Suite) -> list[ToldApart]:
    """Every system of a run; none where something answers every query.

    Rankers that are there to be compared with have no score that says anything.
    """
    queries = of["queries"]
    unanswerable = queries[~is_answerable(queries)].query_id
    if unanswerable.empty:
        return []
    named = clusters_of(queries, of["evidence"])
    top = of["top"]
    scores = _by_query(top[top["rank"] == 1], "score")
    firsts = _by_query(of["measurements"], "RR")
    rankers, found = suite.ranker_graph, []
    left_out = references(rankers)
    known: dict[bytes, NDArray[np.int64]] = {}  # the same queries are drawn once for all systems
    for system in (name for name in firsts if name.ranker not in left_out):
        ranks = firsts[system]
        ids = [*ranks.index, *unanswerable]
        clusters = numbered([named[str(query)] for query in ids])
        if clusters.tobytes() not in known:
            known[clusters.tobytes()] = redraws(clusters, suite.seed)
        tops = scores.get(system, pd.Series(dtype="float64"))
        found.append(
            ToldApart(
                system,
                rankers[system.ranker].score_remark,
                tops.reindex(ids).fillna(-np.inf).to_numpy(dtype=np.float64),
                np.arange(len(ids)) < len(ranks),
                (ranks.reindex(ids) == 1).to_numpy(dtype=np.bool_),
                clusters,
                known[clusters.tobytes()],
            )
        )
    return found


def _by_query(table: pd.DataFrame, column: str) -> dict[System, pd.Series]:
    """A column by query, of each system."""
    return {system: rows.set_index("query_id")[column] for system, rows in by_system(table)}
