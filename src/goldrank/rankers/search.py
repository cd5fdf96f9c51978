"""The user's own search: a function that gives the first k hits of a query, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from goldrank.errors import GoldrankError
from goldrank.own_code.importing import finding_in
from goldrank.own_code.named import module_of, own_object
from goldrank.own_code.own_files import OwnFile, own_files
from goldrank.rankers.base import Material, Named, QueryBlock, RunSettings, ToDepthSettings
from goldrank.rankers.hits import CONTRACT, Hit, Placed, Places, Placing, checked_scores, hit_of
from goldrank.rankers.order import NOT_RETRIEVED, Scores, quantise
from goldrank.text.quotes import short


class SearchSettings(ToDepthSettings):
    """Your own search, `module:callable`: called with a query's text and k, its `depth`, it gives the first k hits."""

    options: dict[str, Any] = Field(default_factory=dict)
    """What it is called with beside the query and k, by name."""
    version: str = ""
    """Yours to change where the code cannot show that its hits are others."""


@dataclass(frozen=True, slots=True)
class Search:
    """The hits of `search(query, k)`, placed among the units that are ranked.

    The order is that in which the hits come; scores, where it gives any, must not rise, and equal
    ones tie. Raises `GoldrankError` for a function that raises, gives more than k hits, or
    something that is no hit.

    >>> from goldrank.types import Chunk
    >>> places = Places(["a#0-3", "a#4-7"], [Chunk("a", 0, 3), Chunk("a", 4, 7)], {"a": "cat dog"})
    >>> index = Search(lambda query, k: [query, "no such text"]).fit(places)
    >>> index.scores(["dog"])[0].tolist() == [NOT_RETRIEVED, 100_000_000]
    True
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[SearchSettings]] = SearchSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "search"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    score_name: ClassVar[str] = "score"
    digits: ClassVar[int] = 4

    function: Callable[..., Any]
    label: str = "search"
    depth: int = 100
    name: str = "search"
    options: tuple[tuple[str, Any], ...] = ()
    version: str = ""
    files: tuple[OwnFile, ...] = field(default=(), repr=False)
    folders: tuple[Path, ...] = field(default=(), compare=False, repr=False)
    step: float = 1e-6

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Search:
        """The function that its kind names, imported from beside the suite first."""
        own: SearchSettings = named.settings
        found = own_object(f"kind {named.kind!r}", named.kind, shared.folders)
        if not callable(found):
            raise GoldrankError(f"kind {named.kind!r}: expected a function, got {found!r:.60}")
        return cls(
            found,
            named.kind,
            own.depth,
            named.name,
            tuple(sorted(own.options.items())),
            own.version,
            own_files(shared.folders, module_of(named.kind)),
            shared.folders,
        )

    @property
    def known_to(self) -> int:
        """As deep as the function is asked."""
        return self.depth

    @property
    def fingerprint(self) -> str:
        """Every setting, in words, and the files of its code."""
        code = " ".join(f"{file.label}={file.sha256[:16]}" for file in self.files)
        options = " ".join(f"{key}={value!r}" for key, value in self.options)
        parts = [f"search {self.label} depth={self.depth}", options, self.version, code]
        return " ".join(part for part in parts if part)

    def units_of(self, material: Material, representation: str) -> Places:
        """What is ranked, and where it stands."""
        return material.ranked

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        """The texts of the queries."""
        return asked.texts

    def fit(self, units: Places) -> SearchIndex:
        """It has an index of its own: this one knows where its hits stand."""
        return SearchIndex(self, Placing(units))

    def hits(self, query: str) -> list[Hit]:
        """Ask the function, and check what it gives."""
        where = f"ranker {self.name} ({self.label}), query {short(query, 40)}"
        try:
            with finding_in(self.folders, self.files):
                returned = self.function(query, self.depth, **dict(self.options))
                found = list(_listed(returned))
        except Exception as error:  # it is foreign code: it may raise anything
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise GoldrankError(f"{where}: {what}") from error
        if len(found) > self.depth:
            raise GoldrankError(f"{where}: expected at most {self.depth} hits, got {len(found)}")
        try:
            hits = [hit_of(each) for each in found]
        except TypeError as error:
            raise GoldrankError(f"{where}: {error}; {CONTRACT}") from None
        checked_scores(where, hits)
        return hits


def _listed(returned: Any) -> Iterable[Any]:
    if isinstance(returned, str | bytes | dict) or not isinstance(returned, Iterable):
        raise TypeError(f"expected a list of hits, got {type(returned).__name__}")
    return returned


@dataclass(frozen=True, slots=True, eq=False)
class SearchIndex:
    """Where the hits of a search stand; what it was asked is kept, and asked once."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    settings: Search
    placing: Placing
    placed: dict[str, Placed] = field(default_factory=dict)

    @property
    def units(self) -> int:
        """How many units it ranks."""
        return len(self.placing.places.ids)

    def scores(self, queries: Sequence[str]) -> Scores:
        """Scores in steps, shape (queries, units): those that it gives, else k less the place."""
        block = np.full((len(queries), self.units), NOT_RETRIEVED, dtype=np.int64)
        for row, query in zip(block, queries, strict=True):
            if query not in self.placed:
                self.placed[query] = self.placing(self.settings.hits(query))
            found = self.placed[query]
            given = [
                self.settings.depth - place if score is None else score
                for place, score in enumerate(found.scores)
            ]
            row[list(found.units)] = quantise(given, self.settings.step)
        return block
