"""The files under a folder, the same on every machine."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from goldrank.corpus.corpus import Skipped

Key = tuple[int, int]


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


def walk(root: str, wanted: Callable[[str], bool]) -> tuple[list[File], list[Skipped]]:
    """The files under `root` whose relative path is `wanted`, and what was left out.

    Hidden files and folders are passed over. Links to folders are not followed, and links to files
    only inside `root`: a corpus holds what lies in it. A file that has several names is read under
    the first that is no link, in order of path.
    """
    skipped: list[Skipped] = []
    found = list(_entries(root, wanted, skipped))
    first: dict[Key, str] = {}
    files: list[File] = []
    for each in sorted(found, key=lambda each: (each.is_link, each.path)):
        if each.key in first:
            skipped.append(Skipped(each.path, f"same file as {first[each.key]}", 0))
        else:
            first[each.key] = each.path
            files.append(File(each.path, each.location, each.size))
    return files, skipped


def _entries(root: str, wanted: Callable[[str], bool], skipped: list[Skipped]) -> Iterator[_Found]:
    folders = [("", root)]
    visited: set[Key] = set()
    while folders:
        prefix, folder = folders.pop()
        for entry in _listed(prefix, folder, visited, skipped):
            path = readable(prefix + entry.name)
            try:
                if entry.is_dir(follow_symlinks=False):
                    folders.append((prefix + entry.name + "/", entry.path))
                elif entry.is_dir():
                    lost = None if _leads_out(root, entry.path) else 0
                    skipped.append(Skipped(path, "directory link not followed", lost))
                elif wanted(path):
                    found = _found(path, entry)
                    if found.is_link and _leads_out(root, entry.path):
                        skipped.append(Skipped(path, "link to a file outside the corpus"))
                    else:
                        yield found
            except OSError as error:
                skipped.append(Skipped(path, _reason(entry, error)))


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
