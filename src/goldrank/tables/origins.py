"""What rests on questions that nobody asked: those that a model made, by their own word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from goldrank.frames.systems import by_system
from goldrank.text.first_few import first_few
from goldrank.types import Query

SYNTHETIC: Final = "synthetic"
"""The origin that is warned of."""
SHOWN = 4


def origin_notices(judged: Sequence[Query], measurements: pd.DataFrame, baseline: str) -> list[str]:
    """That all or most judged queries are synthetic, and which gains are there on those alone.

    `measurements` has the value of RR of each query under each system, `baseline` the variant that
    gains are counted from.
    """
    made = {query.query_id for query in judged if query.origin == SYNTHETIC}
    if not made:
        return []
    others = len(judged) - len(made)
    if not others:
        return [
            "all judged queries are synthetic: what is found holds for questions that a model made, "
            "and may not hold for those that people ask"
        ]
    said = []
    if len(made) > others:
        said.append(
            f"{len(made):,} of {len(judged):,} judged queries are synthetic, so most of each mean is "
            "theirs; see the others alone: tags under [queries], or bench compare, which splits by "
            "tag"
        )
    return [*said, *_resting(measurements, made, baseline)]


def _resting(measurements: pd.DataFrame, made: set[str], baseline: str) -> list[str]:
    """Which systems gain over the baseline on all queries, and not on those that are not made."""
    values = {system: rows.set_index("query_id")["RR"] for system, rows in by_system(measurements)}
    resting = []
    for system, own in values.items():
        base = values.get(system._replace(variant=baseline))
        if system.variant == baseline or base is None:
            continue
        gains = own - base
        asked = gains[~gains.index.isin(made)]
        if len(asked) and gains.mean() > 0 >= asked.mean():
            resting.append(f"{system} ({gains.mean():+.3f}, without them {asked.mean():+.3f})")
    if not resting:
        return []
    return [
        f"over {baseline}, these gain MRR on synthetic queries alone: "
        f"{first_few(resting, SHOWN, '; ', '; and ')}"
    ]
