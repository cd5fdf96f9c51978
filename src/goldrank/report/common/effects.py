"""What fusion does to needs, what each side of a variant changes of it, and documents of many chunks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldrank.diagnosis.fusion import with_ranker
from goldrank.diagnosis.gains import fused_sides
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import by_system
from goldrank.rankers.base import Named
from goldrank.runs.run import Run

SIDES = {"vector": "vector side only", "lexical": "lexical side only", "both": "both sides"}


def side_lines(run: Run) -> list[str]:
    """One line each, empty where a run has no fusion (or no documents of different sizes)."""
    return [*_fusion(run), *_gains(run), *_sizes(run)]


def _fusion(run: Run) -> list[str]:
    baseline, rankers = run.suite.baseline_variant, run.suite.ranker_graph
    rows = rows_of(with_ranker(run.fusion_counts, rankers, run.fusion.columns))
    shown = [row for row in rows if row["variant"] == baseline] or rows[:1]
    return [_fused(row, rankers[row["ranker"]]) for row in shown]


def _fused(row: Mapping[str, Any], ranker: Named) -> str:
    single = ranker.combines[0] if len(ranker.combines) == 1 else "the better single ranker"
    return (
        f"Fusion, {row['chunker']}/{row['variant']}: {ranker.said} ranks {row['below']} of "
        f"{row['needs']} needs below {single} and {row['above']} above (net {row['net']:+}); its MRR "
        f"over them differs from that of {row['best_single']} by {row['RR_change']:+.3f}. "
        "fusion.csv lists them."
    )


def _gains(run: Run) -> list[str]:
    lines, rankers = [], run.suite.ranker_graph
    top = fused_sides(run.systems.ranker.unique(), rankers)
    for (chunker, name), rows in run.gains.groupby(["chunker", "representation"], sort=False):
        if len(rows) > 1:
            told = ", ".join(f"{SIDES[r['side']]} {r['RR_change']:+.3f}" for r in rows_of(rows))
            lines.append(
                f"What {name} changes of {rankers[top].said}'s MRR, by the side it is on ({chunker}): {told}."
            )
    return lines


def _sizes(run: Run) -> list[str]:
    """Mean RR by the number of a document's chunks, where documents are ranked."""
    if run.suite.unit != "document":
        return []
    lines = []
    table = run.document_sizes
    table = table[table.ranker == table.ranker.iloc[0]] if len(table) else table
    for system, rows in by_system(table):
        if len(rows) > 1:
            told = ", ".join(f"{r['band']}: {r['RR']:.3f}" for r in rows_of(rows))
            lines.append(f"MRR by the chunks of the gold document, {system}: {told}.")
    return lines
