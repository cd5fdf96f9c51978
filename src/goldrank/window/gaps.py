"""Which words between the first and the last that an encoder reads are left out: asked at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from goldrank.window.moves import Text


@dataclass
class Gaps:
    """What was found between two words of one text: stretches of words that are not read.

    `settled` is false where it cannot be told: a word that sometimes moves the vector and
    sometimes does not, or too many gaps to follow.
    """

    found: list[tuple[int, int]] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    settled: bool = True

    @property
    def smallest(self) -> int | None:
        """The words of the smallest gap."""
        return min((end - start for start, end in self.found), default=None)

    def holds(self, n: int) -> bool:
        """Whether a word is in one of them."""
        return any(start <= n < end for start, end in self.found)


def find_gaps(text: Text, first: int, last: int, probes: int, step: int | None, most: int) -> Gaps:
    """Change single words between `first` and `last`, one in each of `probes` stretches.

    Where a gap is found, its ends are searched, and then one word in every half of the smallest
    gap is tried (`step`, where a gap of an encoder is known already), so that no gap as large is
    passed over. `most` bounds the probes.
    """
    gaps = Gaps()
    asked = 0
    while True:
        places = _places(text, first, last, probes, step)
        places = [n for n in places if n not in gaps.read and not gaps.holds(n)]
        if not places:
            return gaps
        for n in places:
            if gaps.holds(n):
                continue
            asked += 1
            if asked > most:
                gaps.settled = False
                return gaps
            told = text.one(n)
            if told == "read":
                gaps.read.add(n)
            elif told == "unread":
                gaps.found.append(_ends(text, n, first, last))
                gaps.found.sort()
            else:
                gaps.settled = False
                gaps.read.add(n)
        smallest = gaps.smallest
        if smallest is not None:
            step = min(step or smallest, max(1, smallest // 2))
        elif step is None:
            return gaps


def _places(text: Text, first: int, last: int, probes: int, step: int | None) -> list[int]:
    """One place in each stretch between the ends, of a word that an encoder is likely to read."""
    inside = list(range(first, last + 1))
    size = step or max(1, -(-len(inside) // max(probes, 1)))
    chance = random.Random(f"{first} {last} {size}")
    chosen = []
    for start in range(0, len(inside), size):
        stretch = inside[start : start + size]
        chance.shuffle(stretch)
        liked = [n for n in stretch if text.likes(n)]
        if liked or step:
            # The longest: stop words are short, and of long words any will do.
            chosen.append(max(liked or stretch, key=lambda n: min(len(text.word(n)), 8)))
    return chosen


def _ends(text: Text, n: int, first: int, last: int) -> tuple[int, int]:
    """The largest stretch of words around `n` that may all be others and move nothing."""
    left = _furthest(lambda size: not text.block_moves(n - size, n + 1, True), n - first)
    start = n - left
    right = _furthest(lambda size: not text.block_moves(start, n + 1 + size, True), last - n)
    return start, n + 1 + right


def _furthest(test: Callable[[int], bool], most: int) -> int:
    """The largest size up to `most` that holds, where all smaller ones do; 0 holds."""
    low, size = 0, 1
    while size <= most and test(size):
        low, size = size, 2 * size
    high = min(size, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if test(middle):
            low = middle
        else:
            high = middle
    return low
