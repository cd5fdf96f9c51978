"""The parts of a change add up, and each run is what it says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.baselines import SYSTEM, baseline
from tests.tiny import FILES, write_tiny

from goldrank.errors import GoldrankError
from goldrank.gating.attribution import parts_of
from goldrank.gating.baseline_file import write_baseline
from goldrank.gating.command import Against, gate_command
from goldrank.gating.gated_run import light_baseline, run_light
from goldrank.suites.suite import load_suite


def test_the_parts_add_up_to_the_whole() -> None:
    before, now = baseline([1, 1]), baseline([2, 4])
    code, corpus = baseline([2, 1]), baseline([1, 2])
    (part,) = parts_of(before, now, code, corpus)
    # 1 -> (1/2 + 1/4)/2 = .375; code alone .75; corpus alone .75.
    assert (part.system, part.total, part.code, part.corpus) == (SYSTEM, -0.625, -0.25, -0.25)
    assert part.together == -0.125


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True)


@pytest.fixture
def changed(tmp_path) -> Path:
    """A repository whose corpus changed since its baseline and its last commit."""
    work = tmp_path / "work"
    work.mkdir()
    suite = write_tiny(work)
    loaded = load_suite(suite)
    light = light_baseline(run_light(loaded, tmp_path / "cache"), loaded)
    write_baseline(light, work / "baselines" / f"{light.suite}.json")
    git(work, "init", "-q")
    git(work, "add", "-A")
    git(work, "commit", "-qm", "old")
    text = FILES["leave.md"].replace(
        "## Sick", "## Parents\n\nParental leave is requested.\n\n## Sick"
    )
    (work / "corpus" / "leave.md").write_text(text, encoding="utf-8")
    return suite


def test_a_change_of_the_corpus_alone_is_the_corpus_s(changed, tmp_path) -> None:
    result = gate_command(
        str(changed), Against(attribute="HEAD"), tmp_path / "cache", changed.parent
    )
    assert result.attribution
    for part in result.attribution:
        assert (part.code, part.together) == (0, 0)
        assert part.total == part.corpus
    assert [drift.what for drift in result.drift] == ["corpus"]


def test_an_old_folder_does_as_well_as_a_revision(changed, tmp_path) -> None:
    old = tmp_path / "old"
    git(changed.parent, "worktree", "add", "-q", str(old), "HEAD")
    by_folder = gate_command(
        str(changed), Against(attribute=str(old)), tmp_path / "cache", changed.parent
    )
    by_name = gate_command(
        str(changed), Against(attribute="HEAD"), tmp_path / "cache", changed.parent
    )
    assert by_folder.attribution == by_name.attribution


@pytest.mark.parametrize("old", ["no-such-revision", "--output=x"])
def test_an_unknown_revision_is_an_error_that_says_so(changed, tmp_path, old: str) -> None:
    with pytest.raises(GoldrankError, match="no such folder, and not a git revision"):
        gate_command(str(changed), Against(attribute=old), tmp_path / "cache", changed.parent)
