"""Tables: as ir_measures takes them, one a system, or all in one, as pandas reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from goldrank.exchange.exports.results import Results, file_name, of_system, scored
from goldrank.tables.files import write_csv, write_parquet


def write_ir_measures(results: Results, folder: Path) -> None:
    """Parquet files whose columns are called as `ir_measures.calc_aggregate` wants them."""
    for chunker in results.chunkers:
        rows = [
            (query_id, unit, grade)
            for query_id, units in results.qrels(chunker).items()
            for unit, grade in units.items()
        ]
        qrels = pd.DataFrame(rows, columns=["query_id", "doc_id", "relevance"])
        write_parquet(qrels, folder / f"{file_name(chunker)}.qrels.parquet")
    for system in results.kept:
        scores = (
            (query_id, unit, float(score))
            for query_id, units in results.rankings(system)
            for unit, score in scored(units).items()
        )
        run = pd.DataFrame(scores, columns=["query_id", "doc_id", "score"])
        write_parquet(run, folder / f"{of_system(system)}.parquet")


def write_pandas(results: Results, folder: Path) -> None:
    """`rankings.parquet` and `qrels.parquet`, of all systems."""
    for name, table in _tables(results):
        write_parquet(table, folder / f"{name}.parquet")


def write_for_people(results: Results, folder: Path) -> None:
    """The same as CSV: long, and slow to write."""
    for name, table in _tables(results):
        write_csv(table, folder / f"{name}.csv")


def _tables(results: Results) -> Iterator[tuple[str, pd.DataFrame]]:
    ranked = (
        (system.chunker, system.variant, system.ranker, query_id, rank, unit)
        for system in results.kept
        for query_id, units in results.rankings(system)
        for rank, unit in enumerate(units, start=1)
    )
    columns = ["chunker", "variant", "ranker", "query_id", "rank", "unit"]
    yield "rankings", pd.DataFrame(ranked, columns=columns)
    judged = (
        (chunker, query_id, need, unit, grade)
        for chunker in results.chunkers
        for query_id, needs in results.needs(chunker).items()
        for need, units in enumerate(needs)
        for unit, grade in units or [("", 0)]
    )
    columns = ["chunker", "query_id", "need", "unit", "grade"]
    yield "qrels", pd.DataFrame(judged, columns=columns)
