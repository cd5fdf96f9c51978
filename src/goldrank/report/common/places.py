"""Where something is wrong, as people and tools click on it."""

from __future__ import annotations

import os
from pathlib import Path


def shown_path(source: str, working_folder: Path) -> str:
    """`source` relative to the working folder where it lies in it, with `/` on every system.

    >>> shown_path("/w/bench/suites/../../q.jsonl", Path("/w")), shown_path("/q", Path("/w"))
    ('q.jsonl', '/q')
    """
    # Without following links: a link is where the user sees the file.
    absolute = Path(os.path.normpath(working_folder / source))
    inside = absolute.is_relative_to(working_folder)
    return (absolute.relative_to(working_folder) if inside else absolute).as_posix()


def place(source: str, line: int | None, working_folder: Path) -> str:
    """`file:line`, or the file alone where no line is known.

    >>> place("/w/q.jsonl", 12, Path("/w"))
    'q.jsonl:12'
    """
    shown = shown_path(source, working_folder)
    return shown if line is None else f"{shown}:{line}"
