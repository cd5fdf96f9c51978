"""What of a corpus its tokenizer cannot read, as it stands in a run's tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

UNKNOWN_SHARE = "unknown_share"
"""The column that is there where some of the body reaches the model as the unknown token alone."""


def unknown_share(row: Mapping[str, Any]) -> float:
    """The share of the body that windows hold as the unknown token alone.

    >>> unknown_share({"coverage": 1.0}), unknown_share({"coverage": 0.4, "unknown_share": 0.6})
    (0.0, 0.6)
    """
    share = row.get(UNKNOWN_SHARE)
    return 0.0 if share is None or share != share else float(share)


def filled(coverage: pd.DataFrame) -> pd.DataFrame:
    """The table of several chunkers, with 0 where one of them leaves nothing unknown."""
    return coverage.fillna({UNKNOWN_SHARE: 0.0}) if UNKNOWN_SHARE in coverage else coverage


def has_unknown(coverage: pd.DataFrame) -> bool:
    """Whether there is anything to show of it."""
    return UNKNOWN_SHARE in coverage and bool((coverage[UNKNOWN_SHARE] > 0).any())
