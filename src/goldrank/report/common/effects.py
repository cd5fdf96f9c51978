"""What fusion does to needs, what each side of a variant changes of it, and documents of many chunks."""

from __future__ import annotations

from goldrank.frames.rows import rows_of
from goldrank.frames.systems import by_system
from goldrank.runs.run import Run

SIDES = {"vector": "vector side only", "lexical": "lexical side only", "both": "both sides"}


def side_lines(run: Run) -> list[str]:
    """One line each, empty where a run has no fusion (or no documents of different sizes)."""
    return [*_fusion(run), *_gains(run), *_sizes(run)]


def _fusion(run: Run) -> list[str]:
    baseline, rows = run.suite.baseline_variant, rows_of(run.fusion_counts)
    shown = [row for row in rows if row["variant"] == baseline] or rows[:1]
    return [
        f"Fusion, {row['chunker']}/{row['variant']}: RRF ranks {row['below']} of {row['needs']} needs "
        f"below the better single ranker and {row['above']} above (net {row['net']:+}); its MRR over "
        f"them differs from that of {row['best_single']} by {row['RR_change']:+.3f}. "
        "fusion.csv lists them."
        for row in shown
    ]


def _gains(run: Run) -> list[str]:
    lines = []
    for (chunker, name), rows in run.gains.groupby(["chunker", "representation"], sort=False):
        if len(rows) > 1:
            told = ", ".join(f"{SIDES[r['side']]} {r['RR_change']:+.3f}" for r in rows_of(rows))
            lines.append(
                f"What {name} changes of RRF's MRR, by the side it is on ({chunker}): {told}."
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
