"""What was tried on each failed need in the same run, and the rank that it gave.

Nothing is encoded for this: another system of the run is a repair that was tried, and what is left
without the twins, or within the right document, follows from the ranking itself. Only where words
stand in other forms the texts are counted once more, stemmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from goldrank.diagnosis.causes import (
    EMPTY_HEADING,
    FOUND,
    NO_SUBJECT,
    NO_VOCABULARY,
    OUTSIDE,
    QUERY_UNREAD,
    SPLIT,
    STRADDLING,
    TWIN,
    WORD_FORM,
    WRONG_CHUNK,
    WRONG_DOCUMENT,
)
from goldrank.frames.joins import joined
from goldrank.frames.rows import rows_of
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.frames.systems import SYSTEM, by_system, system_of
from goldrank.rankers.graph import Graph, references
from goldrank.types import System

NO_TWINS: Final = "without its twins"
ALONE: Final = "its document alone"
STEMMED: Final = "words stemmed"

OTHERS: Final[dict[str, tuple[str, ...]]] = {
    SPLIT: ("chunker",),
    OUTSIDE: ("variant", "chunker", "ranker"),
    STRADDLING: ("variant", "chunker", "ranker"),
    QUERY_UNREAD: ("ranker",),
    NO_SUBJECT: (),
    TWIN: (),
    WORD_FORM: ("ranker", "variant"),
    NO_VOCABULARY: ("ranker", "variant"),
    EMPTY_HEADING: ("variant",),
    WRONG_CHUNK: ("variant", "ranker"),
    WRONG_DOCUMENT: ("variant", "ranker"),
}
"""In which one part the systems differ that are a repair for a cause, in the order of equals."""

Need = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Tried:
    """A repair, in words, and the rank of the need's gold chunk under it; `None`: not retrieved."""

    repair: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Ranks:
    """The rank of every need under every system; a need that a system splits is not there."""

    by_system: Mapping[System, Mapping[Need, int | None]]

    @classmethod
    def of(cls, needs: pd.DataFrame, rankers: Graph) -> Ranks:
        """Read a run's table of needs; the reference rankers are no repair."""
        found = {}
        for system, mine in by_system(needs[~needs.ranker.isin(references(rankers))]):
            whole = mine[~mine["split"].astype(bool)]
            keys = zip(whole.query_id, whole.need, strict=True)
            found[system] = dict(zip(keys, map(_rank, whole["rank"]), strict=True))
        return cls(found)

    def others(self, system: System, part: str) -> Iterator[tuple[str, System]]:
        """The systems that differ from one in a part alone, and in words by what."""
        at = SYSTEM.index(part)
        for other in self.by_system:
            if [n for n in range(3) if other[n] != system[n]] == [at]:
                yield f"{part} {other[at]}", other


def repairs_of(row: Mapping[str, Any], inside: int | None, ranks: Ranks) -> list[Tried]:
    """Everything in a run that is a repair for the named cause of one need, the best first.

    `row` is a row of the table diagnoses, with the need's rank; `inside` its gold chunk's rank in
    its own document, which stands in where the place is wrong and no other system is a repair.
    """
    cause, need = row["diagnosis"], (row["query_id"], row["need"])
    system = system_of(row)
    if cause == TWIN:
        return [Tried(NO_TWINS, int(row["rank"]) - int(row["twins_ahead"]))]
    tried = [
        Tried(words, ranks.by_system[other][need])
        for part in OTHERS.get(cause, ())
        for words, other in ranks.others(system, part)
        if need in ranks.by_system[other]
    ]
    if cause == WORD_FORM:
        tried.append(Tried(STEMMED, _rank(row["stemmed_rank"])))
    if not tried and inside is not None and cause in (NO_SUBJECT, WRONG_CHUNK, WRONG_DOCUMENT):
        return [Tried(ALONE, inside)]
    return sorted(tried, key=lambda each: (each.rank is None, each.rank))


def _rank(cell: Any) -> int | None:
    return None if pd.isna(cell) else int(cell)


def with_repairs(diagnoses: pd.DataFrame, needs: pd.DataFrame, rankers: Graph) -> pd.DataFrame:
    """`diagnoses` with the columns `repair`, `repaired_rank` and `repairs_tried`.

    Both are tables of a whole run, of the same needs. `repair` is the one that gave the
    best rank of the `repairs_tried`, empty where none was; its rank is missing where it did not
    retrieve the chunk.
    """
    ranks, none = Ranks.of(needs, rankers), Tried("", None)
    best: list[Tried] = []
    counts: list[int] = []
    columns = [*NEED_KEY, "diagnosis", "twins_ahead", "stemmed_rank"]
    told = joined(diagnoses[columns], needs, ["rank", "rank_in_document"], NEED_KEY)
    for row in rows_of(told):
        inside = _rank(row["rank_in_document"])
        tried = [] if row["diagnosis"] == FOUND else repairs_of(row, inside, ranks)
        best.append(tried[0] if tried else none)
        counts.append(len(tried))
    return diagnoses.assign(
        repair=pd.Series([each.repair for each in best], dtype=object, index=diagnoses.index),
        repaired_rank=pd.array([each.rank for each in best], dtype="Int64"),
        repairs_tried=pd.array(counts, dtype="Int64"),
    )
