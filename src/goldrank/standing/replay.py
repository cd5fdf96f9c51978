"""The loop: a stream passes by a standing query, and a gate lets records through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import final

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.records import SessionRecord
from goldrank.errors import GoldrankError
from goldrank.standing.chunks import SessionChunk
from goldrank.standing.query import StandingQuery
from goldrank.standing.scores import Scorer, Scores, record_scores
from goldrank.standing.stream import Stream, stream_of
from goldrank.suggest import unknown

Passed = NDArray[np.bool_]


@final
@dataclass(frozen=True, slots=True)
class Gate:
    """What a record must reach: a threshold on one score, or on each of several.

    >>> str(Gate({"cosine": 0.5, "bm25": 2.0}))
    'cosine >= 0.5 and bm25 >= 2'
    """

    thresholds: Mapping[str, float]

    def __post_init__(self) -> None:
        if not self.thresholds or not all(map(np.isfinite, self.thresholds.values())):
            raise GoldrankError(
                f"gate: expected a finite threshold for one score or more, got {self.thresholds}"
            )

    def __str__(self) -> str:
        return " and ".join(f"{name} >= {at:.6g}" for name, at in self.thresholds.items())


@final
@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A standing query, the stream that passed, and by name what each record scored, (records,)."""

    query: StandingQuery
    stream: Stream
    scores: Mapping[str, Scores]

    def passed(self, gate: Gate) -> Passed:
        """Which records a gate lets through, shape (records,)."""
        found = np.ones(len(self.stream.records), dtype=np.bool_)
        for name, at in gate.thresholds.items():
            if name not in self.scores:
                raise GoldrankError(f"gate: {unknown('score', name, list(self.scores))}")
            found &= self.scores[name] >= at
        return found

    def let_through(self, gate: Gate) -> list[SessionRecord]:
        """The records that a gate lets through, in time order."""
        return [self.stream.records[at] for at in np.flatnonzero(self.passed(gate))]


def replay(
    query: StandingQuery, chunks: Iterable[SessionChunk], scorers: Sequence[Scorer]
) -> Replay:
    """Let the chunks pass by `query` in time order; a record scores what its best chunk does.

    It takes chunks of sessions alone. Documentation is no stream: a type checker refuses it here,
    and whoever runs none is told when it comes.

    Raises:
        GoldrankError: what comes is not of a session, or there is nothing, or nothing to score by.

    >>> from datetime import datetime, UTC
    >>> from goldrank.standing.scores import Bm25InTime
    >>> day = datetime(2026, 3, 1, tzinfo=UTC)
    >>> said = [
    ...     SessionRecord("a.jsonl", "file:///a.jsonl", "0", text, at, "user", day, at)
    ...     for at, text in enumerate(["Lunch?", "Leave: ask early.", "Ask Ana."])
    ... ]
    >>> chunks = [SessionChunk(record, record.start, record.start + len(record.text)) for record in said]
    >>> found = replay(StandingQuery("leave", "who is on leave?"), chunks, [Bm25InTime()])
    >>> [record.text for record in found.let_through(Gate({"bm25": 0.1}))]
    ['Leave: ask early.']
    """
    found: object = query
    if type(found) is not StandingQuery:
        raise GoldrankError(f"replay: expected a StandingQuery, got {type(found).__name__}")
    if not scorers:
        raise GoldrankError("replay: expected something to score by, got nothing")
    stream = stream_of(chunks)
    scores = {scorer.name: record_scores(stream, scorer(query, stream)) for scorer in scorers}
    return Replay(query, stream, MappingProxyType(scores))
