"""Tables side by side: by their keys, and checked."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goldrank.errors import GoldrankError


def joined(
    left: pd.DataFrame, right: pd.DataFrame, columns: Sequence[str], key: Sequence[str]
) -> pd.DataFrame:
    """`left` with `columns` of `right`, row by row of the same key; the order is that of `left`.

    Raises `GoldrankError` where a key occurs twice in either, or a row of `left` has none in
    `right`.

    >>> ranks = pd.DataFrame({"query_id": ["b", "a"], "rank": [7, 3]})
    >>> joined(pd.DataFrame({"query_id": ["a", "b"]}), ranks, ["rank"], ["query_id"])["rank"].tolist()
    [3, 7]
    """
    try:
        found = left.merge(
            right[[*key, *columns]],
            on=list(key),
            how="left",
            validate="one_to_one",
            indicator="_found",
        )
    except pd.errors.MergeError as error:
        raise GoldrankError(f"two tables do not go together by {', '.join(key)}: {error}") from None
    alone = found[found["_found"] != "both"]
    if len(alone):
        row = alone[list(key)].iloc[0].to_dict()
        raise GoldrankError(f"two tables do not go together: {row} is in one of them only")
    return found.drop(columns="_found")
