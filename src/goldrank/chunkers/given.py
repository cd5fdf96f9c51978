"""Chunks that a pipeline has made already: nothing is cut, they are looked up."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.chunkers.places import Piece
from goldrank.chunkers.settings import check_name
from goldrank.chunkers.user import UserChunker
from goldrank.corpus.chunked import Given, read_given
from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True, slots=True)
class GivenChunker:
    """The chunks of a file, by document: at their offsets, else where their texts stand in order.

    `sha256` is of the file. A chunk whose text does not stand in its document is an error that
    names its line.
    """

    name: str
    path: Path
    sha256: str = ""
    chunks: Mapping[str, Sequence[Given]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def limits(self) -> None:
        """What was made elsewhere is as long as it is."""
        return

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """The chunks of `document`, in corpus order; the same stretch twice is one chunk."""
        given = self.chunks.get(document.doc_id, ())
        returned = self._returned(document, outline, given)
        placing = UserChunker(self.name, lambda text: returned, self.path.name)
        return placing(document, outline, budget)

    def _returned(
        self, document: Document, outline: Outline, given: Sequence[Given]
    ) -> list[Piece | Span]:
        if any(each.start is None for each in given):
            return [Piece(each.text) for each in given]
        spans: list[Piece | Span] = []
        for each in given:
            start, end = each.start or 0, each.end or 0
            if document.text[start:end] != each.text:
                raise GoldrankError(
                    f"{each.place}: the text of {document.doc_id} at [{start}, {end}) is another; "
                    "offsets count code points of what bench read prints, or leave them out"
                )
            body = max(start, outline.body_start) - outline.body_start
            spans.append(Span(body, max(end - outline.body_start, body)))
        return spans

    def check(self, doc_ids: Sequence[str]) -> None:
        """Raise where a chunk is of a document that the corpus lacks: it would be lost."""
        lacking = sorted(self.chunks.keys() - set(doc_ids))
        if lacking:
            first = self.chunks[lacking[0]][0]
            raise GoldrankError(
                f"chunker {self.name!r}: {len(lacking):,} documents of its chunks are not in the "
                f"corpus, first {lacking[0]!r} ({first.place})"
            )


def make_given_chunker(name: str, path: str = "") -> GivenChunker:
    """The chunks of a file that a pipeline has written; nothing is cut."""
    check_name("given", name)
    if not path:
        raise GoldrankError(f'chunker {name!r}: say which file holds its chunks: path = "…"')
    file = Path(path)
    if not file.is_file():
        raise GoldrankError(
            f"chunker {name!r}: expected a JSONL or Parquet file of chunks at {path}, got none"
        )
    chunks = read_given(file)
    return GivenChunker(name, file, hashlib.sha256(file.read_bytes()).hexdigest(), chunks)
