"""The record of what ran: versions, settings, places, times. Kept apart from the results."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from goldrank.encoders.models import version_of
from goldrank.suites.suite import Suite

PACKAGES = (
    "goldrank",
    "bm25s",
    "markdown-it-py",
    "numpy",
    "pandas",
    "pyarrow",
    "scipy",
    "sentence-transformers",
    "tokenizers",
    "torch",
    "transformers",
)


def provenance(suite: Suite, arguments: Sequence[str]) -> dict[str, Any]:
    """When and where a suite ran, on which versions, and the git commit of its corpus if any."""
    corpus = suite.path(suite.corpus.path).resolve()
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "arguments": list(arguments),
        "suite_folder": suite.folder.resolve().as_uri(),
        "corpus": corpus.as_uri(),
        "corpus_commit": git_commit(corpus),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "versions": {name: version_of(name) for name in PACKAGES},
    }


def run_name(suite: str) -> str:
    """`<suite>-<when>`, in UTC, sortable."""
    return f"{suite}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"


def git_commit(folder: Path) -> str | None:
    """The commit that `folder` was checked out at, with `+changes` where files differ from it.

    It ends in `+unknown` where telling would run a program that the repository itself names.
    """
    place = folder if folder.is_dir() else folder.parent
    commit = _git(place, "rev-parse", "HEAD")
    if commit is None:
        return None
    settings = _git(place, "config", "--show-scope", "--name-only", "--list")
    if settings is None or RUNS.search(settings):
        return commit + "+unknown"
    changes = _git(place, "status", "--porcelain", "--ignore-submodules=all", "--", ".")
    return commit + ("+changes" if changes else "+unknown" if changes is None else "")


RUNS = re.compile(r"^(?:local|worktree)\s+filter\..*\.(?:clean|process)$", re.I | re.M)
"""Filters in the repository's own settings, which `git status` runs on files that look changed."""
QUIET = (
    *("-c", "core.fsmonitor=false"),  # else a program, named by the repository, is asked
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),  # a part that is missing here is not fetched
)


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", *QUIET, "-C", str(folder), *arguments],
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"},
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
