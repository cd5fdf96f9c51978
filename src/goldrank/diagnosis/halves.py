"""On which half of the query a chunk competes: its topic, or what is asked about the topic.

A query has two halves: its *topic* is those telling terms that the gold chunk's header holds (what
left with the heading), its *predicate* the other telling ones. A chunk ahead of the gold one often
matches only one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from goldrank.diagnosis.vocabulary import Vocabulary, kin

Half = Literal["topic", "predicate", "both", "neither"]

HALF = 0.5
QUARTER = 0.25


@dataclass(frozen=True, slots=True)
class Halves:
    """The telling terms of a query: those that the gold chunk's header holds, and the others."""

    topic: tuple[str, ...]
    predicate: tuple[str, ...]

    @classmethod
    def of(
        cls, telling: Sequence[str], header_kin: Collection[str], stem: Callable[[str], str] = kin
    ) -> Halves:
        """Sort the telling terms of a query by the header's terms without endings.

        >>> Halves.of(["request", "parental", "leave"], {kin("parental"), kin("leave")})
        Halves(topic=('parental', 'leave'), predicate=('request',))
        """
        held = [term for term in telling if stem(term) in header_kin]
        return cls(tuple(held), tuple(term for term in telling if term not in held))


def matched(
    terms: Sequence[str], *kin_of_texts: Collection[str], stem: Callable[[str], str] = kin
) -> list[str]:
    """Those of `terms` that any of some texts has, endings aside."""
    return [term for term in terms if any(stem(term) in held for held in kin_of_texts)]


def weight(some: Sequence[str], of: Sequence[str], words: Vocabulary) -> float:
    """The share of the bits of `of` that `some` carry; 0 where there are none."""
    whole = sum(words.bits(term) for term in of)
    return sum(words.bits(term) for term in some) / whole if whole else 0.0


def half_of(topic: float, predicate: float, to_section: float, to_text: float) -> Half:
    """The side on which a chunk competes.

    `topic` and `predicate` are the shares of each half, in bits, that it matches; `to_section` is
    its cosine with the mean of the gold chunk's section, `to_text` with the gold chunk's own text,
    NaN where they are not known. Terms decide where they carry a quarter of a half: both halves
    where it matches half of each or as much of one as of the other, else the half of which it
    matches more. Where it matches less (one "need" or "what"), the nearer vector decides, if known.

    >>> half_of(1.0, 0.2, math.nan, math.nan), half_of(0.6, 0.5, math.nan, math.nan)
    ('topic', 'both')
    >>> half_of(0.0, 0.1, 0.52, 0.31), half_of(0.0, 0.0, math.nan, math.nan)
    ('topic', 'neither')
    """
    known = not (math.isnan(to_section) or math.isnan(to_text))
    if max(topic, predicate) < QUARTER and known:
        return "topic" if to_section > to_text else "predicate"
    if not topic and not predicate:
        return "neither"
    if min(topic, predicate) >= HALF or topic == predicate:
        return "both"
    return "topic" if topic > predicate else "predicate"
