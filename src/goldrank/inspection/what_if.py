"""The rank that another header would have given a chunk, or a document."""

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
from goldrank.inspection.marked_text import Stretch, mark, within
from goldrank.inspection.open_chunker import OpenChunker
from goldrank.inspection.reopen import reopen
from goldrank.progress import Progress
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import looked_into
from goldrank.rankers.hits import Places
from goldrank.rankers.order import Scores, rank_of
from goldrank.representations.base import Represented
from goldrank.representations.prefix import with_prefix
from goldrank.runs.run import Run
from goldrank.suggest import unknown
from goldrank.types import Evidence, Query, Variant


@dataclass(frozen=True, slots=True, repr=False)
class WhatIf:
    """Ranks of one chunk before and after its header was replaced; all others keep theirs.

    `ranks` has one row per variant, which says what the other chunks are indexed as, and the
    columns ranker, before, after; 0 means not retrieved. `marked` is the new indexed string. Where
    documents are ranked (`unit`), `chunk_id` is a doc_id, the header is that of all its chunks, and
    `marked` is the first of them that holds evidence.
    """

    query_id: str
    text: str
    chunk_id: str
    prefix: str
    units: int
    ranks: pd.DataFrame
    marked: tuple[Stretch, ...]
    unit: str = "chunk"

    def __repr__(self) -> str:
        return str(above("what_if_text")(self))

    def _repr_html_(self) -> str:
        return str(above("what_if_html")(self))


def what_if(  # noqa: PLR0913 - keywords of a notebook
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
    Where documents are ranked, it is put on all that is indexed of the gold document.

    Raises:
        GoldrankError: an unknown query, need, chunker or variant; a need that no chunk holds.
    """
    reopened = reopen(run, Path(cache) if cache is not None else None, corpus, progress)
    query = reopened.query(query_id)
    name = chunker or str(run.systems.chunker.iloc[0])
    opened = reopened.chunker(name)
    position = _gold_of(query, need, opened.gold(query), name)
    variants = _variants(reopened.parts.variants, variant)
    rankers = [
        [str(r) for r in run.systems[_of(run.systems, name, v.name)].ranker] for v in variants
    ]
    changed = _Changed(opened, position, prefix.strip())
    rows = [
        {"variant": v.name, **row}
        for v, names in zip(variants, rankers, strict=True)
        for row in _ranks(changed, query, v, names)
    ]
    return WhatIf(
        query_id=query_id,
        text=query.text,
        chunk_id=opened.unit_ids[position],
        prefix=prefix.strip(),
        units=opened.count,
        ranks=pd.DataFrame(rows, columns=["variant", "ranker", "before", "after"]),
        marked=_marked(changed, query.needs[need].evidence, variants[0].encoder),
        unit=opened.unit,
    )


def _marked(changed: _Changed, evidence: Sequence[Evidence], encoder: str) -> tuple[Stretch, ...]:
    """The new indexed string of the chunk; of a document, of the first chunk that holds evidence."""
    pool = changed.opened.pools.by_side["dense"]
    found = [
        (text, within(text, pool[at], evidence)) for at, text in changed.texts_on("dense").items()
    ]
    if not found:
        return ()
    text, spans = next((each for each in found if each[1]), found[0])
    reading = changed.opened.reading(text.text, encoder)
    return mark(text, reading.end, spans, reading.left_out)


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
    changed: _Changed, query: Query, variant: Variant, rankers: Sequence[str]
) -> list[dict[str, object]]:
    opened, position = changed.opened, changed.position
    other, allowed = opened.fit(changed), opened.allowed(query)
    found: list[dict[str, object]] = []
    for ranker in [name for name in looked_into(opened.parts.rankers) if name in rankers]:
        before, after = (
            opened.scored(fitted, query.text, ranker, variant, allowed)(ranker, variant)[0]
            for fitted in (opened.fitted, other)
        )
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
    """What is indexed, with all of one ranked unit under another header."""

    opened: OpenChunker
    position: int
    prefix: str

    @property
    def count(self) -> int:
        """How many units there are."""
        return self.opened.count

    def vectors(self, representation: str) -> Vectors:
        """The vectors, those of the unit made anew."""
        vectors = np.array(self.opened.vectors(representation))
        changed = self.texts_on("dense")
        texts = [text.text for text in changed.values()]
        label = "encode one text" if len(texts) == 1 else f"encode {len(texts)} texts"
        if texts:
            vectors[list(changed)] = self.opened.embed(
                texts, "document", label, self.opened.encoder(representation)
            )
        return vectors

    def texts(self, representation: str) -> list[str]:
        """The texts, those of the unit replaced."""
        changed = self.texts_on("lexical")
        old = self.opened.texts(representation)
        return [changed[at].text if at in changed else text for at, text in enumerate(old)]

    @property
    def ranked(self) -> Places:
        """As it was."""
        return self.opened.ranked

    def fold(self, side: str) -> Fold | None:
        """As it was."""
        return self.opened.fold(side)

    def texts_on(self, side: str) -> dict[int, Represented]:
        """What a side indexes of the unit under the new header, by place in the side's pool."""
        pool = self.opened.pools.by_side[side]
        return {
            at: with_prefix(self.prefix, self.opened.text(pool[at]))
            for at in self.opened.places(side, self.position)
        }


def _rank(row: Scores, position: int) -> int:
    rank = rank_of(row, position)
    return rank.rank if rank else 0
