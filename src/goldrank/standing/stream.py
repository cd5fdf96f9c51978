"""The stream: chunks of sessions in the order in which they were said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.records import SessionRecord
from goldrank.errors import GoldrankError
from goldrank.standing.chunks import SessionChunk


@final
@dataclass(frozen=True, slots=True, eq=False)
class Stream:
    """Records in time order, and their chunks in the order of the records.

    `owners` is, for each chunk, the place of its record. Records of one moment are ordered by their
    session and their place in it.
    """

    records: tuple[SessionRecord, ...]
    chunks: tuple[SessionChunk, ...]
    owners: NDArray[np.intp]

    @property
    def texts(self) -> list[str]:
        """The texts of the chunks."""
        return [chunk.text for chunk in self.chunks]

    @property
    def sessions(self) -> list[str]:
        """The session of each record."""
        return [record.doc_id for record in self.records]


def stream_of(chunks: Iterable[SessionChunk]) -> Stream:
    """The stream of some chunks, in whatever order they are given.

    Raises:
        GoldrankError: something is no chunk of a session (a type checker says it before), there is
            none, or two sessions have one name.
    """
    taken = [_session_chunk(chunk) for chunk in chunks]
    if not taken:
        raise GoldrankError("stream: expected chunks of sessions, got none; nothing can be watched")
    _refuse_namesakes(taken)
    ordered = sorted(
        taken, key=lambda c: (c.record.time, c.record.doc_id, c.record.start, c.start, c.end)
    )
    places: dict[tuple[str, int], int] = {}
    owners = [places.setdefault((c.record.doc_id, c.record.start), len(places)) for c in ordered]
    records: dict[int, SessionRecord] = {
        owner: chunk.record for owner, chunk in zip(owners, ordered, strict=True)
    }
    return Stream(tuple(records.values()), tuple(ordered), np.array(owners, dtype=np.intp))


def _session_chunk(chunk: SessionChunk) -> SessionChunk:
    found: object = chunk  # what comes here unchecked may be anything
    if type(found) is not SessionChunk:
        raise GoldrankError(
            f"a standing query watches chunks of sessions: expected SessionChunk, got "
            f"{type(found).__name__}; documentation is looked up, and never watched"
        )
    return chunk


def _refuse_namesakes(chunks: Iterable[SessionChunk]) -> None:
    uris: dict[str, str] = {}
    for chunk in chunks:
        name, uri = chunk.record.doc_id, chunk.record.source_uri
        if uris.setdefault(name, uri) != uri:
            raise GoldrankError(
                f"stream: two sessions are called {name} ({uris[name]} and {uri}); rename one, so "
                "that judgments can tell them apart"
            )
