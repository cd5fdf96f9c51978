"""What may be claimed of a run's means: which leads, which lifts, whose gain it is; each is tested.

Every claim is of RR over the run's queries, paired, with the signs of whole clusters turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.systems import by_system
from goldrank.measuring.paired import Effect, Leader, effect, effects, leader
from goldrank.tables.clusters import clusters_of

System = tuple[str, str, str]
Pair = tuple[System, System]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Claims:
    """RR of each query under each system, the queries in one order, and their clusters."""

    values: Mapping[System, Values]
    clusters: tuple[str, ...]
    seed: int = 0
    queries: tuple[str, ...] = ()
    depths: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        measurements: pd.DataFrame,
        queries: pd.DataFrame,
        evidence: pd.DataFrame,
        depths: Mapping[str, int] | None = None,
    ) -> Claims:
        """From a run's tables; a query that a system has no value for counts as 0 there.

        `depths` says by ranker how deep those are known that are not known whole.
        """
        systems = by_system(measurements)
        series = {system: rows.set_index("query_id")["RR"] for system, rows in systems}
        ids = list(next(iter(series.values())).index) if series else []
        names = clusters_of(queries, evidence)
        return cls(
            {
                system: rows.reindex(ids).fillna(0.0).to_numpy(dtype=np.float64)
                for system, rows in series.items()
            },
            tuple(names[str(query)] for query in ids),
            queries=tuple(map(str, ids)),
            depths=depths or {},
        )

    def cluster_of(self) -> dict[str, str]:
        """The cluster of each query."""
        return dict(zip(self.queries, self.clusters, strict=True))

    def leads(self, systems: Sequence[System]) -> Leader:
        """Which of these has the best mean, and whether it may be said to lead them all."""
        table = np.stack([self.values[system] for system in systems], axis=1)
        return leader(table, self.clusters, self.seed)

    def gains(self, pairs: Sequence[Pair]) -> list[Effect]:
        """What changes from before to after in each pair, corrected over all of them."""
        if not pairs:
            return []
        table = np.stack([self._gain(pair) for pair in pairs], axis=1)
        return effects(table, self.clusters, self.seed)

    def gains_apart(self, couples: Sequence[Sequence[Pair]]) -> list[Effect]:
        """In each couple the first gain less the second, corrected over all of them."""
        table = np.stack([self._gain(one) - self._gain(other) for one, other in couples], axis=1)
        return effects(table, self.clusters, self.seed)

    def _gain(self, pair: Pair) -> Values:
        known = [self.depths[ranker] for _, _, ranker in pair if ranker in self.depths]
        before, after = (self._values(min(known, default=None), system) for system in pair)
        return after - before

    def at(self, depth: int, system: System) -> float:
        """The mean of RR@depth of one system."""
        return float(self._values(depth, system).mean())

    def _values(self, depth: int | None, system: System) -> Values:
        """RR of one system, or RR@depth, which follows from it: 1 / rank is known, or less."""
        values = self.values[system]
        # Half a rank below the depth, so that no rounding of 1 / depth decides.
        return values if depth is None else np.where(values > 1 / (depth + 0.5), values, 0.0)

    def side_by_side(self, systems: Sequence[System]) -> Values:
        """The values of some systems, `(queries, systems)`, all at the depth that all are known to."""
        known = [self.depths[ranker] for _, _, ranker in systems if ranker in self.depths]
        depth = min(known, default=None)
        return np.stack([self._values(depth, system) for system in systems], axis=1)

    def mean(self, system: System) -> Effect:
        """The mean of one system, with its interval."""
        return effect(self.values[system], self.clusters, self.seed)
