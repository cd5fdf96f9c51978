"""What a reader says of a sample of chunks, one line each: `audits/NAME.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from goldrank.auditing.classes import NAMES
from goldrank.auditing.sample import Design
from goldrank.errors import GoldrankError
from goldrank.judging.appended import append_line, read_lines

BEGINS = ('{"chunk_id"', '{"sample_of"')


@dataclass(frozen=True, slots=True)
class Reading:
    """The class of one chunk; `after_guess` where the reader had seen the rule's guess of it."""

    chunk_id: str
    name: str
    after_guess: bool = False

    def to_json(self) -> dict[str, Any]:
        """Its line."""
        entry: dict[str, Any] = {"chunk_id": self.chunk_id, "class": self.name}
        return {**entry, "after_guess": True} if self.after_guess else entry


@dataclass(frozen=True, slots=True)
class Readings:
    """What one reader said of a sample, by chunk: first, and last.

    `first` was said before the rule's guess was seen, so agreement with it is asked of that; `last`
    is what counts for everything else.
    """

    design: Design
    first: Mapping[str, str]
    last: Mapping[str, str]


@dataclass(slots=True)
class ReadingFile:
    """A reader's file; each reading is appended at once."""

    path: Path
    design: Design
    first: dict[str, str] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, design: Design) -> ReadingFile:
        """What the reader has said so far of this sample; a file that is not there is begun.

        A simple sample may grow. Raises `GoldrankError` where the file is of another sample.
        """
        there = _read(path) if path.exists() else None
        if there is None:
            append_line(path, design.to_json())
            return cls(path, design)
        if there.design != design:
            grown = replace(there.design, size=design.size)
            if grown != design or design.by_document or design.size < there.design.size:
                raise GoldrankError(
                    f"{path} is of another sample ({there.design}; digest {there.design.digest}) "
                    f"than the one that is asked for ({design}; digest {design.digest}); read that "
                    "one on with the same options, or name another --reader"
                )
            append_line(path, design.to_json())
        return cls(path, design, dict(there.first), dict(there.last))

    def add(self, reading: Reading) -> None:
        """Append one reading; it is on the disk on return."""
        append_line(self.path, reading.to_json())
        self.first.setdefault(reading.chunk_id, reading.name)
        self.last[reading.chunk_id] = reading.name


def read_readings(path: Path) -> Readings:
    """The readings of a file. Raises `GoldrankError` where it is none, with the line."""
    found = _read(path)
    if found is None:
        raise GoldrankError(f"{path}: expected the sample on the first line, found no line")
    if not found.last:
        raise GoldrankError(f"{path}: expected readings of chunks, found none; read some first")
    return found


def _read(path: Path) -> Readings | None:
    expected = (
        "the readings of an audit, as bench audit read writes them: first the sample, then a "
        f"chunk_id and a class a line ({', '.join(NAMES)})"
    )
    lines = read_lines(path, _line, BEGINS, expected)
    designs = [line for line in lines if isinstance(line, Design)]
    readings = [line for line in lines if isinstance(line, Reading)]
    if not lines:
        return None
    if not isinstance(lines[0], Design):
        raise GoldrankError(f"{path}:1: expected {expected}")
    first: dict[str, str] = {}
    for each in readings:
        if not each.after_guess:
            first.setdefault(each.chunk_id, each.name)
    return Readings(designs[-1], first, {each.chunk_id: each.name for each in readings})


def _line(entry: Any) -> Design | Reading:
    if "sample_of" in entry:
        names = [entry[key] for key in ("chunker", "digest")]
        numbers = [entry[key] for key in ("sample_of", "size", "seed")]
        if not all(isinstance(name, str) for name in names) or not all(
            type(number) is int for number in numbers
        ):
            raise ValueError(entry)
        of, size, seed = numbers
        if not 1 <= size <= of or type(entry["by_document"]) is not bool:
            raise ValueError(entry)
        return Design(names[0], of, names[1], size, seed, entry["by_document"])
    chunk_id, name, after = entry["chunk_id"], entry["class"], entry.get("after_guess", False)
    if not isinstance(chunk_id, str) or name not in NAMES or type(after) is not bool:
        raise ValueError(entry)
    return Reading(chunk_id, name, after)
