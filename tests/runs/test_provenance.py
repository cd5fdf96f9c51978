"""The record says what ran, where and on which versions."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.tiny import write_tiny

from goldrank.runs.provenance import git_commit, provenance, run_name
from goldrank.suites.suite import load_suite


def test_a_record_holds_versions_places_and_the_time_in_utc(tmp_path: Path):
    record = provenance(load_suite(write_tiny(tmp_path)), ["run", "x"])
    assert record["arguments"] == ["run", "x"]
    assert record["corpus"] == (tmp_path / "corpus").as_uri()
    assert record["when"].endswith("+00:00")
    assert re.match(r"\d", record["versions"]["numpy"])


def test_names_of_runs_sort_by_time():
    assert re.fullmatch(r"mine-\d{8}T\d{6}Z", run_name("mine"))


def test_the_commit_of_a_corpus_says_whether_files_differ_from_it(tmp_path: Path):
    assert git_commit(tmp_path) is None

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=n", "-c", "user.email=e@example.org")
        command = ["git", "-C", str(tmp_path), *identity, *arguments]
        subprocess.run(command, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "a.md").write_text("# A\n")
    git("add", "a.md")
    git("commit", "-q", "-m", "one")
    commit = git_commit(tmp_path)
    assert re.fullmatch(r"[0-9a-f]{40}", str(commit))
    assert git_commit(tmp_path / "a.md") == commit
    (tmp_path / "a.md").write_text("# B\n")
    assert git_commit(tmp_path) == f"{commit}+changes"
