"""What every ranker promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from goldrank.filters.allowed import Allowed
from goldrank.rankers.fold import Fold
from goldrank.rankers.hits import Places
from goldrank.rankers.kept_folder import Kept
from goldrank.rankers.order import Scores
from goldrank.settings import Settings

Side = Literal["dense", "lexical"]
"""A side of a variant: what is encoded, or whose words are counted."""

Units = TypeVar("Units")
Queries = TypeVar("Queries", contravariant=True)
Block = TypeVar("Block")


class Index(Protocol[Queries]):
    """What a ranker knows of one corpus. It does not change when it is asked."""

    @property
    def units(self) -> int:
        """How many units it ranks."""
        ...

    @property
    def near(self) -> int:
        """By how many steps the scores of one unit may differ from run to run."""
        ...

    @property
    def remark(self) -> str:
        """What people must know of the units that it was fitted on; mostly nothing."""
        ...

    def scores(self, queries: Queries) -> Scores:
        """The scores of a block of queries over all units, shape (queries, units).

        Whole steps, `order.NOT_RETRIEVED` for a unit that the ranker does not return. A row
        depends on its query alone: not on the other queries of the block, nor on their order.
        """
        ...


@runtime_checkable
class SumOfTerms(Protocol):
    """An index whose scores are sums over the query's terms."""

    def by_term(self, query: str) -> dict[str, NDArray[np.float64]]:
        """What each term adds to every unit's score, shape (units,)."""
        ...


@runtime_checkable
class Trained(Protocol):
    """An index that may come out otherwise each time it is built, and is then kept."""

    @property
    def built(self) -> Kept | None:
        """Where it is kept, and the digest that tells it from others; `None` for one that is not."""
        ...


class Material(Protocol):
    """What the rankers of one chunker may be fitted on."""

    @property
    def count(self) -> int:
        """How many units are ranked."""
        ...

    def vectors(self, representation: str) -> NDArray[np.float32]:
        """A representation's vectors, shape (units, dimensions)."""
        ...

    def texts(self, representation: str) -> Sequence[str]:
        """What a representation makes of every unit."""
        ...

    @property
    def ranked(self) -> Places:
        """What is ranked, and where it stands in the corpus."""
        ...

    def fold(self, side: Side) -> Fold | None:
        """How the scores of a side's units fold to what is ranked; `None` where they are that."""
        ...


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What the rankers of a run share: its seed, its encoder's similarity, where code lies."""

    seed: int
    similarity: str
    folders: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryBlock:
    """Some queries, in order: their ids, texts, vectors, and the grade of each gold unit.

    `vectors` are of the suite's first encoder, `others` by name of the others. `vectors` has no row
    where no ranker reads any, `grades` none where no gold is known. `allowed` says which units each
    may see, `None` where all see all.
    """

    ids: Sequence[str]
    texts: Sequence[str]
    vectors: NDArray[np.float32]
    grades: Sequence[Mapping[int, int]] = field(default=())
    others: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    allowed: Allowed | None = None

    def __getitem__(self, rows: slice) -> QueryBlock:
        """Some of them."""
        return QueryBlock(
            self.ids[rows],
            self.texts[rows],
            self.vectors[rows],
            self.grades[rows],
            {name: vectors[rows] for name, vectors in self.others.items()},
            None if self.allowed is None else self.allowed[rows],
        )

    @property
    def allowed_units(self) -> NDArray[np.bool_] | None:
        """The units that each query may see, shape (queries, units); `None` where all see all."""
        return None if self.allowed is None else self.allowed.units

    def under(self, encoder: str) -> QueryBlock:
        """The same queries with the vectors of an encoder; the first one is the empty name."""
        return replace(self, vectors=self.others[encoder]) if encoder else self


