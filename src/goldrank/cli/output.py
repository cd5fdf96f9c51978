"""Printing: text, JSON and progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def cache_folder(named: Path | None) -> Path:
    """The folder that the option names, else the default one."""
    from goldrank.encoders.folders import default_cache_folder

    return named or default_cache_folder()


def progress() -> Any:
    """A bar per stage on standard error."""
    from goldrank.report.terminal.progress import RichProgress

    return RichProgress(console(stderr=True))


def console(stderr: bool = False) -> Console:
    """Where to print; as wide as it needs to be where no terminal says otherwise."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False, soft_wrap=False)
    # A pipe or a log has no width of its own: never cut a table there.
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(stderr=stderr, highlight=False, width=200)
    return console


def print_json(value: Any) -> None:
    """Print JSON in which nothing steers a terminal."""
    from goldrank.text.unsafe import escaped_json

    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    sys.stdout.write(escaped_json(text) + "\n")


def print_lines(lines: Sequence[str], stdout_is_json: bool = False) -> None:
    """Print plain lines; to standard error where standard output is JSON."""
    stream = sys.stderr if stdout_is_json else sys.stdout
    stream.write("".join(f"{line}\n" for line in lines))
