"""From a model's name to its folder, and what is said when there is none."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from goldrank.encoders import models
from goldrank.encoders.file_hashes import remembered_sha256, sha256_of
from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError


def test_the_bundled_weights_are_the_ones_that_were_measured() -> None:
    models.check_bundled(models.resolve_model("bundled"))


def test_other_weights_in_the_bundled_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"other")
    with pytest.raises(GoldrankError, match=models.BUNDLED_SHA256):
        models.check_bundled(tmp_path)


def test_a_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    assert models.resolve_model(str(tmp_path)) == tmp_path


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldrankError, match="no-such-model"):
        models.resolve_model(str(tmp_path / "no-such-model"))


@pytest.mark.parametrize("name", ["no-such/model-here", "no-such-model", "not a name!"])
def test_a_name_that_the_hubs_cache_lacks_says_what_to_do_and_asks_no_network(name: str) -> None:
    with pytest.raises(GoldrankError, match=r"the hub's cache at .*use .bundled"):
        models.resolve_model(name, download=False)


def test_offline_wins_over_the_permission_to_download(monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub

    asked: list[bool] = []

    def snapshot(repo: str, **settings: object) -> str:
        asked.append(bool(settings["local_files_only"]))
        raise OSError("nothing")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot)
    with pytest.raises(GoldrankError):
        models.resolve_model("a/b", download=True, environ={"HF_HUB_OFFLINE": "1"})
    assert asked == [True]
    with pytest.raises(GoldrankError):
        models.resolve_model("a/b", download=True, environ={})
    assert asked == [True, True, False]


def test_a_snapshot_without_weights_is_no_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import huggingface_hub

    monkeypatch.setattr(huggingface_hub, "snapshot_download", lambda *_, **__: str(tmp_path))
    with pytest.raises(GoldrankError, match="holds no weights"):
        models.resolve_model("a/b")
    (tmp_path / "model.safetensors").write_bytes(b"")
    assert models.resolve_model("a/b") == tmp_path


def test_one_changed_byte_of_any_file_changes_the_content(tmp_path: Path) -> None:
    model = tmp_path / "model"
    (model / "1_Pooling").mkdir(parents=True)
    for name in ("model.safetensors", "tokenizer.json", "1_Pooling/config.json"):
        (model / name).write_text("{}")
        before = models.content_hashes(model, tmp_path / "memory")
        (model / name).write_text("{ }")
        assert models.content_hashes(model, tmp_path / "memory") != before


def test_content_does_not_depend_on_the_place_or_on_the_readme(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    shutil.copytree(model, tmp_path / "copy")
    (tmp_path / "copy" / "README.md").write_text("hello")
    memory = tmp_path / "memory"
    assert models.content_hashes(model, memory) == models.content_hashes(tmp_path / "copy", memory)


def test_a_hash_is_remembered_until_the_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_bytes(b"one")
    assert remembered_sha256(file, tmp_path / "memory") == sha256_of(file)
    [note] = (tmp_path / "memory" / "files").iterdir()
    stamp = file.stat().st_mtime_ns
    note.write_text(note.read_text().replace(sha256_of(file), "remembered"))
    assert remembered_sha256(file, tmp_path / "memory") == "remembered"
    file.write_bytes(b"two")
    os.utime(file, ns=(stamp + 1, stamp + 1))
    assert remembered_sha256(file, tmp_path / "memory") == sha256_of(file)


@pytest.mark.parametrize("note", ["", "{", "[]", '["a", 1]'])
def test_a_damaged_note_is_computed_again(tmp_path: Path, note: str) -> None:
    file = tmp_path / "weights"
    file.write_bytes(b"one")
    remembered_sha256(file, tmp_path)
    [kept] = (tmp_path / "files").iterdir()
    kept.write_text(note)
    assert remembered_sha256(file, tmp_path) == sha256_of(file)


def test_a_memory_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_bytes(b"one")
    assert remembered_sha256(file, file) == sha256_of(file)  # a file, so no folder can be made


def test_the_cache_lies_where_the_environment_says() -> None:
    assert default_cache_folder({"GOLDRANK_CACHE": "/x/y"}) == Path("/x/y")
    assert default_cache_folder({}).name == "goldrank"
