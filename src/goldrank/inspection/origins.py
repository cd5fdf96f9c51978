"""The chunks that the scores of what is ranked come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.inspection.open_chunker import OpenChunker
from goldrank.inspection.values import Source
from goldrank.rankers.base import Side
from goldrank.rankers.graph import Scored, readers_of
from goldrank.rankers.order import Scores
from goldrank.types import Chunk, Evidence, Variant


@dataclass(frozen=True, slots=True)
class Origins:
    """One query's scores over what each side indexes, by the rankers that read a side.

    Where chunks are ranked, a chunk's score is its own; a document's is that of its best chunk.
    """

    opened: OpenChunker
    sides: Mapping[str, Side]
    rows: Mapping[str, Scores]

    @classmethod
    def of(cls, opened: OpenChunker, scored: Scored, ranker: str, variant: Variant) -> Origins:
        """The origins of one ranker's scores, through what it combines."""
        sides = readers_of(ranker, opened.parts.rankers)
        score = scored.unfolded if opened.unit == "document" else scored
        return cls(opened, sides, {name: score(name, variant)[0] for name in sides})

    def place(self, ranker: str, position: int) -> int | None:
        """Where in its side's pool the chunk stands that a ranked unit has its score from."""
        fold = self.opened.fold(str(self.opened.parts.rankers[ranker].reads))
        return position if fold is None else fold.best(self.rows[ranker], position)

    def place_on(self, side: Side, position: int) -> int | None:
        """The same under the first ranker that reads a side; `None` where none does."""
        readers = [name for name, read in self.sides.items() if read == side]
        return self.place(readers[0], position) if readers else None

    def sources(self, position: int, evidence: Sequence[Evidence]) -> tuple[Source, ...]:
        """The chunks that a document's score comes from."""
        found: dict[Chunk, list[str]] = {}
        for ranker in self.rows:
            side = str(self.opened.parts.rankers[ranker].reads)
            place = self.place(ranker, position)
            if place is not None:
                found.setdefault(self.opened.pools.by_side[side][place], []).append(ranker)
        return tuple(self._source(*each, evidence) for each in found.items())

    def _source(self, chunk: Chunk, rankers: Sequence[str], evidence: Sequence[Evidence]) -> Source:
        opened = self.opened
        return Source(
            rankers=tuple(rankers),
            chunk_id=chunk.chunk_id,
            titles=tuple(opened.titles(chunk.doc_id, chunk.start)),
            text=opened.text(chunk),
            whole=chunk not in opened.chunks,
            evidence=_holds(chunk, evidence),
        )


def _holds(chunk: Chunk, evidence: Sequence[Evidence]) -> bool | None:
    """Whether a chunk holds any of the evidence that is a place in its document."""
    spans = [e for e in evidence if e.doc_id == chunk.doc_id and e.is_span]
    if not spans:
        return None
    return any((e.start or 0) < chunk.end and (e.end or 0) > chunk.start for e in spans)
