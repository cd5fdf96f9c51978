"""A corpus may come with a repository whose settings name programs to run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from goldrank.runs.provenance import git_commit


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
    subprocess.run(["git", *who, "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n")
    git(folder, "init", "-q")
    git(folder, "add", "a.md")
    git(folder, "commit", "-qm", "first")
    return folder


@pytest.mark.parametrize(
    "settings",
    [
        {"core.fsmonitor": "{program}"},
        {"filter.x.clean": "{program}"},
        {"filter.x.process": "{program}"},
        {"core.sshCommand": "{program}", "core.pager": "{program}"},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_nothing_that_a_repository_names_is_run(
    repository: Path, tmp_path: Path, settings: dict[str, str]
):
    program, ran = tmp_path / "program", tmp_path / "ran"
    program.write_text(f"#!/bin/sh\ntouch '{ran}'\ncat\n")
    program.chmod(0o755)
    for name, value in settings.items():
        git(repository, "config", name, value.format(program=program))
    (repository / ".gitattributes").write_text("*.md filter=x\n")
    (repository / "a.md").write_text("# B\n")  # of the same size: only its content tells
    assert git_commit(repository) is not None
    assert not ran.exists()


def test_a_repository_with_filters_of_its_own_leaves_open_what_changed(repository: Path):
    assert len(str(git_commit(repository))) == 40
    (repository / "a.md").write_text("# Changed\n")
    assert str(git_commit(repository)).endswith("+changes")
    git(repository, "config", "filter.x.clean", "cat")
    assert str(git_commit(repository)).endswith("+unknown")
