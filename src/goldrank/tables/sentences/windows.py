"""What the window and the boundaries do: counted over the corpus, so without a sampling error."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.bounds import coverage_at_most, coverage_said
from goldrank.frames.rows import rows_of
from goldrank.frames.unknown import unknown_share
from goldrank.tables.sentences.gains import Gains
from goldrank.tables.sentences.seen import Row, Seen

FULL = 0.5
PERCENT = "{:.1%}".format


def overflows(seen: Seen, gains: Gains) -> list[str]:
    """Prefixes that fill the window, so that chunks become the same input."""
    plain = seen.coverage.get(seen.baseline)
    if plain is None:
        return []
    said = []
    for variant, row in seen.coverage.items():
        if variant in seen.others(seen.dense) and fills(row, plain):
            gain = gains[variant, seen.dense]
            told = "" if gain.is_real else ", not told from chance"
            said.append(
                f"{variant} overflows the window (MRR {gain.mean:+.3f} by {seen.said(seen.dense)}{told}): after "
                f"truncation its {row['chunks']:,} chunks are only {row['inputs']:,} different "
                f"inputs, coverage is {coverage_said(row, PERCENT)}, and chunks that are the same input "
                "cannot be told apart."
            )
    return said


def fills(row: Row, plain: Row) -> bool:
    """Whether half of the inputs that the baseline tells apart have become one."""
    return bool(row["inputs"] < FULL * plain["inputs"])


def no_header_can_help(seen: Seen) -> str:
    """How many needs the boundaries split."""
    mine = seen.needs[seen.needs.variant == seen.baseline]
    one = mine[mine.ranker == mine.ranker.iloc[0]] if len(mine) else mine
    split = int(one["split"].sum())
    if not split:
        return ""
    return (
        f"{split} of {len(one)} needs {'is' if split == 1 else 'are'} split: no single chunk of "
        f"{seen.chunker} holds their evidence, so no header can help them; move the boundaries."
    )


def uncovered(coverage: pd.DataFrame, baseline: str) -> str:
    """What of the corpus is in no window, under the chunker that loses most."""
    rows = rows_of(coverage[(coverage.variant == baseline) & (coverage.coverage < 1)])
    if not rows:
        return ""
    # What is in a window and unknown to the tokenizer has a sentence of its own.
    worst = min(rows, key=lambda row: float(row["coverage"]) + unknown_share(row))
    most = coverage_at_most(worst) + unknown_share(worst)
    lost = round(worst["body_characters"] * (1 - most))
    if not lost:
        return ""
    least = "at least " if coverage_at_most(worst) > worst["coverage"] else ""
    return (
        f"With {worst['chunker']}, {least}{lost:,} body characters ({1 - most:.1%}) are in no "
        f"vector even {baseline}; {worst['cut_rate']:.1%} of its chunks are cut."
    )
