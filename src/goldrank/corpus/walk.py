"""The files under a folder, the same on every machine."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from goldrank.corpus.corpus import Skipped
from goldrank.corpus.left_out import Ignored, Patterns
from goldrank.corpus.unread import Unread, suffix_of

Key = tuple[int, int]
Wanted = Callable[[str], bool]

PLACES = 4
"""How many of the files and folders that a `.gitignore` names are said."""


RUN = frozenset({"run.json", "window.json", "needs.parquet", "summary.md"})
"""What a folder holds that `bench run` has written; its reports are no documents."""


@dataclass(frozen=True, slots=True)
class File:
    """A regular file to read; `path` is relative to the root, with `/`."""

    path: str
    location: str
    size: int


@dataclass(frozen=True, slots=True)
class _Found:
    path: str
    location: str
    key: Key
    size: int
    is_link: bool


@dataclass(frozen=True, slots=True)
class Walked:
    """The files to read, what could not be read, and what was left out on purpose."""

    files: list[File]
    skipped: list[Skipped]
    unread: Unread


@dataclass(slots=True)
class _Tally:
    """What a walk counts on its way."""

    skipped: list[Skipped] = field(default_factory=list)
    files: int = 0
    suffixes: Counter[str] = field(default_factory=Counter)
    excluded: int = 0
    ignored: int = 0
    places: list[str] = field(default_factory=list)
    matched: bool = False  # whether a pattern of `exclude` named anything

    def unread(self, found: Iterable[_Found], exclude: Patterns) -> Unread:
        places = sorted(self.places)
        shown = [*places[:PLACES], *(["…"] if len(places) > PLACES else [])]
        elsewhere = {suffix_of(each.path) for each in found} & set(self.suffixes)
        files = self.files - sum(self.suffixes[suffix] for suffix in elsewhere)
        suffixes = {s: n for s, n in sorted(self.suffixes.items()) if s not in elsewhere}
        idle = bool(exclude.rules) and not self.matched
        return Unread(files, suffixes, self.excluded, self.ignored, tuple(shown), idle)


def walk(
    root: str, wanted: Wanted, exclude: Patterns | None = None, gitignore: bool = False
) -> Walked:
    """The files under `root` whose relative path is `wanted`, and what was left out.

    Hidden files and folders are passed over. Links to folders are not followed, and links to files
    only inside `root`: a corpus holds what lies in it. A file that has several names is read under
    the first that is no link, in order of path. What `exclude` names, and with `gitignore` what a
    git tree ignores, is left out and counted.
    """
    tally = _Tally()
    exclude = exclude or Patterns(())
    rules = _Rules(exclude, wanted, tally)
    ignored = Ignored.above(root) if gitignore else Ignored()
    found = list(_entries(root, rules, ignored, tally))
    first: dict[Key, str] = {}
    files: list[File] = []
    for each in sorted(found, key=lambda each: (each.is_link, each.path)):
        if each.key in first:
            tally.skipped.append(Skipped(each.path, f"same file as {first[each.key]}", 0))
        else:
            first[each.key] = each.path
            files.append(File(each.path, each.location, each.size))
    return Walked(files, tally.skipped, tally.unread(found, exclude))


@dataclass(frozen=True, slots=True)
class _Rules:
    """Which entries a walk leaves out on purpose; it counts the files that are lost by it."""

    exclude: Patterns
    wanted: Wanted
    tally: _Tally

    def leave_out(self, path: str, entry: os.DirEntry[str], ignored: Ignored) -> bool:
        """Whether `exclude` or a `.gitignore` leaves `entry` out; a link is no folder."""
        end = "/" if entry.is_dir(follow_symlinks=False) else ""
        if self.exclude.decides((path + end).lower()):
            self.tally.excluded += self._lost(path, entry)
            self.tally.matched = True
            return True
        if not ignored.leaves_out(entry.path + end):
            return False
        if lost := self._lost(path, entry):
            self.tally.ignored += lost
            self.tally.places.append(path + end)
        return True

    def _lost(self, path: str, entry: os.DirEntry[str]) -> int:
        """The files to be read in `entry`, or 1 or 0 where it is a file."""
        if not entry.is_dir(follow_symlinks=False):
            return int(self.wanted(path))
        lost = 0
        for folder, below, names in os.walk(entry.path):
            below[:] = [name for name in below if not name.startswith(".")]
            inside = readable(path + folder[len(entry.path) :] + "/")
            lost += sum(self.wanted(inside + n) for n in names if not n.startswith("."))
        return lost


def _entries(root: str, rules: _Rules, above: Ignored, tally: _Tally) -> Iterator[_Found]:
    folders = [("", root, above)]
    visited: set[Key] = set()
    while folders:
        prefix, folder, outside = folders.pop()
        listed = _listed(prefix, folder, visited, tally.skipped)
        ignored = outside.within(folder) if listed else outside
        for entry in listed:
            path = readable(prefix + entry.name)
            try:
                if rules.leave_out(path, entry, ignored):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append((prefix + entry.name + "/", entry.path, ignored))
                else:
                    yield from _file(root, path, entry, rules.wanted, tally)
            except OSError as error:
                tally.skipped.append(Skipped(path, _reason(entry, error)))


def _file(
    root: str, path: str, entry: os.DirEntry[str], wanted: Wanted, tally: _Tally
) -> Iterator[_Found]:
    if entry.is_dir():
        lost = None if _leads_out(root, entry.path) else 0
        tally.skipped.append(Skipped(path, "directory link not followed", lost))
        return
    tally.files += 1
    if not wanted(path):
        tally.suffixes[suffix_of(path)] += 1
        return
    found = _found(path, entry)
    if found.is_link and _leads_out(root, entry.path):
        tally.skipped.append(Skipped(path, "link to a file outside the corpus"))
    else:
        yield found


def _leads_out(root: str, link: str) -> bool:
    return not Path(link).resolve().is_relative_to(root)


def _listed(
    prefix: str, folder: str, visited: set[Key], skipped: list[Skipped]
) -> list[os.DirEntry[str]]:
    """The entries of a folder that are not hidden; none at its second visit (a mount can loop)."""
    try:
        status = Path(folder).stat()
        if (key := (status.st_dev, status.st_ino)) in visited:
            skipped.append(Skipped(readable(prefix.rstrip("/")), "directory already walked", 0))
            return []
        visited.add(key)
        with os.scandir(folder) as entries:
            listed = [entry for entry in entries if not entry.name.startswith(".")]
        if {entry.name for entry in listed} >= RUN:
            skipped.append(Skipped(readable(prefix.rstrip("/")) or ".", "the folder of a run", 0))
            return []
        return listed
    except OSError as error:
        skipped.append(Skipped(readable(prefix.rstrip("/")) or ".", explain(error)))
        return []


def _found(path: str, entry: os.DirEntry[str]) -> _Found:
    status = entry.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError("not a regular file")
    key = (status.st_dev, status.st_ino)
    return _Found(path, entry.path, key, status.st_size, entry.is_symlink())


def _reason(entry: os.DirEntry[str], error: OSError) -> str:
    is_broken = entry.is_symlink() and isinstance(error, FileNotFoundError)
    return "broken link" if is_broken else explain(error)


def explain(error: OSError) -> str:
    """Why the system refused, without the path, in small letters."""
    return (error.strerror or str(error)).lower()


def readable(name: str) -> str:
    r"""`name` as text; bytes that are not UTF-8 are written `\xe9`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
