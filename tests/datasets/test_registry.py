"""That the list of public sets says what a reader needs to fetch one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "datasets" / "registry.toml"
SETS = tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SETS)
def test_every_set_names_its_source_licence_use_and_flaws(name: str) -> None:
    texts = ("title", "source", "licence", "good_for", "beware")
    assert all(SETS[name][key].strip() for key in texts)


@pytest.mark.parametrize("name", SETS)
def test_every_source_is_pinned_by_its_commit_or_its_files_lie_at_an_address(name: str) -> None:
    entry = SETS[name]
    assert entry["source"].startswith("https://")
    assert re.fullmatch(r"[0-9a-f]{40}", entry.get("commit", "")) or entry["address"]


def test_every_list_of_files_is_of_a_set() -> None:
    assert {path.stem for path in (FILE.parent / "files").iterdir()} == set(SETS)


def test_sets_that_lie_at_hand_have_the_size_that_is_listed(shared_data: Path) -> None:
    for name, entry in SETS.items():
        if entry["tried_on"] != "its files":
            continue
        files = sorted((shared_data / name).glob("queries*.jsonl"))
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines == entry["queries"], name
