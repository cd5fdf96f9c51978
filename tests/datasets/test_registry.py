"""That the list of public sets says what a reader needs to fetch one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "datasets" / "registry.toml"
SETS = tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SETS)
def test_every_set_names_its_source_licence_size_use_and_flaws(name: str) -> None:
    entry = SETS[name]
    texts = ("title", "source", "commit", "path", "licence", "gold", "good_for", "beware")
    assert set(entry) - {"pools"} == {*texts, "documents", "queries"}
    assert all(entry[key].strip() for key in texts)
    assert entry["gold"] in {"spans", "sections", "documents"}


@pytest.mark.parametrize("name", SETS)
def test_every_source_is_pinned_to_a_commit(name: str) -> None:
    assert SETS[name]["source"].startswith("https://github.com/")
    assert re.fullmatch(r"[0-9a-f]{40}", SETS[name]["commit"])


def test_sets_that_lie_at_hand_have_the_size_that_is_listed(shared_data: Path) -> None:
    for name, entry in SETS.items():
        files = sorted((shared_data / name).glob("queries*.jsonl"))
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines == entry["queries"], name
