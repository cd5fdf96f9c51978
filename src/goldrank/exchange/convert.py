"""A judged set of one format as one of another: read, settled, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.exchange.base import Asked, Format, JudgedSet
from goldrank.exchange.ledger import THINGS, Ledger, Thing, many
from goldrank.exchange.registry import format_of, written_as
from goldrank.exchange.settle import settled
from goldrank.runs.whole_folder import whole_folder

RECORD = "conversion.json"
"""What was read and what became of it, beside the set that was written."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written: where, from which format to which, how much of it, and what is said of it."""

    folder: Path
    source: str
    target: str
    kept: Mapping[Thing, int]
    ledger: Ledger

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was taken over, and what was not or otherwise."""
        counted = ", ".join(many(self.kept[thing], thing) for thing in THINGS)
        return (f"{counted}, read as {self.source}", *self.ledger.sentences)

    def to_json(self) -> dict[str, Any]:
        """The same for machines, without the folder."""
        return {
            "from": self.source,
            "to": self.target,
            "found": {thing: self.ledger.counts[thing] for thing in THINGS},
            "written": dict(self.kept),
            "remarks": self.ledger.to_json(),
        }


def convert(
    source: Path,
    folder: Path,
    asked: Asked | None = None,
    *,
    read_as: str | None = None,
    write_as: str = "goldrank",
    replace: bool = False,
) -> Converted:
    """Read the judged set at `source` and write it to `folder`, which appears whole or not at all.

    Raises:
        GoldrankError: it is of no known format, cannot be read, or holds nothing that could be
            ranked; or `folder` is there and is not to be replaced.
    """
    refuse_existing(folder, replace)
    writer = written_as(write_as)
    taken = take(source, asked or Asked(), read_as)
    with whole_folder(folder, replace) as unfinished:
        return write_taken(taken, unfinished, folder, writer)


@dataclass(frozen=True, slots=True)
class Taken:
    """A judged set as it was read, settled: of which format, and what is said of it."""

    source: str
    judged: JudgedSet
    ledger: Ledger


def take(source: Path, asked: Asked, read_as: str | None) -> Taken:
    """Read the judged set at `source`, of the named format or of what it looks like."""
    reader, ledger = format_of(source, read_as), Ledger()
    judged = settled(reader.read(source, asked, ledger), ledger)
    refuse_empty(judged)
    return Taken(reader.name, judged, ledger)


def write_taken(taken: Taken, unfinished: Path, folder: Path, writer: Format) -> Converted:
    """Write it to `unfinished`, which is there and becomes `folder`, with the record of it."""
    if writer.write is None:
        raise GoldrankError(f"{writer.name} is read, and not written")
    kept = writer.write(taken.judged, unfinished, taken.ledger).kept
    if lost := taken.ledger.missing(kept):
        raise RuntimeError(f"{taken.source} to {writer.name} loses without a word: {lost}")
    made = Converted(folder, taken.source, writer.name, kept, taken.ledger)
    text = json.dumps(made.to_json(), ensure_ascii=False, indent=1)
    (unfinished / RECORD).write_text(text + "\n", encoding="utf-8", newline="\n")
    return made


def refuse_existing(folder: Path, replace: bool) -> None:
    """Raise before any work where `folder` holds something that is not to be replaced."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not replace:
        raise GoldrankError(f"{folder} exists already; choose another, or --replace it")
    if not (folder / RECORD).is_file():
        raise GoldrankError(
            f"{folder} was not written by bench convert or bench export, so --replace leaves it alone; "
            "choose another, or remove it yourself"
        )


def refuse_empty(judged: JudgedSet) -> None:
    """Raise where nothing of a set could be ranked."""
    if not judged.documents:
        raise GoldrankError("no document could be taken over, so there is nothing to rank")
    if not any(named.grade > 0 for q in judged.queries for group in q.needs for named in group):
        raise GoldrankError(
            f"none of {len(judged.queries)} queries has a judgment that could be taken over, so no "
            "rank could be measured"
        )
