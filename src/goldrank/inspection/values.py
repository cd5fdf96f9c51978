"""What an inspection holds: plain values that the terminal and the notebook show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from goldrank.above import above
from goldrank.inspection.marked_text import Stretch
from goldrank.rankers.base import Side
from goldrank.types import Evidence, System


class Placed(NamedTuple):
    """Rank and score under one ranker; both `None` where it does not retrieve the chunk."""

    rank: int | None
    score: float | None


class Source(NamedTuple):
    """A chunk that a document's score comes from: its best one under `rankers`.

    `whole` says that it is the document itself, and `evidence` whether it holds any of the need's
    evidence; `None` where that is no place in the document.
    """

    rankers: tuple[str, ...]
    chunk_id: str
    titles: tuple[str, ...]
    text: str
    whole: bool
    evidence: bool | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One chunk in a ranking, or one document: then `chunk_id` is its id, as in the run's tables.

    A document's text is that of its `sources`, the chunks that its score comes from.
    `placed` has its place under the system's ranker and those it rests on; `terms` what each
    query term adds to its BM25 score; `reason` says why it stands where it stands relative to
    the gold chunk. `role` is `gold`, `part` (holds some of the evidence) or empty. `half` says
    which half of the query it matches where the run's diagnosis knows.
    """

    chunk_id: str
    titles: tuple[str, ...]
    text: str
    placed: Mapping[str, Placed]
    terms: Mapping[str, float] = field(default_factory=dict)
    role: str = ""
    same_document: bool = False
    reason: str = ""
    half: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Detail:
    """One system's ranking of the query: the first chunks and those around the gold chunk.

    `unit` says what is ranked; all that is said of chunks here is said of documents, where they are.
    `candidates` are in order of rank; `gold` is among them, or `None` without one. `best` and
    `worst` allow for ties. `ahead_inside` counts chunks of the gold chunk's own document ahead of
    it. `dense` and `lexical` are the gold chunk's indexed strings on the sides that the system
    uses; of a gold document that of its best chunk. `diagnosis` is empty where the run has none. `unread` are the query's terms that no side
    of the system was asked with. `readers` names the first ranker that reads each side,
    `known_to` says how deep the ranking is known where it is not known whole.
    """

    system: System
    units: int
    rank: int | None
    best: int | None
    worst: int | None
    gold: Candidate | None
    candidates: tuple[Candidate, ...]
    ahead_inside: int = 0
    window: str = ""
    dense: tuple[Stretch, ...] = ()
    lexical: tuple[Stretch, ...] = ()
    diagnosis: str = ""
    saved_rank: int | None = None
    unread: tuple[str, ...] = ()
    unit: str = "chunk"
    readers: Mapping[Side, str] = field(default_factory=dict)
    known_to: int | None = None

    def on(self, side: Side) -> tuple[Stretch, ...]:
        """The gold chunk's indexed string on one side."""
        return self.dense if side == "dense" else self.lexical


@dataclass(frozen=True, slots=True, repr=False)
class Inspection:
    """One query: the rank of its gold chunk under every system, and some systems in detail.

    `ranks` has one row per chunker and variant and one column per ranker; 0 is not retrieved.
    `split` names the chunkers of which no single chunk holds the evidence. `query_id` is `None` for
    a question that is not in the run; `answerable` is false where nothing answers it. `known_to`
    says by ranker how deep those are known that are not known whole.
    """

    run: str
    query_id: str | None
    text: str
    tags: tuple[str, ...]
    need: int
    needs: int
    evidence: tuple[tuple[Evidence, tuple[str, ...]], ...]
    ranks: pd.DataFrame
    details: tuple[Detail, ...]
    split: tuple[str, ...] = ()
    query_terms: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    answerable: bool = True
    known_to: Mapping[str, int] = field(default_factory=dict)

    @property
    def unit(self) -> str:
        """What is ranked: `chunk` or `document`."""
        return self.details[0].unit if self.details else "chunk"

    def __repr__(self) -> str:
        return str(above("inspection_text")(self))

    def _repr_html_(self) -> str:
        return str(above("inspection_html")(self))
