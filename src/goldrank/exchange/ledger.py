"""What is found in somebody's files, and what becomes of it: nothing is dropped in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from goldrank.text.first_few import first_few
from goldrank.text.unsafe import visible

Thing = Literal["document", "query", "judgment"]
THINGS: tuple[Thing, ...] = ("document", "query", "judgment")
SHOWN = 5
"""How many of those that share a remark are named."""
_MANY = {"query": "queries"}


class Remark(NamedTuple):
    """Something that is said of things of one kind."""

    thing: Thing
    said: str
    left_out: bool


@dataclass(slots=True)
class Ledger:
    """How many things were found, and those that were left out or changed, each with its reason.

    >>> ledger = Ledger()
    >>> ledger.found("query", 3)
    >>> ledger.leave_out("query", "has no text", "q2")
    >>> ledger.sentences
    ('1 query left out: has no text (q2)',)
    >>> ledger.missing({"query": 2}), ledger.missing({"query": 1})
    ({}, {'query': 1})
    """

    counts: Counter[Thing] = field(default_factory=Counter)
    named: dict[Remark, list[str]] = field(default_factory=dict)
    sizes: Counter[Remark] = field(default_factory=Counter)

    def found(self, thing: Thing, count: int = 1) -> None:
        """Count what a file holds."""
        self.counts[thing] += count

    def leave_out(self, thing: Thing, reason: str, which: str, count: int = 1) -> None:
        """Say that `which` is not taken over."""
        self._add(Remark(thing, reason, left_out=True), which, count)

    def change(self, thing: Thing, what: str, which: str, count: int = 1) -> None:
        """Say that `which` is taken over otherwise than it was written."""
        self._add(Remark(thing, what, left_out=False), which, count)

    def unread(self, row: Mapping[str, Any], known: Collection[str], which: str) -> None:
        """Say of a query which keys of its row hold something and are none of the `known`.

        >>> ledger = Ledger()
        >>> ledger.unread({"id": 1, "note": "x", "empty": []}, ["id"], "q1")
        >>> ledger.sentences
        ('1 query: holds more that is not taken over (q1: note)',)
        """
        more = [str(key) for key, value in row.items() if key not in known and value]
        if more:
            which = f"{which}: {', '.join(more)}"
            self.change("query", "holds more that is not taken over", which)

    def left_out(self, thing: Thing) -> int:
        """How many of one kind are not taken over."""
        return sum(self.sizes[each] for each in self.sizes if each.left_out and each.thing == thing)

    def missing(self, kept: Mapping[Thing, int]) -> dict[Thing, int]:
        """How many were found and are neither kept nor said to be left out: none, ever."""
        lost = {thing: self.counts[thing] - self.left_out(thing) - n for thing, n in kept.items()}
        return {thing: count for thing, count in lost.items() if count}

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each reason, with how many and the first of them."""
        return tuple(
            f"{many(self.sizes[each], each.thing)}{' left out' * each.left_out}: {each.said} "
            f"({first_few(names, SHOWN) if len(names) == self.sizes[each] else _some(names)})"
            for each, names in self.named.items()
        )

    def to_json(self) -> list[dict[str, Any]]:
        """The same for machines."""
        return [
            {
                "thing": each.thing,
                "left_out": each.left_out,
                "said": each.said,
                "count": self.sizes[each],
                "first": names,
            }
            for each, names in self.named.items()
        ]

    def _add(self, remark: Remark, which: str, count: int) -> None:
        if not count:
            return
        self.sizes[remark] += count
        names = self.named.setdefault(remark, [])
        if len(names) < SHOWN:
            names.append(" ".join(visible(which)[:80].split()))


def many(count: int, thing: str) -> str:
    """A number with its noun.

    >>> many(1, "query"), many(1200, "query"), many(2, "document")
    ('1 query', '1,200 queries', '2 documents')
    """
    return f"{count:,} {thing if count == 1 else _MANY.get(thing, thing + 's')}"


def _some(names: list[str]) -> str:
    return ", ".join(names) + ", …"
