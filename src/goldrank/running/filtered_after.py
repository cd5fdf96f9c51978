"""What filtering after the first k would leave, beside ranks that are counted among the allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goldrank.evidence.gold import GoldNeed
from goldrank.filters.rules import Flags
from goldrank.rankers.base import Ranker
from goldrank.rankers.graph import known_to, rests_on
from goldrank.rankers.order import Scores, rank_of, top
from goldrank.rankers.rerank import Rerank

FIRST: Final = (10, 50, 100)
"""The k of which it is said."""


@dataclass(frozen=True, slots=True)
class After:
    """One system's ranking of everything: `ranks` has, in the order of the needs, the place of the
    first gold unit that the query may see, `None` where that is not retrieved or there is none.

    `left` is how many of the first k units are allowed, shape (queries, k of `FIRST`).
    """

    ranks: tuple[int | None, ...]
    left: NDArray[np.int64]


@dataclass(slots=True)
class Open:
    """Collects `After` as blocks come in."""

    ranks: list[int | None] = field(default_factory=list)
    left: list[list[int]] = field(default_factory=list)

    def add(self, block: Scores, allowed: Flags, needs: Sequence[Sequence[GoldNeed]]) -> None:
        """Add the scores of some queries over everything, and what each may see."""
        for row, seen, its_needs in zip(block, allowed, needs, strict=True):
            for need in its_needs:
                found = [rank.rank for p in need.gold if (rank := rank_of(row, p)) is not None]
                self.ranks.append(min(found, default=None))
            order = top(row, max(FIRST))
            self.left.append([int(np.count_nonzero(seen[order[:k]])) for k in FIRST])

    def done(self) -> After:
        """What was collected."""
        left = np.array(self.left, dtype=np.int64).reshape(-1, len(FIRST))
        return After(tuple(self.ranks), left)


def is_asked_again(name: str, rankers: Mapping[str, Ranker[Any, Any]]) -> bool:
    """Whether a ranker is asked without filters too, for what filtering after the first k would lose.

    One that is known to a depth is filtered afterwards itself, a reference finds nothing, and a
    rerank would be paid, and handed what the query may not see.
    """
    parts = [rankers[each] for each in rests_on(name, rankers)]
    costs = any(isinstance(each, Rerank) for each in parts)
    return not costs and known_to(name, rankers) is None and not rankers[name].is_reference
