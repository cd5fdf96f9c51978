"""ranx's JSON: `Qrels.from_file` and `Run.from_file` read it, with kind="json"."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from goldrank.exchange.exports.results import Results, file_name, of_system, scored


def write(results: Results, folder: Path) -> None:
    """`chunker.qrels.json`, and `chunker_variant_ranker.json` with the queries that have gold."""
    judged = {chunker: results.qrels(chunker) for chunker in results.chunkers}
    for chunker, qrels in judged.items():
        _json(folder / f"{file_name(chunker)}.qrels.json", qrels)
    for system in results.kept:
        found = dict(results.rankings(system))
        # ranx takes a run only with the very queries of the qrels.
        run = {query_id: scored(found.get(query_id, [])) for query_id in judged[system.chunker]}
        _json(folder / f"{of_system(system)}.json", run)


def _json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
