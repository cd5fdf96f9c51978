"""What judges say of units, one line each: `judgments/NAME.jsonl`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
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
        line = (json.dumps(judged.to_json(), ensure_ascii=False) + "\n").encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file:
                if file.tell() and not _ends_whole(file):
                    line = b"\n" + line  # a kill cut the last line off
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise GoldrankError(f"cannot write {self.path}: {error.strerror}") from error
        self.judged[judged.query_id, judged.unit_id] = judged


def judge_path(folder: Path, judge: str) -> Path:
    """The file of a judge, whose name must not lead anywhere else.

    >>> judge_path(Path("judgments"), "ana").as_posix()
    'judgments/ana.jsonl'
    """
    if (
        judge in (".", "..")
        or set(judge) & set("/\\")
        or not judge.isprintable()
        or not judge.strip()
    ):
        raise GoldrankError(f"--judge: expected a name, such as ana; got {judge!r}")
    return folder / f"{judge}.jsonl"


def _ends_whole(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")


def read_grades(path: Path) -> dict[Unit, Judged]:
    """The judgments of a file; of two for one unit the later counts.

    A last line that a kill cut off is left out. Raises `GoldrankError` for any other line that is
    no judgment, with its number.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except FileNotFoundError:
        raise GoldrankError(f"no such file of judgments: {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        what = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise GoldrankError(f"cannot read the judgments {path}: {what}") from error
    found: dict[Unit, Judged] = {}
    cut_off = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            judged = _judged(json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            cut_off.append(number)
            continue
        found[judged.query_id, judged.unit_id] = judged
    _refuse_others(path, cut_off, lines)
    return found


def _refuse_others(path: Path, wrong: Sequence[int], lines: Sequence[str]) -> None:
    """A line that begins as one of ours and ends too soon is what a kill leaves; no other is let by."""
    for number in wrong:
        if not lines[number - 1].startswith('{"query_id"') or lines[number - 1].endswith("}"):
            raise GoldrankError(
                f"{path}:{number}: expected a judgment, as bench evidence pool writes it: query_id, "
                f"unit_id, doc_id, and a grade from 0 to {MOST}"
            )


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
