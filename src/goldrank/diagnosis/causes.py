"""Why a need fails: the diagnoses, what makes each hold, and which is named first.

Several can hold for one need under one system. The first of this table that holds is named; the
order puts a cause before those that it would explain, and a cause that no header can mend before
one that a header may.

| | diagnosis | holds when | what it asks for |
|---|---|---|---|
| 1 | `found` | a gold chunk ranks in the first k | nothing |
| 2 | `split` | no single chunk holds the evidence | other boundaries |
| 3 | `outside` | the gold chunk's vector read none of its evidence (vector, rrf) | shorter inputs, a longer window |
| 4 | `straddling` | it read a part of its evidence only (vector, rrf) | the same |
| 5 | `twin` | a chunk with nearly the gold chunk's text ranks ahead of it | a header or field that tells them apart |
| 6 | `empty heading` | the breadcrumb tells the chunk from less than half of the corpus | better headings |
| 7 | `no shared vocabulary` | the indexed text has no term of the query but function words and words that half of the corpus has | synonyms, rewriting |
| 8 | `buried` | one chunk holds the evidence, and ranks beyond k or not at all | a header, a better ranker |

Two of them hold without being named while another does. `straddling` is named only where at least
half of the evidence is unread: a vector that read most of it is not blind to it. `no shared
vocabulary` is named only where the chunk's header would not bring a shared term either: where it
would, the vocabulary is there, one line above, and the need is `buried`, which is what a header is
for. `empty heading` comes before it because a breadcrumb that says nothing is why the vocabulary is
missing. `twin` says that whatever lifts the gold chunk lifts its twin too, unless it tells them
apart; how far down both stand is in the columns `rank` and `twin_rank`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FOUND: Final = "found"
SPLIT: Final = "split"
OUTSIDE: Final = "outside"
STRADDLING: Final = "straddling"
TWIN: Final = "twin"
EMPTY_HEADING: Final = "empty heading"
NO_VOCABULARY: Final = "no shared vocabulary"
BURIED: Final = "buried"

DIAGNOSES: Final = (
    FOUND,
    SPLIT,
    OUTSIDE,
    STRADDLING,
    TWIN,
    EMPTY_HEADING,
    NO_VOCABULARY,
    BURIED,
)
"""Every diagnosis, in the order of precedence."""

BETWEEN = "; "
"""What joins several diagnoses in a table's cell."""


MOSTLY: Final = 0.5
"""The share of the evidence that must be unread for `straddling` to be named."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one need under one system.

    `rank` is that of its best gold chunk, `None` where it is not retrieved or there is none.
    `unread` is the share of the evidence in that chunk which its vector did not read, 0 where no
    vector is ranked by. `shares` says whether the indexed text has a term of the query that tells
    anything, `header_shares` whether the header has one, whatever was indexed.
    """

    rank: int | None
    split: bool = False
    unread: float = 0.0
    twin_ahead: bool = False
    heading_empty: bool = False
    shares: bool = True
    header_shares: bool = True


def diagnoses_of(facts: Facts, k: int) -> tuple[str, ...]:
    """All diagnoses that hold, the named one first; `k` is the rank to which a need is found.

    >>> diagnoses_of(Facts(rank=3), k=10)
    ('found',)
    >>> diagnoses_of(Facts(rank=178, shares=False), k=10)
    ('buried', 'no shared vocabulary')
    >>> diagnoses_of(Facts(rank=178, shares=False, header_shares=False), k=10)
    ('no shared vocabulary', 'buried')
    """
    if facts.split:
        return (SPLIT,)
    found = facts.rank is not None and facts.rank <= k
    holding = {
        FOUND: found,
        OUTSIDE: facts.unread == 1,
        STRADDLING: 0 < facts.unread < 1,
        TWIN: facts.twin_ahead,
        EMPTY_HEADING: facts.heading_empty,
        NO_VOCABULARY: not facts.shares,
        BURIED: not found,
    }
    unnamed = {
        STRADDLING: facts.unread < MOSTLY,
        NO_VOCABULARY: facts.header_shares,
    }
    held = [name for name in DIAGNOSES if holding.get(name)]
    return tuple(sorted(held, key=lambda name: unnamed.get(name, False)))
