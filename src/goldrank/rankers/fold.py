"""From chunks to documents: a document scores as its best chunk does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldrank.errors import GoldrankError
from goldrank.rankers.order import NOT_RETRIEVED, Positions, Scores


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Which document each unit belongs to; `sizes` is how many units each document has.

    Units may stand in any order, so a document's own vector can join the pool at its end.

    >>> fold = Fold.of([0, 0, 1], documents=3)
    >>> fold(np.array([[5, 9, 7]]))[0, :2].tolist(), fold.sizes.tolist()
    ([9, 7], [2, 1, 0])
    """

    by_document: Positions  # positions of the units, document by document
    sizes: Positions

    @classmethod
    def of(cls, owners: Sequence[int] | Positions, documents: int) -> Fold:
        """`owners[u]` is the document of unit u, of so many documents in corpus order.

        Raises `GoldrankError` for an owner outside [0, documents).
        """
        owned = np.asarray(owners, dtype=np.int64)
        if len(owned) and not 0 <= owned.min() <= owned.max() < documents:
            raise GoldrankError(
                f"fold: expected documents in [0, {documents}), got {owned.min()} to {owned.max()}"
            )
        return cls(np.argsort(owned, kind="stable"), np.bincount(owned, minlength=documents))

    def __call__(self, block: Scores) -> Scores:
        """The best score of each document's units, shape (queries, documents).

        A document is not retrieved only if none of its units is.
        """
        folded = np.full((len(block), len(self.sizes)), NOT_RETRIEVED, dtype=np.int64)
        filled = self.sizes > 0
        starts = (np.cumsum(self.sizes) - self.sizes)[filled]
        if len(starts):
            folded[:, filled] = np.maximum.reduceat(block[:, self.by_document], starts, axis=1)
        return folded

    def units_of(self, document: int) -> Positions:
        """The positions of a document's units.

        >>> Fold.of([0, 1, 0], documents=2).units_of(0).tolist()
        [0, 2]
        """
        start = int(self.sizes[:document].sum())
        return self.by_document[start : start + int(self.sizes[document])]

    def best(self, row: Scores, document: int) -> int | None:
        """The unit whose score a document has, the first of several; `None` if it is not retrieved.

        >>> Fold.of([0, 1, 0], documents=2).best(np.array([5, 9, 7]), 0)
        2
        """
        units = self.units_of(document)
        best = max(units.tolist(), key=lambda unit: int(row[unit]), default=None)
        return None if best is None or row[best] == NOT_RETRIEVED else best
