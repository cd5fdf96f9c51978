"""Which queries of a run's tables something answers."""

from __future__ import annotations

import pandas as pd

ANSWERABLE = "answerable"
"""The column of `queries` that is there where nothing answers some of them."""


def is_answerable(queries: pd.DataFrame) -> pd.Series:
    """Of each row of the table of queries: whether something answers it.

    >>> is_answerable(pd.DataFrame({"query_id": ["a", "b"]})).tolist()
    [True, True]
    """
    if ANSWERABLE in queries:
        return queries[ANSWERABLE].astype(bool)
    return pd.Series(True, index=queries.index)
