"""Rankers over one chunker's units, each after those that it combines, each asked once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from goldrank.rankers.base import Index, Material, QueryBlock, Ranker, Side
from goldrank.rankers.order import Scores, among, first
from goldrank.types import Variant


class Traits(Protocol):
    """What is asked of a ranker here: one that is made, or as a suite names it."""

    @property
    def reads(self) -> Side | None:
        """The side of a variant that it reads itself."""
        ...

    @property
    def combines(self) -> Sequence[str]:
        """The rankers that it combines, by name."""
        ...

    @property
    def encoder(self) -> str | None:
        """The encoder whose vectors it reads, whatever the variant's; `None` where that says."""
        ...

    @property
    def is_reference(self) -> bool:
        """Whether it is there to be compared with, and finds nothing itself."""
        ...

    @property
    def known_to(self) -> int | None:
        """How deep its own ranks are known; `None` where all are."""
        ...


Graph = Mapping[str, Traits]
"""The rankers of a run by name, each after those that it combines."""


def references(rankers: Graph) -> list[str]:
    """Those that are there to be compared with: no search, no cause and no advice is about them.

    >>> from goldrank.rankers.named import named_rankers
    >>> references(named_rankers([], ["bm25", "oracle"], {}))
    ['oracle']
    """
    return [name for name, ranker in rankers.items() if ranker.is_reference]


def rests_on(name: str, rankers: Graph) -> list[str]:
    """A ranker and everything that it combines, at any remove; what is combined comes first.

    >>> from goldrank.rankers.named import named_rankers
    >>> rests_on("rrf", named_rankers([], ["rrf"], {}))
    ['vector', 'bm25', 'rrf']
    """
    below = [each for one in rankers[name].combines for each in rests_on(one, rankers)]
    return list(dict.fromkeys([*below, name]))


def readers_of(name: str, rankers: Graph) -> dict[str, Side]:
    """What reads a side of a variant, and which: a ranker itself, or those that it combines.

    >>> from goldrank.rankers.named import named_rankers
    >>> graph = named_rankers([], ["rrf", "random"], {})
    >>> readers_of("rrf", graph), readers_of("random", graph)
    ({'vector': 'dense', 'bm25': 'lexical'}, {})
    """
    every = {each: rankers[each].reads for each in rests_on(name, rankers)}
    return {each: side for each, side in every.items() if side is not None}


def sides_of(name: str, rankers: Graph) -> list[Side]:
    """The sides of a variant that a ranker reads, by itself or through what it combines.

    >>> from goldrank.rankers.named import named_rankers
    >>> sides_of("rrf", named_rankers([], ["rrf"], {}))
    ['dense', 'lexical']
    """
    return list(dict.fromkeys(readers_of(name, rankers).values()))


def dense_of(name: str, variant: Variant, rankers: Graph) -> list[Variant]:
    """A variant as the rankers of vectors read it that a ranker rests on, by encoder.

    >>> from goldrank.rankers.named import RankerTable, named_rankers
    >>> tables = [RankerTable(name="e5", kind="vector", encoder="e5"),
    ...           RankerTable(name="both", kind="rrf", of=("vector", "e5"))]
    >>> graph = named_rankers(tables, [], {}, {"e5": "e5"})
    >>> [each.encoded for each in dense_of("both", Variant("raw", "raw", "raw"), graph)]
    ['raw', 'raw@e5']
    """
    readers = [each for each, side in readers_of(name, rankers).items() if side == "dense"]
    return list(dict.fromkeys(variant.under(rankers[each].encoder) for each in readers))


def indexed_of(name: str, variant: Variant, rankers: Graph) -> list[str]:
    """What a ranker reads of a variant, by itself or through what it combines, by name.

    >>> from goldrank.rankers.named import named_rankers
    >>> variant = Variant("mixed", "raw", "title")
    >>> indexed_of("rrf", variant, named_rankers([], ["rrf"], {}))
    ['raw', 'title']
    """
    readers = readers_of(name, rankers).items()
    return list(dict.fromkeys(variant.under(rankers[r].encoder).side(side) for r, side in readers))


def known_to(name: str, rankers: Graph) -> int | None:
    """How deep a ranker's ranks are known: no deeper than those of anything that it rests on.

    >>> from goldrank.rankers.named import named_rankers
    >>> known_to("rrf", named_rankers([], ["rrf"], {})) is None
    True
    """
    depths = [rankers[each].known_to for each in rests_on(name, rankers)]
    return min((depth for depth in depths if depth is not None), default=None)


