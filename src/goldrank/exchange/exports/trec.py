"""TREC's files: a run for each system, qrels for each chunker, on which trec_eval agrees."""

from __future__ import annotations

from pathlib import Path

from goldrank.exchange.exports.results import Results, file_name, of_system
from goldrank.text.trec import write_qrels, write_run


def write(results: Results, folder: Path) -> None:
    """`chunker.qrels` and `chunker_variant_ranker.run`."""
    for chunker in results.chunkers:
        write_qrels(folder / f"{file_name(chunker)}.qrels", results.needs(chunker).items())
    for system in results.kept:
        path = folder / f"{of_system(system)}.run"
        write_run(path, results.rankings(system), str(system), depth=None)
