"""Rewrite in query files what is unambiguous, and leave every other byte as it was."""

from __future__ import annotations

import difflib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.json_places import value_at
from goldrank.evidence.problems import Fix, Problem
from goldrank.evidence.queries import query_spans
from goldrank.text.whole_file import write_whole
from goldrank.types import Span


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A query file with its fixes: what it held when it was read, and what it is to hold."""

    path: Path
    before: bytes
    after: bytes
    fixed: tuple[Problem, ...]

    def diff(self, name: str) -> str:
        """What changes, as a unified diff of a file called `name`."""
        return "".join(_diff(name, self.before.decode(), self.after.decode()))


def fix_problems(problems: Sequence[Problem]) -> list[Rewritten]:
    """What each query file would hold once the fixes of `problems` are made; writes nothing.

    Raises `GoldrankError` where a file cannot be written, or no longer holds what was checked.
    """
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.fixes:
            by_file.setdefault(problem.source, []).append(problem)
    return [_rewritten(Path(source), tuple(found)) for source, found in by_file.items()]


def write_fixes(files: Sequence[Rewritten]) -> None:
    """Replace each file in one step; a reader sees the old or the new one, never a part.

    Raises `GoldrankError`, before anything is written, where a file is not writable or changed
    since it was read. Rights are kept, and a symbolic link goes on pointing to its file.
    """
    for file in files:
        _check_writable(file.path)
        if file.path.read_bytes() != file.before:
            raise GoldrankError(f"{file.path} changed while it was checked; run the command again")
    for file in files:
        write_whole(file.path.resolve(), file.after)


def _rewritten(path: Path, problems: tuple[Problem, ...]) -> Rewritten:
    before = _read(path)
    mark = "\ufeff" if before.startswith(b"\xef\xbb\xbf") else ""
    text = before.decode("utf-8-sig")
    queries = _by_id(text, query_spans(text, path.suffix == ".json"))
    # A file that was written with escapes alone goes on so.
    escaped = text.isascii() and "\\u" in text
    edits: dict[Span, str] = {}
    for problem in problems:
        span = queries.get(problem.query_id or "")
        if span is None:
            raise GoldrankError(f"{path} changed while it was checked; run the command again")
        edits.update(_edits(text, span, problem.fixes, escaped))
    for span in sorted(edits, reverse=True):
        text = text[: span.start] + edits[span] + text[span.end :]
    return Rewritten(path, before, (mark + text).encode(), problems)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise GoldrankError(f"cannot read the query file {path}: {error}") from error


def _by_id(text: str, spans: Iterable[Span]) -> dict[str, Span]:
    """Where each query stands; of two with one id the first, which alone was read."""
    found: dict[str, Span] = {}
    for span in spans:
        try:
            entry = json.loads(text[span.start : span.end])
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            found.setdefault(str(entry.get("query_id", entry.get("_id", entry.get("id")))), span)
    return found


def _edits(text: str, query: Span, fixes: Sequence[Fix], escaped: bool) -> Mapping[Span, str]:
    entry = text[query.start : query.end]
    edits: dict[Span, str] = {}
    for fix in fixes:
        place = value_at(entry, fix.path)
        if place is None:
            raise GoldrankError(f"a query has no value at {fix.path} to be replaced")
        old = entry[place.start : place.end]
        span = Span(query.start + place.start, query.start + place.end)
        edits[span] = _written(fix.value, old, escaped)
    return edits


def _written(value: Any, old: str, escaped: bool) -> str:
    """`value` as JSON, in the form in which the old value was written."""
    if isinstance(value, list) and len(value) == 1 and old.startswith('"'):
        value = value[0]
    return json.dumps(value, ensure_ascii=escaped)


def _check_writable(path: Path) -> None:
    real = path.resolve()
    # Root may write whatever it likes: a file that says that nobody may is left alone all the same.
    if not os.access(real, os.W_OK) or not real.stat().st_mode & (
        stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
    ):
        raise GoldrankError(f"{path} is not writable, so nothing was fixed; make it so (chmod u+w)")
    if not os.access(real.parent, os.W_OK):
        raise GoldrankError(f"the folder of {path} is not writable, so nothing was fixed")


def _diff(name: str, before: str, after: str) -> Iterator[str]:
    old, new = before.split("\n"), after.split("\n")
    lines = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="", n=0)
    yield from (f"{line}\n" for line in lines)
