"""A public set as a folder that runs: its files, each verified, and a suite for each of its pools."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.exchange.base import Asked
from goldrank.exchange.convert import RECORD, take, write_taken
from goldrank.exchange.ours import OURS, prefixes
from goldrank.fetching.originals import record
from goldrank.fetching.registry import PublicSet
from goldrank.fetching.suite import is_lines, suites_of
from goldrank.fetching.unpack import SUFFIX, unpack
from goldrank.fetching.verify import verify
from goldrank.runs.whole_folder import whole_folder


@dataclass(frozen=True, slots=True)
class Got:
    """A set that is there: its suites, and what is said of its files."""

    suites: Sequence[Path]
    sentences: Sequence[str]


def refuse_present(wanted: PublicSet, folder: Path) -> None:
    """Raise where `folder` is there already."""
    try:
        there = folder.exists() or folder.is_symlink()
    except OSError as error:  # a name that is too long, say
        raise GoldrankError(f"cannot write {folder}: {error.strerror}; choose another") from None
    if there:
        raise GoldrankError(
            f"{folder} exists already; bench datasets verify {wanted.name} says whether it is right, "
            "or choose another with --to"
        )


def get(wanted: PublicSet, source: Path, folder: Path) -> Got:
    """Make `folder` of the files of a set in `source`, or in the folder of its name there.

    It appears whole or not at all. What a suite reads is copied; another format is converted.

    Raises:
        GoldrankError: `folder` is there already, or a file is missing or not what the registry says.
    """
    refuse_present(wanted, folder)
    source = _folder_of(wanted, source)
    with whole_folder(folder) as unfinished:
        make = _convert if wanted.is_converted else _copy
        suites, sentences = make(wanted, source, unfinished, folder)
        for name, text in suites.items():
            (unfinished / name).write_text(text, encoding="utf-8", newline="\n")
    return Got([folder / name for name in suites], sentences)


def _folder_of(wanted: PublicSet, source: Path) -> Path:
    """`source`, or the folder of the set's name in it."""
    for folder in (source / wanted.name, source):
        try:
            if folder.is_dir():
                return folder
        except OSError as error:
            raise GoldrankError(f"cannot read {source}: {error.strerror}") from None
    raise GoldrankError(
        f"no such folder: {source}; --from names that of the files of {wanted.name}"
    )


Made = tuple[dict[str, str], Sequence[str]]


def _copy(wanted: PublicSet, source: Path, unfinished: Path, folder: Path) -> Made:
    _verified(wanted, source, unfinished)
    said = f"{len(wanted.files)} files, {wanted.size:,} bytes, as the registry has them"
    return suites_of(wanted, ["title" if is_lines(wanted) else "breadcrumb"]), [said]


def _convert(wanted: PublicSet, source: Path, unfinished: Path, folder: Path) -> Made:
    originals = unfinished / "originals"
    _verified(wanted, source, originals)
    for file in wanted.files:
        if file.path.endswith(SUFFIX):
            unpack(originals / file.path, originals)
            (originals / file.path).unlink()
    taken = take(originals / wanted.entry.reads, Asked(), wanted.entry.format)
    shutil.rmtree(originals)
    made = write_taken(taken, unfinished, folder, OURS)
    record(unfinished, wanted, ["corpus.jsonl", "queries.jsonl", RECORD])
    counts = {"documents": taken.ledger.counts["document"], "queries": made.kept["query"]}
    said = [*made.sentences, *_doubts(wanted, counts)]
    return suites_of(wanted, prefixes(taken.judged)), said


def _verified(wanted: PublicSet, source: Path, folder: Path) -> None:
    for file in wanted.files:
        place = folder / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as copy:
            try:
                verify(source, file, copy)
            except GoldrankError as error:
                raise GoldrankError(f"{error}; {_remedy(wanted)}") from None


def _remedy(wanted: PublicSet) -> str:
    if wanted.entry.address:
        return f"take it from {wanted.entry.address}, or leave --from out to have it fetched"
    return f"take it again from {wanted.entry.source}, at the commit of the registry"


def _doubts(wanted: PublicSet, counts: dict[str, int]) -> list[str]:
    """What the registry says of how many there are, where it is not so."""
    said = {"documents": wanted.entry.documents, "queries": wanted.entry.queries}
    return [
        f"the registry says {known:,} {what}, and {counts[what]:,} were found"
        for what, known in said.items()
        if known is not None and counts[what] != known
    ]
