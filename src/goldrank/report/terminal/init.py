"""What `bench init` saw and wrote, for the terminal and for machines."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.report.common.places import shown_path
from goldrank.report.terminal.run import plain
from goldrank.starting.seen import Seen
from goldrank.starting.written import counted

SHOWN = 5


def init_report(seen: Seen, suite: Path, queries: Path, working_folder: Path) -> RenderableType:
    """What was found, what was written, and what to do next."""
    here = shown_path(str(suite), working_folder)
    lines = [
        f"{seen.documents:,} documents, {seen.characters:,} characters; read: {counted(seen.read)}",
        *([f"! not read: {counted(seen.unread)}"] if seen.unread else []),
        *[f"! not read: {each.path} ({each.reason})" for each in seen.skipped[:SHOWN]],
        f"headings: in {seen.headed:,} of {seen.documents:,} documents; {seen.empty:,} of "
        f"{seen.sections:,} section paths tell nothing",
        f"sections: half of at most {seen.tokens[0]:,} tokens, nine of ten of at most "
        f"{seen.tokens[1]:,}",
        f"language: {seen.language or 'unknown; say it in the suite'}",
        f"wrote {here}",
    ]
    if queries.exists():
        lines.append(f"next: bench validate {here}, then bench run {here}")
    else:
        lines.append(
            f"next: write the questions and the quotes that answer them into "
            f"{shown_path(str(queries), working_folder)}, then bench run {here}; until then bench "
            f"plan {here} says what is cut, and bench headings {here} which headings tell nothing"
        )
    return Group(*(Text.assemble(plain(line)) for line in lines))


def init_json(seen: Seen, suite: Path, queries: Path) -> dict[str, Any]:
    """Everything, for machines."""
    found = {**asdict(seen), "path": str(seen.path), "queries": str(queries)}
    return {**found, "suite": str(suite), "has_queries": queries.exists()}
