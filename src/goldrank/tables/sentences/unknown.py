"""What of the corpus the encoder's tokenizer cannot read: counted, so without a sampling error."""

from __future__ import annotations

import pandas as pd

from goldrank.frames.rows import rows_of
from goldrank.frames.unknown import unknown_share
from goldrank.tables.sentences.queries import OFTEN

NOTABLE = 0.03  # of the body: a sign here and there is less, a script that is not known is more


def unknown(coverage: pd.DataFrame, systems: pd.DataFrame, baseline: str, dense: str) -> str:
    """How much of the body is unknown to the tokenizer, under the chunker where it is most.

    `dense` is the ranker of vectors whose ties are said.
    """
    rows = [row for row in rows_of(coverage[coverage.variant == baseline]) if _is_notable(row)]
    if not rows:
        return ""
    worst = max(rows, key=unknown_share)
    share = unknown_share(worst)
    return (
        f"{share:.1%} of the corpus ({round(share * worst['body_characters']):,} body characters, "
        f"with {worst['chunker']}) is unknown to the encoder's tokenizer: the model is given one and "
        "the same token for all of it, so no vector holds it; take a model whose tokenizer knows "
        f"these texts.{_ties(systems, worst['chunker'], baseline, dense)}"
    )


def _is_notable(row: dict[str, object]) -> bool:
    return unknown_share(row) >= NOTABLE


def _ties(systems: pd.DataFrame, chunker: str, baseline: str, dense: str) -> str:
    mine = systems[(systems.chunker == chunker) & (systems.variant == baseline)]
    tied = float(mine[mine.ranker == dense].tied.max()) if len(mine) else 0.0
    if not tied > OFTEN:
        return ""
    return (
        f" Texts of as many unknown words are one input to it: by {dense}, {tied:.0%} of the queries "
        "have a tie among their first ten, and ties decide those ranks."
    )
