"""The system that a run is summed up by."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.systems import systems_of
from goldrank.rankers.graph import Graph, references
from goldrank.types import System


def best_system(systems: pd.DataFrame, rankers: Graph) -> System:
    """The system of the highest MRR; the reference rankers do not count."""
    real = systems[~systems.ranker.isin(references(rankers))]
    compared = real if len(real) else systems
    return systems_of(compared.sort_values("RR", ascending=False, kind="stable"))[0]
