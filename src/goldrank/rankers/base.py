"""What every ranker promises."""

from __future__ import annotations

from typing import Protocol, TypeVar

from goldrank.rankers.order import Scores

Units = TypeVar("Units", contravariant=True)
Queries = TypeVar("Queries", contravariant=True)
Asked = TypeVar("Asked", contravariant=True)


class Index(Protocol[Queries]):
    """What a ranker knows of one corpus. It does not change when it is asked."""

    @property
    def units(self) -> int:
        """How many units it ranks."""
        ...

    def scores(self, queries: Queries) -> Scores:
        """The scores of a block of queries over all units, shape (queries, units).

        Whole steps, `order.NOT_RETRIEVED` for a unit that the ranker does not return. A row
        depends on its query alone: not on the other queries of the block, nor on their order.
        """
        ...


class Ranker(Protocol[Units, Asked]):
    """Settings alone; `fit` leaves them as they were.

    Promises, tested for every implementation: units are ranked in the order in which they were
    given, which is corpus order, so units that are alike tie, and stand in that order; no score
    is NaN; the same units and queries give the same integers.

    | ranker | units | a block of queries |
    |---|---|---|
    | `Vector` | vectors, (units, dimensions) | vectors, (queries, dimensions) |
    | `Bm25` | texts | texts |
    | `Rrf` | how many | the score blocks to fuse |
    | `Random` | how many | query ids |
    | `Oracle` | how many | for each query, the grade of each of its gold units |
    """

    @property
    def name(self) -> str:
        """The name that tables show."""
        ...

    @property
    def step(self) -> float:
        """Scores nearer to each other than this may tie: what one step of a score is worth."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes when any score could: every setting, in words."""
        ...

    def fit(self, units: Units) -> Index[Asked]:
        """What the ranker knows after it has read all units."""
        ...
