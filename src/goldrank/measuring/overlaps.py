"""How many members sets share, for all pairs that share any."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.preprocessing import MultiLabelBinarizer

BLOCK = 512  # sets that are compared with all others at once

Numbers = NDArray[np.int64]


def overlaps(
    sets: Sequence[Collection[str]], asked: Sequence[int]
) -> Iterator[tuple[Numbers, Numbers, Numbers, Numbers]]:
    """Blocks of pairs with a common member: one of `asked`, the other, the shared, and both sizes.

    The last two count the members that a pair shares, and those of the one plus those of the
    other. A set shares all with itself.

    >>> [part.tolist() for part in next(overlaps([{"a", "b"}, {"b"}, {"c"}], [1]))]
    [[1, 1], [0, 1], [1, 1], [3, 2]]
    """
    table = MultiLabelBinarizer(sparse_output=True).fit_transform(sets)
    sizes = np.array([len(members) for members in sets], dtype=np.int64)
    for start in range(0, len(asked), BLOCK):
        rows = np.array(asked[start : start + BLOCK], dtype=np.int64)
        # In the order of the sets: how a product of sparse tables orders them is left open.
        shared = (table[rows] @ table.T).sorted_indices().tocoo()
        one, other = rows[shared.row], shared.col.astype(np.int64)
        yield one, other, shared.data, sizes[one] + sizes[other]