class Ranker(Protocol[Units, Block]):
    """Settings alone; `fit` leaves them as they were.

    Promises, tested for every implementation: units are ranked in the order in which they were
    given, which is corpus order, so units that are alike tie, and stand in that order; no score
    is NaN; the same units and queries give the same integers.

    | ranker | reads | units | a block of queries |
    |---|---|---|---|
    | `Vector` | the dense side | vectors, (units, dimensions) | vectors, (queries, dimensions) |
    | `Bm25` | the lexical side | texts | texts |
    | `Rrf`, `Convex` | what they combine | how many | the score blocks to fuse |
    | `Rerank` | what it reranks | what is ranked, and where it stands | texts, and the score block |
    | `Search` | nothing | what is ranked, and where it stands | texts |
    | `LanceDb` | the dense side | vectors, and the folder of the cache | as `Vector` |
    | `Tantivy` | the lexical side | texts | texts |
    | `TrecRun` | nothing | what is ranked, and where it stands | query ids |
    | `Random` | nothing | how many | query ids |
    | `Oracle` | nothing | how many | for each query, the grade of each of its gold units |
    """

    @property
    def name(self) -> str:
        """The name that tables show."""
        ...

    @property
    def reads(self) -> Side | None:
        """The side of a variant that it reads itself."""
        ...

    @property
    def combines(self) -> Sequence[str]:
        """The rankers whose scores it is asked with, by name."""
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

    @property
    def score_name(self) -> str:
        """What its score is called beside a number; empty where its terms explain it."""
        ...

    @property
    def digits(self) -> int:
        """The decimals that its score is shown with."""
        ...

    @property
    def step(self) -> float:
        """Scores nearer to each other than this may tie: what one step of a score is worth."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes when any score could: every setting, in words."""
        ...

    def units_of(self, material: Material, representation: str) -> Units:
        """What `fit` takes of what there is; `representation` is that of the side it reads."""
        ...

    def fit(self, units: Units) -> Index[Block]:
        """What the ranker knows after it has read all units."""
        ...

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Block:
        """What its index is asked with; `inputs` are the scores of what it combines."""
        ...


class RankerSettings(Settings):
    """The settings of a kind of ranker: it has none of its own, or is a subclass with them."""

    @property
    def known_to(self) -> int | None:
        """How deep the ranks are known; `None` where all are."""
        return None


class ToDepthSettings(RankerSettings):
    """The settings of a ranker that gives the first hits of a query, and no more."""

    depth: int = Field(default=100, ge=1)
    """How many hits a query is asked for: ranks are known so deep, and no deeper."""

    @property
    def known_to(self) -> int:
        """As deep as it is asked."""
        return self.depth


@dataclass(frozen=True, slots=True)
class Named:
    """A ranker as a suite names it: its kind, what it combines, and the settings of its kind.

    It says what can be known of a ranker before one is made.
    """

    name: str
    kind: str
    made_by: Kind
    combines: tuple[str, ...]
    settings: Any
    encoder: str | None = None

    @property
    def known_to(self) -> int | None:
        """How deep its own ranks are known; `None` where all are."""
        found: int | None = self.settings.known_to
        return found

    @property
    def reads(self) -> Side | None:
        """The side of a variant that it reads itself."""
        return self.made_by.reads

    @property
    def is_reference(self) -> bool:
        """Whether it is there to be compared with, and finds nothing itself."""
        return self.made_by.is_reference

    @property
    def digits(self) -> int:
        """The decimals that its score is shown with."""
        return self.made_by.digits

    @property
    def score_remark(self) -> str:
        """What to know of its score before it is held against a threshold; mostly nothing."""
        return str(getattr(self.made_by, "score_remark", ""))

    @property
    def said(self) -> str:
        """What sentences call it."""
        return self.made_by.title if self.name == self.kind else self.name


class Kind(Protocol):
    """What the registry keeps: a ranker's class, which says all that is known before one is made."""

    @property
    def settings(self) -> type[RankerSettings]:
        """The keys of its table beside `name`, `kind` and `of`."""
        ...

    @property
    def usual_inputs(self) -> tuple[str, ...]:
        """What it combines where `of` is not named; empty for what searches by itself."""
        ...

    @property
    def title(self) -> str:
        """What sentences call it where it is named as its kind is."""
        ...

    @property
    def reads(self) -> Side | None:
        """As the ranker's."""
        ...

    @property
    def is_reference(self) -> bool:
        """As the ranker's."""
        ...

    @property
    def digits(self) -> int:
        """As the ranker's."""
        ...

    def made_of(self, named: Named, shared: RunSettings) -> Ranker[Any, Any]:
        """The ranker; an error names a setting that makes no sense."""
        ...
