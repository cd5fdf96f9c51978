"""Which of the units that are ranked each query of a block may see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goldrank.filters.rules import Flags


@dataclass(frozen=True, slots=True, eq=False)
class Allowed:
    """The documents that each query may see, shape (queries, documents), and each unit's document.

    >>> seen = Allowed(np.array([[True, False]]), np.array([0, 0, 1]))
    >>> seen.units.tolist(), seen[0:1].over(np.array([1, 0])).units.tolist()
    ([[True, True, False]], [[False, True]])
    """

    documents: Flags
    owners: NDArray[np.int64]

    def __getitem__(self, rows: slice | NDArray[np.bool_]) -> Allowed:
        """Of some of the queries."""
        return Allowed(self.documents[rows], self.owners)

    @property
    def units(self) -> Flags:
        """The units that each query may see, shape (queries, units)."""
        return self.documents[:, self.owners]

    def over(self, owners: NDArray[np.int64]) -> Allowed:
        """The same queries over other units, each of the document that `owners` says."""
        return Allowed(self.documents, owners)
