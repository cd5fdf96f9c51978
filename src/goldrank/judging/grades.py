"""What judges say of units, one line each: `judgments/NAME.jsonl`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldrank.judging.appended import append_line, named_file, read_lines
from goldrank.types import Span

MOST = 3
"""The highest grade: 0 does not answer, 1 touches on it, 2 answers in part, 3 answers."""

Unit = tuple[str, str]
"""A query's id and a unit's: a chunk_id, or a doc_id where documents are ranked."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One judgment. `span` is the stretch of the document that answers, where the judge named it."""

    query_id: str
    unit_id: str
    grade: int
    doc_id: str
    span: Span | None = None
    quote: str = ""

    def to_json(self) -> dict[str, Any]:
        """Its line."""
        entry: dict[str, Any] = {
            "query_id": self.query_id,
            "unit_id": self.unit_id,
            "grade": self.grade,
            "doc_id": self.doc_id,
        }
        if self.span is not None:
            entry |= {"start": self.span.start, "end": self.span.end, "quote": self.quote}
        return entry


@dataclass(slots=True)
class GradeFile:
    """A judge's file: each judgment is appended at once, and of two for one unit the later counts."""

    path: Path
    judged: dict[Unit, Judged] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> GradeFile:
        """What the judge has said so far; nothing where the file is not there."""
        return cls(path, read_grades(path) if path.exists() else {})

    def add(self, judged: Judged) -> None:
        """Append one judgment; it is on the disk on return. Raises `GoldrankError` where it cannot be."""
        append_line(self.path, judged.to_json())
        self.judged[judged.query_id, judged.unit_id] = judged


def judge_path(folder: Path, judge: str) -> Path:
    """The file of a judge."""
    return named_file(folder, judge, "--judge")


def read_grades(path: Path) -> dict[Unit, Judged]:
    """The judgments of a file; of two for one unit the later counts.

    A last line that a kill cut off is left out. Raises `GoldrankError` for any other line that is
    no judgment, with its number.
    """
    expected = (
        "a judgment, as bench evidence pool writes it: query_id, unit_id, doc_id, and a grade from "
        f"0 to {MOST}"
    )
    lines = read_lines(path, _judged, ('{"query_id"',), expected)
    return {(judged.query_id, judged.unit_id): judged for judged in lines}


def _judged(entry: Mapping[str, Any]) -> Judged:
    texts = [entry[key] for key in ("query_id", "unit_id", "doc_id")]
    grade, start, end = entry["grade"], entry.get("start"), entry.get("end")
    whole = isinstance(grade, int) and not isinstance(grade, bool) and 0 <= grade <= MOST
    if not whole or not all(isinstance(text, str) for text in texts):
        raise ValueError(entry)
    span = None if start is None else Span(int(start), int(str(end)))
    return Judged(texts[0], texts[1], grade, texts[2], span, str(entry.get("quote", "")))


def merged(files: Iterable[Mapping[Unit, Judged]]) -> dict[Unit, Judged]:
    """One judgment for each unit that anybody judged: the median grade, the lower of two in the middle.

    >>> both = [{("q", "a"): Judged("q", "a", grade, "a")} for grade in (3, 1)]
    >>> merged(both)["q", "a"].grade
    1
    """
    of_unit: dict[Unit, list[Judged]] = {}
    for judged in files:
        for unit, each in judged.items():
            of_unit.setdefault(unit, []).append(each)
    return {
        unit: sorted(each, key=lambda one: one.grade)[(len(each) - 1) // 2]
        for unit, each in of_unit.items()
    }
