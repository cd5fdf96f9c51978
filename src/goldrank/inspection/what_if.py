"""The rank that another header would have given a chunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from goldrank.above import above
from goldrank.encoders.base import Vectors
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed
from goldrank.inspection.inspect import gold_of
from goldrank.inspection.marked_text import Stretch, mark, within
from goldrank.inspection.open_chunker import OpenChunker, looked_into
from goldrank.inspection.reopen import reopen
from goldrank.progress import Progress
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import Fitted
from goldrank.rankers.order import Scores, rank_of
from goldrank.representations.base import Represented
from goldrank.representations.prefix import with_prefix
from goldrank.runs.run import Run
from goldrank.suggest import unknown
from goldrank.types import Query, Variant


@dataclass(frozen=True, slots=True, repr=False)
class WhatIf:
    """Ranks of one chunk before and after its header was replaced; all others keep theirs.

    `ranks` has one row per variant, which says what the other chunks are indexed as, and the
    columns ranker, before, after; 0 means not retrieved. `marked` is the new indexed string.
    """

    query_id: str
    text: str
    chunk_id: str
    prefix: str
    units: int
    ranks: pd.DataFrame
    marked: tuple[Stretch, ...]

    def __repr__(self) -> str:
        return str(above("what_if_text")(self))

    def _repr_html_(self) -> str:
        return str(above("what_if_html")(self))


def what_if(
    run: Run,
    query_id: str,
    prefix: str,
    *,
    need: int = 0,
    chunker: str | None = None,
    variant: str | None = None,
    cache: Path | str | None = None,
    corpus: Path | str | None = None,
    progress: Progress | None = None,
) -> WhatIf:
    """Index the gold chunk of a query under `prefix` instead of its own, and count its rank again.

    One text is encoded; the vectors of all other chunks are as they were, and BM25 counts its
    terms anew. Each variant of the run (or the one named) says what the other chunks carry. A
    header that you would put on every chunk changes the others too: this shows one chunk's share.

    Raises:
        GoldrankError: an unknown query, need, chunker or variant; a need that no chunk holds.
    """
    reopened = reopen(run, Path(cache) if cache is not None else None, corpus, progress)
    query = reopened.query(query_id)
    name = chunker or str(run.systems.chunker.iloc[0])
    opened = reopened.chunker(name)
    position = _gold_of(query, need, gold_of(reopened, opened, query), name)
    variants = _variants(reopened.parts.variants, variant)
    changed = with_prefix(prefix.strip(), opened.text(position))
    rankers = [
        [str(r) for r in run.systems[_of(run.systems, name, v.name)].ranker] for v in variants
    ]
    rows = [
        {"variant": v.name, **row}
        for v, names in zip(variants, rankers, strict=True)
        for row in _ranks(opened, query.text, v, names, position, changed)
    ]
    spans = within(changed, opened.chunks[position], query.needs[need].evidence)
    reading = opened.reading(changed.text)
    return WhatIf(
        query_id=query_id,
        text=query.text,
        chunk_id=opened.chunks[position].chunk_id,
        prefix=prefix.strip(),
        units=len(opened.chunks),
        ranks=pd.DataFrame(rows, columns=["variant", "ranker", "before", "after"]),
        marked=mark(changed, reading.end, spans, reading.left_out),
    )


def _gold_of(query: Query, need: int, golds: Mapping[int, GoldNeed], chunker: str) -> int:
    if need not in golds:
        raise GoldrankError(
            f"query {query.query_id} has the needs {', '.join(map(str, golds)) or 'none'}; got "
            f"need {need}"
        )
    places = list(golds[need].gold)
    if not places:
        raise GoldrankError(
            f"query {query.query_id}: no single chunk of {chunker} holds its evidence, so no header "
            "can help it; move the boundaries"
        )
    return int(places[0])


def _variants(known: Sequence[Variant], named: str | None) -> list[Variant]:
    if named is None:
        return [variant for variant in known if variant.dense == variant.lexical] or list(known)
    found = [variant for variant in known if variant.name == named]
    if not found:
        raise GoldrankError(f"this run: {unknown('variant', named, [v.name for v in known])}")
    return found


def _of(systems: pd.DataFrame, chunker: str, variant: str) -> pd.Series:
    return (systems.chunker == chunker) & (systems.variant == variant)


def _ranks(
    opened: OpenChunker,
    text: str,
    variant: Variant,
    rankers: Sequence[str],
    position: int,
    changed: Represented,
) -> list[dict[str, object]]:
    other = Fitted(opened.parts.rankers, _Changed(opened, position, changed.text))
    found: list[dict[str, object]] = []
    for ranker in [name for name in looked_into() if name in rankers]:
        before = opened.scores(text, variant, ranker)[ranker]
        after = opened.scored(other, text, ranker)(ranker, variant)[0]
        found.append(
            {
                "ranker": ranker,
                "before": _rank(before, position),
                "after": _rank(after, position),
            }
        )
    return found


@dataclass(frozen=True, slots=True)
class _Changed:
    """What is ranked, with another text in one place."""

    opened: OpenChunker
    position: int
    text: str

    @property
    def count(self) -> int:
        """How many chunks there are."""
        return self.opened.count

    def vectors(self, representation: str) -> Vectors:
        """The vectors, one of them made anew."""
        vectors = np.array(self.opened.vectors(representation))
        vectors[self.position] = self.opened.embed([self.text], "document", "encode one text")[0]
        return vectors

    def texts(self, representation: str) -> list[str]:
        """The texts, one of them replaced."""
        texts = self.opened.texts(representation)
        return [*texts[: self.position], self.text, *texts[self.position + 1 :]]

    def fold(self, side: str) -> Fold | None:
        """As it was."""
        return self.opened.fold(side)


def _rank(row: Scores, position: int) -> int:
    rank = rank_of(row, position)
    return rank.rank if rank else 0
