"""Results as MTEB writes those of a retrieval task: one JSON file a system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldrank.exchange.exports.results import Results, of_system
from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import mean, parse_measure
from goldrank.types import System

CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
NAMES = {
    "ndcg": "nDCG",
    "map": "AP",
    "recall": "R",
    "precision": "P",
    "mrr": "RR",
    "hit_rate": "Success",
}
"""Ours by theirs."""


def write(results: Results, folder: Path) -> None:
    """`chunker_variant_ranker.json`, with means over the queries that have gold."""
    for system in results.kept:
        made = {
            "dataset_revision": None,
            "task_name": results.run.name,
            "mteb_version": None,
            "scores": {"test": [_scores(results, system)]},
            "evaluation_time": None,
            "kg_co2_emissions": None,
        }
        text = json.dumps(made, ensure_ascii=False, indent=2)
        path = folder / f"{of_system(system)}.json"
        path.write_text(text + "\n", encoding="utf-8", newline="\n")


def _scores(results: Results, system: System) -> dict[str, Any]:
    judgments = judged(results, system)
    found: dict[str, Any] = {
        f"{theirs}_at_{k}": mean(parse_measure(f"{ours}@{k}")(judgments))
        for theirs, ours in NAMES.items()
        for k in CUTOFFS
    }
    return {**found, "main_score": found["ndcg_at_10"], "hf_subset": "default", "languages": []}


def judged(results: Results, system: System) -> Judgments:
    """The ranks of the gold of every query that has some, as deep as rankings were kept."""
    ranked = dict(results.rankings(system))
    queries = []
    for query_id, needs in results.needs(system.chunker).items():
        ranks = {unit: rank for rank, unit in enumerate(ranked.get(query_id, []), start=1)}
        queries.append(
            [[Gold(ranks.get(unit), grade, unit) for unit, grade in need] for need in needs]
        )
    return Judgments.of(queries)
