"""Which records of a stream a person judged, for one standing query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.standing.stream import Stream

Mask = NDArray[np.bool_]


@final
@dataclass(frozen=True, slots=True)
class Judgment:
    """What a person says of the message on `line` of `session`: relevant from grade 1 up.

    `event` is what happened that it is part of; a standing query should tell of it once, and soon.
    """

    session: str
    line: int
    grade: int
    event: str = ""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The judgments of a stream by record: `relevant` and `known` have shape (records,).

    `event` is that of each relevant record, by default its session; empty for the others.
    """

    relevant: Mask
    known: Mask
    event: tuple[str, ...]

    @classmethod
    def of(cls, stream: Stream, judgments: Iterable[Judgment]) -> Judged:
        """The judgments of the records that they name.

        Raises:
            GoldrankError: one names no record of the stream, or a record that another one names.
        """
        at = {(record.doc_id, record.line): n for n, record in enumerate(stream.records)}
        found: dict[int, Judgment] = {}
        for each in judgments:
            place = at.get((each.session, each.line))
            if place is None:
                raise GoldrankError(_stranger(each, at))
            if place in found:
                raise GoldrankError(
                    f"judgments: {each.session} line {each.line} is judged twice; keep one"
                )
            found[place] = each
        known, relevant = (np.zeros(len(at), dtype=np.bool_) for _ in range(2))
        known[list(found)] = True
        relevant[[n for n, each in found.items() if each.grade > 0]] = True
        events = [
            (found[n].event or record.doc_id) if relevant[n] else ""
            for n, record in enumerate(stream.records)
        ]
        return cls(relevant, known, tuple(events))


def _stranger(judgment: Judgment, at: Mapping[tuple[str, int], int]) -> str:
    where = f"judgments: {judgment.session} line {judgment.line}"
    lines = sorted(line for session, line in at if session == judgment.session)
    if not lines:
        return f"{where}: there is no session {judgment.session!r} in the stream"
    near = ", ".join(map(str, lines[:8])) + (", …" if len(lines) > 8 else "")
    return f"{where}: expected the line of a message with text, as {near}"
