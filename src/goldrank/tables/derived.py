"""The tables that follow from other tables of a run: fusion, gains, standings, documents by their size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pandas as pd

from goldrank.diagnosis.document_size import by_document_size
from goldrank.diagnosis.fusion import fused_needs, fusion_harm
from goldrank.diagnosis.gains import gain_sources
from goldrank.suites.suite import Suite
from goldrank.tables.answerability import answerability_table, refusals_table, top_scores_table
from goldrank.tables.claims import Claims
from goldrank.tables.known_depth import depths_of
from goldrank.tables.standings import standings_table
from goldrank.tables.told_apart import Tables, told_apart

DERIVED: Final[Mapping[str, Callable[[Tables, Suite], pd.DataFrame]]] = {
    "fusion": lambda of, suite: fused_needs(of["needs"], suite.variants, suite.ranker_graph),
    "fusion_counts": lambda of, suite: fusion_harm(of["fusion"], suite.ranker_graph),
    "gains": lambda of, suite: gain_sources(
        of["systems"], of["needs"], suite.variants, suite.baseline_variant, suite.ranker_graph
    ),
    "top_scores": lambda of, suite: top_scores_table(told_apart(of, suite)),
    "answerability": lambda of, suite: answerability_table(told_apart(of, suite)),
    "refusals": lambda of, suite: refusals_table(told_apart(of, suite)),
    "standings": lambda of, suite: standings_table(
        of["systems"],
        Claims.of(of["measurements"], of["queries"], of["evidence"], depths_of(suite.ranker_graph)),
        suite.ranker_graph,
    ),
    "document_sizes": lambda of, suite: by_document_size(of["needs"], of["chunks"]),
}
"""How each is made; it stands after those that it is made of."""
