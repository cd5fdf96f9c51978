"""A folder that is built once: whole or not at all, and the first stays."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from goldrank.rankers.kept_folder import digest_of, kept_folder


def writing(text: str):
    def build(folder: Path) -> None:
        (folder / "inner").mkdir()
        (folder / "inner" / "file").write_text(text)

    return build


def fails(folder: Path) -> None:
    (folder / "half").write_text("half")
    raise KeyboardInterrupt


def test_it_is_built_once_and_then_found(tmp_path: Path) -> None:
    first = kept_folder(tmp_path, "a", writing("one"))
    again = kept_folder(tmp_path, "a", writing("two"))
    assert first.path == again.path == tmp_path / "indexes" / "a"
    assert (again.path / "inner" / "file").read_text() == "one"
    assert first.seconds is not None
    assert again.seconds is None
    assert first.digest == again.digest


def test_a_build_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        kept_folder(tmp_path, "a", fails)
    assert list((tmp_path / "indexes").iterdir()) == []


@pytest.mark.parametrize("what", ["changed", "gone", "more", "no digest"])
def test_one_that_is_not_as_it_was_built_is_built_again(tmp_path: Path, what: str) -> None:
    place = kept_folder(tmp_path, "a", writing("one")).path
    if what == "changed":
        (place / "inner" / "file").write_text("onf")
    elif what == "gone":
        (place / "inner" / "file").unlink()
    elif what == "more":
        (place / "new").write_text("")
    else:
        (place / "digest").unlink()
    again = kept_folder(tmp_path, "a", writing("two"))
    assert again.damaged
    assert [path.name for path in (tmp_path / "indexes").iterdir()] == ["a"]
    assert (place / "inner" / "file").read_text() == "two"


def test_of_two_that_build_at_a_time_the_first_stays(tmp_path: Path) -> None:
    def late(folder: Path) -> None:
        kept_folder(tmp_path, "a", writing("first"))
        writing("late")(folder)

    kept = kept_folder(tmp_path, "a", late)
    assert (kept.path / "inner" / "file").read_text() == "first"
    assert kept.digest == digest_of(kept.path)
    assert [path.name for path in (tmp_path / "indexes").iterdir()] == ["a"]


def test_where_the_cache_cannot_be_written_it_ends_with_its_value(tmp_path: Path) -> None:
    (tmp_path / "indexes").write_text("a file where the folder should be")
    kept = kept_folder(tmp_path, "a", writing("one"))
    path = kept.path
    assert kept.lost
    assert (path / "inner" / "file").read_text() == "one"
    del kept
    gc.collect()
    assert not path.exists()


def test_the_digest_is_of_names_and_bytes(tmp_path: Path) -> None:
    for name, file, text in (("a", "x", "1"), ("b", "x", "2"), ("c", "y", "1"), ("d", "x", "1")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text)
    digests = [digest_of(tmp_path / name) for name in "abcd"]
    assert digests[0] == digests[3]
    assert len(set(digests)) == 3
