"""Importing from beside a suite changes nothing else."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from goldrank.own_code.importing import beside, importing_from


def test_the_path_of_imports_is_longer_only_while_the_block_runs(tmp_path: Path):
    before = list(sys.path)
    with importing_from([tmp_path], "anything"):
        assert sys.path == [str(tmp_path), *before]
    assert sys.path == before


def test_a_namesake_from_another_folder_is_imported_anew(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "namesake_x.py").write_text(f"HERE = {name!r}\n")
        with importing_from([tmp_path / name], "namesake_x"):
            assert name == importlib.import_module("namesake_x").HERE
    again = sys.modules["namesake_x"]
    with importing_from([tmp_path / "b"], "namesake_x"):
        assert importlib.import_module("namesake_x") is again


def test_a_module_of_the_standard_library_is_never_forgotten(tmp_path: Path):
    (tmp_path / "json.py").write_text("raise RuntimeError\n")
    before = sys.modules["json"]
    with importing_from([tmp_path], "json"):
        assert sys.modules["json"] is before


def test_a_file_a_package_and_what_lies_elsewhere_are_told_apart(tmp_path: Path):
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("")
    (tmp_path / "only_a_folder").mkdir()
    assert beside([tmp_path], "mine") == tmp_path / "mine.py"
    assert beside([tmp_path], "pack.inner") == tmp_path / "pack"
    assert beside([tmp_path], "only_a_folder") is None
    assert beside([tmp_path], "pandas") is None
