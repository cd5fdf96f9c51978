"""A long list in a sentence: its first, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence


def first_few(texts: Sequence[str], shown: int, between: str = ", ", last: str = " and ") -> str:
    """The first `shown` of them, and the number of the others.

    >>> first_few(["a", "b", "c", "d"], 2), first_few(["a", "b"], 2)
    ('a, b and 2 more', 'a, b')
    """
    more = f"{last}{len(texts) - shown:,} more" if len(texts) > shown else ""
    return between.join(texts[:shown]) + more