def wholes_for(name: str, variant: Variant, rankers: Graph) -> list[str]:
    """What a ranker that is known to a depth is held against: those that are known whole.

    Both search by themselves, and where it reads a side of the variant, the other reads the same.

    >>> from goldrank.rankers.named import RankerTable, named_rankers
    >>> store = RankerTable(name="store", kind="my:search")
    >>> graph = named_rankers([store], ["vector", "bm25", "rrf"], {})
    >>> wholes_for("store", Variant("raw", "raw", "raw"), graph)
    ['vector', 'bm25']
    """
    own = rankers[name]
    if own.known_to is None or own.combines:
        return []
    read = own.reads and variant.under(own.encoder).side(own.reads)
    return [
        other
        for other, ranker in rankers.items()
        if not (ranker.combines or ranker.is_reference)
        and ranker.known_to is None
        and own.reads in (None, ranker.reads)
        and (own.reads is None or variant.under(ranker.encoder).side(own.reads) == read)
    ]


def looked_into(rankers: Graph) -> list[str]:
    """The rankers whose order has a reason that can be shown: what they read."""
    return [name for name in rankers if sides_of(name, rankers)]


class Fitted:
    """The rankers of one chunker, fitted when they are first asked for, and kept."""

    def __init__(
        self,
        rankers: Mapping[str, Ranker[Any, Any]],
        material: Material,
        by_encoder: Mapping[str, Mapping[str, Ranker[Any, Any]]] = MappingProxyType({}),
    ) -> None:
        self.rankers = rankers
        self.material = material
        self._by_encoder = by_encoder
        self._indexes: dict[tuple[str, str], Index[Any]] = {}

    def ranker(self, name: str, variant: Variant) -> Ranker[Any, Any]:
        """A ranker as it is under the variant's encoder."""
        return self._by_encoder.get(variant.encoder, self.rankers)[name]

    def index(self, name: str, variant: Variant) -> Index[Any]:
        """What a ranker knows of the units, as the variant represents them."""
        ranker = self.ranker(name, variant)
        read = variant.under(ranker.encoder)
        representation = read.side(ranker.reads) if ranker.reads else ""
        key = (name, representation)
        if key not in self._indexes:
            units = ranker.units_of(self.material, representation)
            self._indexes[key] = ranker.fit(units)
        return self._indexes[key]

    def indexes(self, name: str) -> dict[str, Index[Any]]:
        """What was fitted of a ranker, by representation."""
        return {rep: index for (ranker, rep), index in self._indexes.items() if ranker == name}


class Scored:
    """The scores of some queries under the rankers of one chunker, each computed once."""

    def __init__(
        self,
        fitted: Fitted,
        asked: QueryBlock,
        took: Callable[[str, float], object] = lambda ranker, seconds: None,
    ) -> None:
        self._fitted = fitted
        self._asked = asked
        self._took = took
        self._known: dict[tuple[str, ...], Scores] = {}
        self._allowed = asked.allowed_units

    def __call__(self, name: str, variant: Variant) -> Scores:
        """The scores of one ranker, shape (queries, ranked units), in its steps."""
        rankers = self._fitted.rankers
        key = (name, *indexed_of(name, variant, rankers))
        if key not in self._known:
            for each in rankers[name].combines:
                self(each, variant)  # theirs is not its time
            since = time.perf_counter()
            folded = self._folded(rankers[name], self.unfolded(name, variant))
            # The one place where ranks come to be counted among what a query may see.
            scores = among(folded, self._allowed)
            depth = known_to(name, rankers)
            # What one list holds beyond its first k is unknown, so of their sum too.
            self._known[key] = scores if depth is None else first(scores, depth)
            self._took(name, time.perf_counter() - since)
        return self._known[key]

    def unfolded(self, name: str, variant: Variant) -> Scores:
        """The scores of one ranker over what it indexes: chunks, also where documents are ranked."""
        ranker = self._fitted.ranker(name, variant)
        inputs = [self(each, variant) for each in ranker.combines]
        read = variant.under(ranker.encoder)
        asked = self._asked.under(read.encoder) if ranker.reads == "dense" else self._asked
        return self._fitted.index(name, variant).scores(ranker.block_of(asked, inputs))

    def rows(self, name: str, variant: Variant) -> dict[str, Scores]:
        """The scores of a ranker and of everything that it rests on, by name."""
        return {each: self(each, variant) for each in rests_on(name, self._fitted.rankers)}

    def _folded(self, ranker: Ranker[Any, Any], scores: Scores) -> Scores:
        fold = self._fitted.material.fold(ranker.reads) if ranker.reads else None
        return scores if fold is None else fold(scores)
